/**
 * Routes of the pages, which guests may open [CONT-2]. Paths match in any letter case, exact ones before patterns [CONT-26]. What
 * the server must know of a page beside its path is in `handle` of its module.
 */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { LANDINGS } from './domains/discovery/search/model/landings.ts';

const ACCOUNT_PAGES = [
  index('routes/account/OverviewPage.tsx', { id: 'account-overview' }),
  route('orders', 'routes/account/OrdersPage.tsx', { id: 'account-orders' }),
  route('orders/:id', 'routes/account/AccountOrderPage.tsx', { id: 'account-order' }),
  route('wine-clubs', 'routes/account/WineClubsPage.tsx', { id: 'account-wine-clubs' }),
  route('very-important-mofo', 'routes/account/AccountLoyaltyPage.tsx', { id: 'account-loyalty' }),
  route('referral', 'routes/account/ReferralPage.tsx', { id: 'account-referral' }),
  route('favourites', 'routes/account/AccountFavouritesPage.tsx', { id: 'account-favourites' }),
  route('addresses', 'routes/account/AddressesPage.tsx', { id: 'account-addresses' }),
  route('cards', 'routes/account/CardsPage.tsx', { id: 'account-cards' }),
  route('credit', 'routes/account/CreditPage.tsx', { id: 'account-credit' }),
  route('profile', 'routes/account/ProfilePage.tsx', { id: 'account-profile' }),
  route('email', 'routes/account/EmailPage.tsx', { id: 'account-email' }),
  route('password', 'routes/account/PasswordPage.tsx', { id: 'account-password' }),
  route('devices', 'routes/account/DevicesPage.tsx', { id: 'account-devices' }),
  route('privacy', 'routes/account/PrivacyPage.tsx', { id: 'account-privacy' }),
  route('*', 'routes/account/AccountNotFoundPage.tsx', { id: 'account-not-found' }),
];

export default [
  layout('routes/_shop/ShopLayout.tsx', { id: 'shop' }, [
    index('routes/_shop/HomePage.tsx', { id: 'home' }),
    route('wines', 'routes/_shop/ListPage.tsx', { id: 'wines' }),
    route('spirits', 'routes/_shop/ListPage.tsx', { id: 'spirits' }),
    ...LANDINGS.map(({ path }) => route(`${path}/:slug`, 'routes/_shop/LandingPage.tsx', { id: path })),
    route('wines/:producer/:offer', 'routes/_shop/OfferPage.tsx', { id: 'offer' }),
    route('cart', 'routes/_shop/CartPage.tsx', { id: 'cart' }),
    route('guest-checkout', 'routes/_shop/GuestCheckoutPage.tsx', { id: 'guest-checkout' }),
    route('unsubscribe', 'routes/_shop/UnsubscribePage.tsx', { id: 'unsubscribe' }),
    route('favourites', 'routes/_shop/FavouritesPage.tsx', { id: 'favourites' }),
    route('preferred-wines/*', 'routes/_shop/PreferredWinesPage.tsx', { id: 'preferred-wines' }),
    route('offer-preview', 'routes/_shop/OfferPreviewPage.tsx', { id: 'offer-preview' }),
    route('gift-cards/balance', 'routes/_shop/GiftCardBalancePage.tsx', { id: 'gift-card-balance' }),
    route('offline', 'routes/_shop/OfflinePage.tsx', { id: 'offline' }),

    route('loyalty', 'routes/_shop/loyalty/LoyaltyPage.tsx', { id: 'loyalty' }),
    route('loyalty/:tier', 'routes/_shop/loyalty/LoyaltyTierPage.tsx', { id: 'loyalty-tier' }),
    route('tier-offers', 'routes/_shop/loyalty/TierOffersPage.tsx', { id: 'tier-offers' }),

    route('wine-clubs', 'routes/_shop/clubs/WineClubsPage.tsx', { id: 'wine-clubs' }),
    route('wine-clubs/checkout/*', 'routes/_shop/clubs/ClubCheckoutPage.tsx', { id: 'club-checkout' }),
    route('wine-clubs/success', 'routes/_shop/clubs/ClubSuccessPage.tsx', { id: 'club-success' }),
    route('wine-clubs/:slug', 'routes/_shop/clubs/ClubPage.tsx', { id: 'club' }),

    route('vino-articles', 'routes/_shop/content/ArticlesPage.tsx', { id: 'articles' }),
    route('articles', 'routes/_shop/content/OldArticlesPage.tsx', { id: 'old-articles' }),
    route('vino-articles/:slug', 'routes/_shop/content/ArticlePage.tsx', { id: 'article' }),
    route('events', 'routes/_shop/content/EventsPage.tsx', { id: 'events' }),
    route('events/:slug', 'routes/_shop/content/EventPage.tsx', { id: 'event' }),
    route('events/whiskymofo-and-friends-ep-07-one-day-only', 'routes/_shop/content/WhiskyEventPage.tsx', { id: 'whisky-event-7' }),
    route('events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/*', 'routes/_shop/content/WhiskyEventPage.tsx', {
      id: 'whisky-event',
    }),
    route('event-preview', 'routes/_shop/content/EventPreviewPage.tsx', { id: 'event-preview' }),
    route('collections', 'routes/_shop/content/CollectionsPage.tsx', { id: 'collections' }),
    route('collections/:slug', 'routes/_shop/content/SavedSearchPage.tsx', { id: 'collection' }),
    route('open-offers/:slug', 'routes/_shop/content/OpenOfferPage.tsx', { id: 'open-offer' }),
    route('secret-offers/:slug', 'routes/_shop/content/SecretOfferPage.tsx', { id: 'secret-offer' }),
    route('gift-cards', 'routes/_shop/content/GiftCardPage.tsx', { id: 'gift-cards' }),
    route(':slug', 'routes/_shop/content/ContentPage.tsx', { id: 'content' }),

    route('dev/mailbox', 'routes/_shop/MailboxPage.tsx', { id: 'mailbox' }),
    route('dev/design/*', 'routes/_shop/design/DesignPage.tsx', { id: 'design' }),

    route('account', 'routes/account/AccountLayout.tsx', { id: 'account' }, ACCOUNT_PAGES),
    route('account/rewards', 'routes/account/RewardsRedirect.tsx', { id: 'moved' }),

    route('auth/login', 'routes/_auth/LoginPage.tsx', { id: 'login' }),
    route('auth/login/using-password', 'routes/_auth/PasswordPage.tsx', { id: 'login-password' }),
    route('auth/login/forgot-password', 'routes/_auth/ForgotPage.tsx', { id: 'forgot-password' }),
    route('auth/login/reset-password', 'routes/_auth/ResetPage.tsx', { id: 'reset-password' }),
    route('auth/join', 'routes/_auth/JoinPage.tsx', { id: 'join' }),
    route('auth/verify-email', 'routes/_auth/VerifyPage.tsx', { id: 'verify-email' }),
    route('auth/undo-email-change', 'routes/_auth/UndoEmailPage.tsx', { id: 'undo-email-change' }),
    route('auth/guest-checkout', 'routes/_auth/GuestEmailPage.tsx', { id: 'guest-entry' }),
    route('auth-callback', 'routes/_auth/AuthCallbackPage.tsx', { id: 'auth-callback' }),

    route('track-order', 'routes/_shop/TrackOrderPage.tsx', { id: 'track-order' }),
    route('track-order/order', 'routes/_checkout/LinkedOrderPage.tsx', { id: 'linked-order' }),
    route('order/:id/claim', 'routes/_checkout/ClaimPage.tsx', { id: 'claim' }),
    route('track-order/claim', 'routes/_checkout/ClaimPage.tsx', { id: 'linked-claim' }),
    route('order/:id', 'routes/_checkout/OrderPage.tsx', { id: 'order' }),

    route('*', 'routes/_shop/NotFoundPage.tsx', { id: 'not-found' }),
  ]),
  layout('routes/_checkout/CheckoutLayout.tsx', { id: 'checkout-layout' }, [
    route('checkout/:token', 'routes/_checkout/CheckoutPage.tsx', { id: 'checkout' }),
    route('checkout/:token/return', 'routes/_checkout/PaymentReturnPage.tsx', { id: 'checkout-return' }),
    route('order/:id/payment', 'routes/_checkout/OrderPaymentPage.tsx', { id: 'order-payment' }),
  ]),
  route('sandbox-gateway/pay/:id', 'routes/_checkout/SandboxPaymentPage.tsx', { id: 'pay' }),
] satisfies RouteConfig;
