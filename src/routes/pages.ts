/**
 * Page table: path, module, cache policy, and query parameters that change the page. The router's routes, the keys of the page
 * cache, robots.txt and the sitemap are derived from it. It has all paths of the requirements
 * [CONT-3, CONT-4, CONT-5, CONT-6, CONT-7, CONT-8, CONT-9, CONT-10]
 * [CONT-11, CONT-13, CONT-14, CONT-15, CONT-16, CONT-17, CONT-18, CONT-19]
 * [CONT-20, CONT-21, CONT-22].
 */
import { LANDINGS } from '#domains/discovery/search/model/landings.ts';
import { SEARCH_KEYS } from '#domains/discovery/search/model/url-state.ts';

export interface PageRow {
  /** Route id. Two rows can have the same module. */
  readonly id: string;
  /** Pattern of React Router. Empty for the home page. */
  readonly path: string;
  /** Module below src/. */
  readonly file: string;
  /** `shared`: the same bytes for everyone. `personal`: never cached. */
  readonly cache: 'shared' | 'personal';
  /** Parameters that are part of the cache key. All others are dropped before rendering. */
  readonly params: readonly string[];
  /** True if search engines may list the page. */
  readonly indexed: boolean;
}

/** State of a list, and the facet that is shown in full without JavaScript [CONT-42]. */
const LIST_PARAMS = [...SEARCH_KEYS, 'all'];

export const PAGES: readonly PageRow[] = [
  { id: 'home', path: '', file: 'routes/_shop/HomePage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'wines', path: 'wines', file: 'routes/_shop/ListPage.tsx', cache: 'shared', params: LIST_PARAMS, indexed: true },
  { id: 'spirits', path: 'spirits', file: 'routes/_shop/ListPage.tsx', cache: 'shared', params: LIST_PARAMS, indexed: true },
  ...LANDINGS.map(
    ({ path }): PageRow => ({
      id: path,
      path: `${path}/:slug`,
      file: 'routes/_shop/LandingPage.tsx',
      cache: 'shared',
      params: LIST_PARAMS,
      indexed: true,
    }),
  ),
  { id: 'offer', path: 'wines/:producer/:offer', file: 'routes/_shop/OfferPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'cart', path: 'cart', file: 'domains/selling/cart/ui/CartPage.tsx', cache: 'shared', params: [], indexed: false },
  {
    id: 'guest-checkout',
    path: 'guest-checkout',
    file: 'domains/selling/cart/ui/GuestCheckoutPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  {
    id: 'guest-entry',
    path: 'auth/guest-checkout',
    file: 'domains/selling/checkout/ui/GuestEmailPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'checkout', path: 'checkout/:token', file: 'routes/_checkout/CheckoutPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'checkout-return',
    path: 'checkout/:token/return',
    file: 'routes/_checkout/PaymentReturnPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'order-payment',
    path: 'order/:id/payment',
    file: 'routes/_checkout/OrderPaymentPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'order', path: 'order/:id', file: 'routes/_checkout/OrderPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'pay',
    path: 'sandbox-gateway/pay/:id',
    file: 'routes/_checkout/SandboxPaymentPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'login', path: 'auth/login', file: 'routes/_auth/LoginPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'login-password',
    path: 'auth/login/using-password',
    file: 'routes/_auth/PasswordPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'join', path: 'auth/join', file: 'routes/_auth/JoinPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'forgot-password',
    path: 'auth/login/forgot-password',
    file: 'routes/_auth/ForgotPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'reset-password',
    path: 'auth/login/reset-password',
    file: 'routes/_auth/ResetPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'verify-email',
    path: 'auth/verify-email',
    file: 'routes/_auth/VerifyPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'unsubscribe', path: 'unsubscribe', file: 'routes/_shop/UnsubscribePage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'undo-email-change',
    path: 'auth/undo-email-change',
    file: 'routes/_auth/UndoEmailPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'auth-callback',
    path: 'auth-callback',
    file: 'domains/customers/identity/ui/AuthCallbackPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'moved', path: 'account/rewards', file: 'routes/_shop/RedirectPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'account', path: 'account/*', file: 'routes/account/AccountLayout.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'favourites', path: 'favourites', file: 'routes/_shop/FavouritesPage.tsx', cache: 'shared', params: [], indexed: false },
  {
    id: 'preferred-wines',
    path: 'preferred-wines/*',
    file: 'routes/_shop/PreferredWinesPage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  { id: 'loyalty', path: 'loyalty', file: 'routes/_shop/loyalty/LoyaltyPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'loyalty-tier',
    path: 'loyalty/:tier',
    file: 'routes/_shop/loyalty/LoyaltyTierPage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  { id: 'tier-offers', path: 'tier-offers', file: 'routes/_shop/loyalty/TierOffersPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'offer-preview', path: 'offer-preview', file: 'routes/_shop/OfferPreviewPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'event-preview',
    path: 'event-preview',
    file: 'routes/_shop/content/EventPreviewPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'offline', path: 'offline', file: 'routes/_shop/OfflinePage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'mailbox', path: 'dev/mailbox', file: 'routes/_shop/MailboxPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'design', path: 'dev/design/*', file: 'routes/_shop/design/DesignPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'articles-too', path: 'articles', file: 'routes/_shop/content/ArticlesPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'articles', path: 'vino-articles', file: 'routes/_shop/content/ArticlesPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'article', path: 'vino-articles/:slug', file: 'routes/_shop/content/ArticlePage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'events', path: 'events', file: 'routes/_shop/content/EventsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'whisky-event',
    path: 'events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/*',
    file: 'routes/_shop/content/EventPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'event', path: 'events/:slug', file: 'routes/_shop/content/EventPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'collections', path: 'collections', file: 'routes/_shop/content/CollectionsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'collection',
    path: 'collections/:slug',
    file: 'routes/_shop/content/SavedSearchPage.tsx',
    cache: 'shared',
    params: LIST_PARAMS,
    indexed: true,
  },
  {
    id: 'open-offer',
    path: 'open-offers/:slug',
    file: 'routes/_shop/content/OpenOfferPage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  {
    id: 'secret-offer',
    path: 'secret-offers/:slug',
    file: 'routes/_shop/content/OpenOfferPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'gift-cards', path: 'gift-cards', file: 'routes/_shop/content/GiftCardPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'gift-card-balance',
    path: 'gift-cards/balance',
    file: 'routes/_shop/GiftCardBalancePage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  { id: 'wine-clubs', path: 'wine-clubs', file: 'routes/_shop/clubs/WineClubsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'club-checkout',
    path: 'wine-clubs/checkout/*',
    file: 'routes/_shop/clubs/ClubCheckoutPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  {
    id: 'club-success',
    path: 'wine-clubs/success',
    file: 'routes/_shop/clubs/ClubSuccessPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'club', path: 'wine-clubs/:slug', file: 'routes/_shop/clubs/ClubPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'content', path: ':slug', file: 'routes/_shop/content/ContentPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'not-found', path: '*', file: 'routes/_shop/NotFoundPage.tsx', cache: 'shared', params: [], indexed: false },
];
