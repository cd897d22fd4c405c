/**
 * Views: every page of src/routes.ts with its states and viewers. A new page needs a row here, which every-page.spec.ts
 * checks.
 */
import type { Page } from '@playwright/test';
import { EDGE_CASE_VINTAGE } from './edge-case-offers.ts';
import type { Places } from './resolve-paths.ts';

/**
 * `shopper`: a guest with two lines in the cart; `hoarder`: with many; `latecomer`: with some that are sold out. The others are
 * customers of the sample shop.
 */
export type Viewer = 'guest' | 'shopper' | 'hoarder' | 'latecomer' | 'green' | 'gold' | 'black';

export interface View {
  readonly name: string;
  /** Route id. */
  readonly page: string;
  readonly path: string | ((paths: Places) => string);
  readonly by?: Viewer;
  /** Default: the usual state of the page. */
  readonly state?: 'empty' | 'long' | 'error' | 'loading' | 'open';
  /** Default: both themes. */
  readonly theme?: 'wine' | 'whisky';
  /** Network failure: calls whose URL contains the text fail, or are never answered. */
  readonly fails?: string;
  readonly stalls?: string;
  /** Interaction after the page has loaded. */
  readonly act?: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
const clickButton = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first().click();

const SHELVES: readonly View[] = [
  { name: 'home', page: 'home', path: '/' },
  { name: 'wines', page: 'wines', path: '/wines', theme: 'wine' },
  { name: 'wines-filtered', page: 'wines', path: '/wines?category=Red&priceRange=0-40&sortBy=price_asc', theme: 'wine' },
  { name: 'wines-empty', page: 'wines', path: '/wines?query=nothing-like-this', theme: 'wine', state: 'empty' },
  { name: 'wines-long', page: 'wines', path: `/wines?vintage=${EDGE_CASE_VINTAGE}`, theme: 'wine', state: 'long' },
  { name: 'spirits', page: 'spirits', path: '/spirits', theme: 'whisky' },
  { name: 'spirits-empty', page: 'spirits', path: '/spirits?query=nothing-like-this', theme: 'whisky', state: 'empty' },
  { name: 'spirits-long', page: 'spirits', path: `/spirits?vintage=${EDGE_CASE_VINTAGE}`, theme: 'whisky', state: 'long' },
  { name: 'country', page: 'country', path: '/country/australia' },
  { name: 'region', page: 'region', path: '/region/barossa-valley-south-australia', theme: 'wine' },
  { name: 'varietal', page: 'varietal', path: '/varietal/shiraz', theme: 'wine' },
  { name: 'offer', page: 'offer', path: '/wines/wirrabeen-ridge/old-block-shiraz-2021' },
  { name: 'offer-mixed', page: 'offer', path: '/wines/cellardoor/the-long-lunch' },
  { name: 'offer-spirit', page: 'offer', path: '/wines/corra-linden/corra-linden-peated-cask' },
  { name: 'offer-sold-out', page: 'offer', path: '/wines/kestrel-coe/hare-lane-syrah-2022', state: 'empty' },
  {
    name: 'offer-long',
    page: 'offer',
    path: '/wines/hijos-de-la-viuda-de-don-baltasar-fernandez-echeverria-y-compania/odd-1',
    state: 'long',
  },
  { name: 'preferred-wines', page: 'preferred-wines', path: '/preferred-wines' },
  { name: 'collections', page: 'collections', path: '/collections' },
  { name: 'collection', page: 'collection', path: '/collections/old-vines', theme: 'wine' },
  { name: 'open-offer', page: 'open-offer', path: '/open-offers/the-kitchen-window', theme: 'wine' },
  { name: 'secret-offer', page: 'secret-offer', path: '/secret-offers/lot-nine', theme: 'wine', state: 'empty' },
  { name: 'secret-offer-member', page: 'secret-offer', path: '/secret-offers/lot-nine', theme: 'wine', by: 'gold' },
  { name: 'offer-preview', page: 'offer-preview', path: (paths) => paths.offerPreview },
  { name: 'offer-preview-error', page: 'offer-preview', path: '/offer-preview?code=nonsense', state: 'error' },
];

const BUYING: readonly View[] = [
  { name: 'cart-empty', page: 'cart', path: '/cart', state: 'empty' },
  { name: 'cart', page: 'cart', path: '/cart', by: 'shopper' },
  {
    name: 'cart-open',
    page: 'cart',
    path: '/',
    by: 'shopper',
    state: 'open',
    act: (page) => page.getByRole('banner').getByRole('link', { name: /cart/i }).click(),
  },
  { name: 'cart-long', page: 'cart', path: '/cart', by: 'hoarder', state: 'long' },
  { name: 'cart-sold-out', page: 'cart', path: '/cart', by: 'latecomer' },
  {
    name: 'cart-sold-out-open',
    page: 'cart',
    path: '/',
    by: 'latecomer',
    state: 'open',
    act: (page) => page.getByRole('banner').getByRole('link', { name: /cart/i }).click(),
  },
  { name: 'cart-loading', page: 'cart', path: '/cart', by: 'shopper', state: 'loading', stalls: '/api/initialize-cart' },
  { name: 'cart-error', page: 'cart', path: '/cart', by: 'shopper', state: 'error', fails: '/api/initialize-cart' },
  {
    name: 'cart-coupon-refused',
    page: 'cart',
    path: '/cart',
    by: 'shopper',
    state: 'error',
    async act(page) {
      await page.getByRole('textbox', { name: 'Coupon code' }).fill('NOSUCH');
      await page.getByRole('button', { name: 'Apply coupon' }).click();
      await page.getByText('The coupon NOSUCH is not valid.').first().waitFor();
    },
  },
  { name: 'guest-checkout', page: 'guest-checkout', path: '/guest-checkout', state: 'empty' },
  { name: 'guest-entry', page: 'guest-entry', path: '/auth/guest-checkout', by: 'shopper' },
  { name: 'checkout', page: 'checkout', path: (paths) => paths.checkout },
  {
    name: 'checkout-wrong',
    page: 'checkout',
    path: (paths) => paths.checkout,
    state: 'error',
    act: (page) => page.getByRole('button', { name: 'Place order' }).click(),
  },
  { name: 'checkout-ended', page: 'checkout', path: `/checkout/${'x'.repeat(43)}`, state: 'empty' },
  { name: 'checkout-return', page: 'checkout-return', path: (paths) => paths.paymentReturn, stalls: '/api/' },
  { name: 'order-payment', page: 'order-payment', path: (paths) => paths.orderPayment, stalls: '/api/' },
  { name: 'pay', page: 'pay', path: (paths) => paths.pay },
  { name: 'order', page: 'order', path: (paths) => paths.order },
  { name: 'order-gift-card', page: 'order', path: (paths) => paths.giftOrder },
  { name: 'track-order', page: 'track-order', path: '/track-order' },
  { name: 'claim', page: 'claim', path: (paths) => `${paths.order}/claim` },
  { name: 'linked-claim-ended', page: 'linked-claim', path: '/track-order/claim?token=ended', state: 'error' },
  { name: 'linked-order-ended', page: 'linked-order', path: '/track-order/order?token=ended', state: 'error' },
  { name: 'gift-cards', page: 'gift-cards', path: '/gift-cards' },
  { name: 'gift-card-balance', page: 'gift-card-balance', path: '/gift-cards/balance' },
  { name: 'unsubscribe', page: 'unsubscribe', path: '/unsubscribe?token=nonsense', state: 'error' },
  {
    name: 'gift-card-balance-wrong',
    page: 'gift-card-balance',
    path: '/gift-cards/balance',
    state: 'error',
    async act(page) {
      await main(page).getByRole('textbox').first().fill('AAAA-BBBB-CCCC-DDDD');
      await clickButton(/balance|look/i)(page);
    },
  },
];

const JOINING = '/wine-clubs/checkout/the-long-table?variant=long-lunch&frequency=two-months';
const CLUBS: readonly View[] = [
  { name: 'wine-clubs', page: 'wine-clubs', path: '/wine-clubs' },
  { name: 'club', page: 'club', path: '/wine-clubs/the-long-table', theme: 'wine' },
  { name: 'club-checkout', page: 'club-checkout', path: JOINING, by: 'gold', theme: 'wine' },
  {
    name: 'club-checkout-wrong',
    page: 'club-checkout',
    path: JOINING,
    by: 'gold',
    theme: 'wine',
    state: 'error',
    act: clickButton(/^Join and pay/),
  },
  { name: 'club-cancelled', page: 'club', path: '/wine-clubs/the-long-table?payment=cancelled', theme: 'wine', state: 'error' },
  { name: 'club-checkout-guest', page: 'club-checkout', path: JOINING, theme: 'wine', state: 'empty' },
  { name: 'club-checkout-loading', page: 'club-checkout', path: JOINING, by: 'gold', theme: 'wine', state: 'loading', stalls: '/api/' },
  { name: 'club-checkout-gone', page: 'club-checkout', path: '/wine-clubs/checkout/nothing', by: 'gold', state: 'error' },
  { name: 'club-success', page: 'club-success', path: '/wine-clubs/success' },
];

const IDENTITY: readonly View[] = [
  { name: 'login', page: 'login', path: '/auth/login' },
  { name: 'login-password', page: 'login-password', path: '/auth/login/using-password?email=gold@cellardoor.example' },
  { name: 'join', page: 'join', path: '/auth/join' },
  { name: 'login-password-error', page: 'login-password', path: '/auth/login/using-password?error=wrong_credentials', state: 'error' },
  { name: 'join-error', page: 'join', path: '/auth/join?error=password_common&given_name=Ada&email=ada@example.com', state: 'error' },
  { name: 'forgot-password', page: 'forgot-password', path: '/auth/login/forgot-password' },
  { name: 'reset-password', page: 'reset-password', path: '/auth/login/reset-password?token=nonsense', state: 'error' },
  { name: 'verify-email', page: 'verify-email', path: '/auth/verify-email?token=nonsense', state: 'error' },
  { name: 'undo-email-change', page: 'undo-email-change', path: '/auth/undo-email-change?token=nonsense', state: 'error' },
  { name: 'auth-callback', page: 'auth-callback', path: '/auth-callback?error=login_required&state=none', state: 'error' },
];

const ACCOUNT_SECTIONS = [
  'orders',
  'referral',
  'favourites',
  'addresses',
  'cards',
  'credit',
  'profile',
  'email',
  'password',
  'devices',
  'privacy',
] as const;
const ACCOUNT: readonly View[] = [
  { name: 'account-signed-out', page: 'account-overview', path: '/account', state: 'empty' },
  { name: 'account', page: 'account-overview', path: '/account', by: 'gold' },
  { name: 'account-loyalty', page: 'account-loyalty', path: '/account/very-important-mofo', by: 'gold' },
  { name: 'account-order-missing', page: 'account-order', path: '/account/orders/nothing', by: 'gold', state: 'error' },
  { name: 'account-not-found', page: 'account-not-found', path: '/account/nothing', by: 'gold', state: 'error' },
  ...ACCOUNT_SECTIONS.map(
    (section): View => ({ name: `account-${section}`, page: `account-${section}`, path: `/account/${section}`, by: 'gold' }),
  ),
  { name: 'account-wine-clubs', page: 'account-wine-clubs', path: '/account/wine-clubs', by: 'black' },
  {
    name: 'account-wine-clubs-skip',
    page: 'account-wine-clubs',
    path: '/account/wine-clubs',
    by: 'black',
    state: 'open',
    act: clickButton(/^Skip the next/),
  },
  {
    name: 'account-wine-clubs-card',
    page: 'account-wine-clubs',
    path: '/account/wine-clubs',
    by: 'black',
    state: 'open',
    act: clickButton(/^Change card/),
  },
  {
    name: 'account-wine-clubs-cancel',
    page: 'account-wine-clubs',
    path: '/account/wine-clubs',
    by: 'black',
    state: 'open',
    act: clickButton(/^Cancel/),
  },
  { name: 'account-wine-clubs-empty', page: 'account-wine-clubs', path: '/account/wine-clubs', by: 'gold', state: 'empty' },
  {
    name: 'account-wine-clubs-error',
    page: 'account-wine-clubs',
    path: '/account/wine-clubs',
    by: 'black',
    state: 'error',
    fails: '/api/wine-clubs/',
  },
  { name: 'account-orders-empty', page: 'account-orders', path: '/account/orders', by: 'black', state: 'empty' },
  {
    name: 'account-orders-loading',
    page: 'account-orders',
    path: '/account/orders',
    by: 'gold',
    state: 'loading',
    stalls: '/api/account/',
  },
  { name: 'account-orders-error', page: 'account-orders', path: '/account/orders', by: 'gold', state: 'error', fails: '/api/account/' },
  { name: 'account-cards-error', page: 'account-cards', path: '/account/cards', by: 'gold', state: 'error', fails: '/api/get-stored' },
  {
    name: 'account-addresses-new',
    page: 'account-addresses',
    path: '/account/addresses',
    by: 'gold',
    state: 'open',
    act: clickButton(/add/i),
  },
  { name: 'moved', page: 'moved', path: '/account/rewards', by: 'gold' },
  { name: 'favourites-empty', page: 'favourites', path: '/favourites', state: 'empty' },
  { name: 'favourites', page: 'favourites', path: '/favourites', by: 'gold' },
  { name: 'loyalty', page: 'loyalty', path: '/loyalty' },
  { name: 'loyalty-member', page: 'loyalty', path: '/loyalty', by: 'gold' },
  { name: 'loyalty-tier', page: 'loyalty-tier', path: '/loyalty/gold' },
  { name: 'tier-offers-guest', page: 'tier-offers', path: '/tier-offers', state: 'empty' },
  { name: 'tier-offers', page: 'tier-offers', path: '/tier-offers', by: 'gold' },
];

const READING: readonly View[] = [
  { name: 'articles', page: 'articles', path: '/vino-articles' },
  { name: 'old-articles', page: 'old-articles', path: '/articles' },
  { name: 'article', page: 'article', path: '/vino-articles/the-grape-that-stopped-apologising', theme: 'wine' },
  { name: 'article-spirits', page: 'article', path: '/vino-articles/the-smoke-ladder', theme: 'whisky' },
  { name: 'article-locked', page: 'article', path: '/vino-articles/buying-notes', theme: 'wine' },
  { name: 'events', page: 'events', path: '/events' },
  { name: 'event', page: 'event', path: '/events/last-friday-open-bottles', theme: 'wine' },
  { name: 'event-spirits', page: 'event', path: '/events/gin-garden-supper', theme: 'whisky' },
  { name: 'whisky-event', page: 'whisky-event', path: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/all' },
  { name: 'whisky-event-7', page: 'whisky-event-7', path: '/events/whiskymofo-and-friends-ep-07-one-day-only' },
  { name: 'event-preview', page: 'event-preview', path: (paths) => paths.eventPreview, theme: 'wine' },
  { name: 'event-preview-error', page: 'event-preview', path: '/event-preview?code=nonsense', state: 'error' },
  ...['about', 'contact', 'faq', 'delivery', 'returns', 'privacy', 'terms', 'responsible-service'].map(
    (slug): View => ({ name: slug, page: 'content', path: `/${slug}` }),
  ),
  { name: 'contact-wrong', page: 'content', path: '/contact', state: 'error', act: clickButton('Send it') },
];

const BEHAVIOUR: readonly View[] = [
  { name: 'menu', page: 'home', path: '/', state: 'open', act: openMenu },
  {
    name: 'suggestions',
    page: 'home',
    path: '/',
    state: 'open',
    async act(page) {
      await page.getByRole('searchbox').filter({ visible: true }).first().pressSequentially('shi', { delay: 30 });
      await page.getByRole('listbox').first().waitFor();
    },
  },
  {
    name: 'toast',
    page: 'offer',
    path: '/wines/corra-linden/corra-linden-peated-cask',
    state: 'open',
    by: 'hoarder',
    async act(page) {
      await main(page).getByRole('button', { name: 'Add to cart' }).first().click();
      await page.getByRole('status').first().waitFor();
    },
  },
  { name: 'not-found', page: 'not-found', path: '/no/such/page' },
  { name: 'fault', page: 'offline', path: '/offline', state: 'error', fails: '/assets/OfflinePage-' },
  { name: 'offline', page: 'offline', path: '/offline' },
  { name: 'design', page: 'design', path: '/dev/design' },
  { name: 'mailbox', page: 'mailbox', path: '/dev/mailbox' },
];

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: /menu/i });
  if (await button.isVisible()) await button.click();
}

export const VIEWS: readonly View[] = [...SHELVES, ...BUYING, ...CLUBS, ...IDENTITY, ...ACCOUNT, ...READING, ...BEHAVIOUR];
