/**
 * The pages as a table: address, module, who may keep a copy, and which query parameters change what is shown.
 * `routes.ts` makes the router's routes of it, the page cache its keys, robots and sitemap their lines.
 */
import { LANDINGS } from '../search/landings.ts';
import { SEARCH_KEYS } from '../search/url-state.ts';

export interface PageRow {
  /** Names the route; two rows may share a module. */
  readonly id: string;
  /** React Router's pattern; empty is the home page. */
  readonly path: string;
  /** Module below src/. */
  readonly file: string;
  /** `shared`: the same bytes for everyone. `personal`: never kept. */
  readonly cache: 'shared' | 'personal';
  /** Parameters that are part of a shared page's identity; all others are dropped before rendering. */
  readonly params: readonly string[];
  /** Whether search engines may list it. */
  readonly indexed: boolean;
}

/** The state of a list (SPEC.md §2), and the facet that is shown in full where JavaScript does not run. */
const LIST_PARAMS = [...SEARCH_KEYS, 'all'];

export const PAGES: readonly PageRow[] = [
  { id: 'home', path: '', file: 'app/web/pages/HomePage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'wines', path: 'wines', file: 'app/web/pages/ListPage.tsx', cache: 'shared', params: LIST_PARAMS, indexed: true },
  { id: 'spirits', path: 'spirits', file: 'app/web/pages/ListPage.tsx', cache: 'shared', params: LIST_PARAMS, indexed: true },
  ...LANDINGS.map(
    ({ path }): PageRow => ({
      id: path,
      path: `${path}/:slug`,
      file: 'app/web/pages/LandingPage.tsx',
      cache: 'shared',
      params: LIST_PARAMS,
      indexed: true,
    }),
  ),
  { id: 'offer', path: 'wines/:producer/:offer', file: 'app/web/pages/OfferPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'cart', path: 'cart', file: 'cart/web/CartPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'guest-checkout', path: 'guest-checkout', file: 'cart/web/GuestCheckoutPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'guest-entry', path: 'auth/guest-checkout', file: 'checkout/web/GuestEntryPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'checkout', path: 'checkout/:token', file: 'app/web/pages/CheckoutPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'checkout-return',
    path: 'checkout/:token/return',
    file: 'app/web/pages/PaymentReturnPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'order-payment',
    path: 'order/:id/payment',
    file: 'app/web/pages/OrderPaymentPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'order', path: 'order/:id', file: 'app/web/pages/OrderPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'pay', path: 'sandbox-gateway/pay/:id', file: 'app/web/pages/PayPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'login', path: 'auth/login', file: 'app/web/pages/auth/LoginPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'login-password',
    path: 'auth/login/using-password',
    file: 'app/web/pages/auth/PasswordPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'join', path: 'auth/join', file: 'app/web/pages/auth/JoinPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'forgot-password',
    path: 'auth/login/forgot-password',
    file: 'app/web/pages/auth/ForgotPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'reset-password',
    path: 'auth/login/reset-password',
    file: 'app/web/pages/auth/ResetPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  {
    id: 'verify-email',
    path: 'auth/verify-email',
    file: 'app/web/pages/auth/VerifyPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'unsubscribe', path: 'unsubscribe', file: 'app/web/pages/UnsubscribePage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'undo-email-change',
    path: 'auth/undo-email-change',
    file: 'app/web/pages/auth/UndoEmailPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'auth-callback', path: 'auth-callback', file: 'identity/web/AuthCallbackPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'moved', path: 'account/rewards', file: 'app/web/pages/MovedPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'account', path: 'account/*', file: 'account/web/AccountPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'favourites', path: 'favourites', file: 'app/web/pages/FavouritesPage.tsx', cache: 'shared', params: [], indexed: false },
  {
    id: 'preferred-wines',
    path: 'preferred-wines/*',
    file: 'app/web/pages/PreferredWinesPage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  { id: 'loyalty', path: 'loyalty', file: 'app/web/pages/LoyaltyPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'loyalty-tier', path: 'loyalty/:tier', file: 'app/web/pages/LoyaltyTierPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'tier-offers', path: 'tier-offers', file: 'app/web/pages/TierOffersPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'offer-preview', path: 'offer-preview', file: 'app/web/pages/OfferPreviewPage.tsx', cache: 'personal', params: [], indexed: false },
  {
    id: 'event-preview',
    path: 'event-preview',
    file: 'app/web/pages/content/EventPreviewPage.tsx',
    cache: 'personal',
    params: [],
    indexed: false,
  },
  { id: 'offline', path: 'offline', file: 'app/web/pages/OfflinePage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'mailbox', path: 'dev/mailbox', file: 'app/web/pages/MailboxPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'design', path: 'dev/design/*', file: 'app/web/pages/design/DesignPage.tsx', cache: 'personal', params: [], indexed: false },
  { id: 'articles-too', path: 'articles', file: 'app/web/pages/content/ArticlesPage.tsx', cache: 'shared', params: [], indexed: false },
  { id: 'articles', path: 'vino-articles', file: 'app/web/pages/content/ArticlesPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'article', path: 'vino-articles/:slug', file: 'app/web/pages/content/ArticlePage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'events', path: 'events', file: 'app/web/pages/content/EventsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'whisky-event',
    path: 'events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/*',
    file: 'app/web/pages/content/EventPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'event', path: 'events/:slug', file: 'app/web/pages/content/EventPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'collections', path: 'collections', file: 'app/web/pages/content/CollectionsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'collection',
    path: 'collections/:slug',
    file: 'app/web/pages/content/SavedSearchPage.tsx',
    cache: 'shared',
    params: LIST_PARAMS,
    indexed: true,
  },
  {
    id: 'open-offer',
    path: 'open-offers/:slug',
    file: 'app/web/pages/content/OpenOfferPage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  {
    id: 'secret-offer',
    path: 'secret-offers/:slug',
    file: 'app/web/pages/content/OpenOfferPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'gift-cards', path: 'gift-cards', file: 'app/web/pages/content/GiftCardPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'gift-card-balance',
    path: 'gift-cards/balance',
    file: 'app/web/pages/GiftCardBalancePage.tsx',
    cache: 'shared',
    params: [],
    indexed: true,
  },
  { id: 'wine-clubs', path: 'wine-clubs', file: 'app/web/pages/wine-clubs/WineClubsPage.tsx', cache: 'shared', params: [], indexed: true },
  {
    id: 'club-checkout',
    path: 'wine-clubs/checkout/*',
    file: 'app/web/pages/wine-clubs/ClubCheckoutPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  {
    id: 'club-success',
    path: 'wine-clubs/success',
    file: 'app/web/pages/wine-clubs/ClubSuccessPage.tsx',
    cache: 'shared',
    params: [],
    indexed: false,
  },
  { id: 'club', path: 'wine-clubs/:slug', file: 'app/web/pages/wine-clubs/ClubPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'content', path: ':slug', file: 'app/web/pages/content/ContentPage.tsx', cache: 'shared', params: [], indexed: true },
  { id: 'not-found', path: '*', file: 'app/web/pages/NotFoundPage.tsx', cache: 'shared', params: [], indexed: false },
];
