/** Binds the endpoints of all contracts to their handlers. */

import { catalogueContract } from '#domains/catalogue/contract.ts';
import { catalogueHandlers } from '#domains/catalogue/server/handlers.ts';
import { contentContract } from '#domains/content/contract.ts';
import { type ContentServices, contentHandlers } from '#domains/content/server/handlers.ts';
import { accessContract } from '#domains/customers/access/contract.ts';
import { accessHandlers } from '#domains/customers/access/server/handlers.ts';
import { isProof, PAYWALL_PROOFS } from '#domains/customers/access/server/paywall.ts';
import { PREVIEW_CODES } from '#domains/customers/access/server/preview-signature.ts';
import { cardContract } from '#domains/customers/account/card-contract.ts';
import { accountContract } from '#domains/customers/account/contract.ts';
import { creditContract } from '#domains/customers/account/credit-contract.ts';
import { cardHandlers } from '#domains/customers/account/server/card-handlers.ts';
import { creditHandlers } from '#domains/customers/account/server/credit-handlers.ts';
import { accountHandlers } from '#domains/customers/account/server/handlers.ts';
import { consentContract } from '#domains/customers/consent/contract.ts';
import { consentHandlers } from '#domains/customers/consent/server/handlers.ts';
import { UNSUBSCRIBE_LINKS } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { identityHandlers } from '#domains/customers/identity/server/handlers.ts';
import type { CanOwnCart } from '#domains/customers/identity/server/metadata.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { loyaltyHandlers } from '#domains/customers/loyalty/server/handlers.ts';
import { LOYALTY_CODES } from '#domains/customers/loyalty/server/tier-code.ts';
import { referralContract } from '#domains/customers/referrals/contract.ts';
import { referralHandlers } from '#domains/customers/referrals/server/handlers.ts';
import { REFERRAL_CODES } from '#domains/customers/referrals/server/referral-code.ts';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import { type FindHit, readFavouriteOffers } from '#domains/discovery/favourites/server/favourite.repository.ts';
import { favouriteHandlers } from '#domains/discovery/favourites/server/handlers.ts';
import { preferredContract } from '#domains/discovery/preferred-wines/contract.ts';
import { preferredHandlers } from '#domains/discovery/preferred-wines/server/handlers.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { cardOf } from '#domains/discovery/search/model/list-shape.ts';
import { audienceOf } from '#domains/discovery/search/model/search-document.ts';
import { searchHandlers } from '#domains/discovery/search/server/handlers.ts';
import { customerKeys } from '#domains/discovery/search/server/hosted-search-config.ts';
import { contactReader } from '#domains/outbound/crm/server/hubspot.ts';
import { mailboxContract } from '#domains/outbound/dev-mailbox/contract.ts';
import { mailboxHandlers } from '#domains/outbound/dev-mailbox/server/handlers.ts';
import { errorReportContract } from '#domains/outbound/error-reports/contract.ts';
import { errorReportHandlers } from '#domains/outbound/error-reports/server/handlers.ts';
import { pushContract } from '#domains/outbound/push/contract.ts';
import { pushHandlers } from '#domains/outbound/push/server/handlers.ts';
import { createOneSignal } from '#domains/outbound/push/server/onesignal.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { findCart } from '#domains/selling/cart/server/cart.repository.ts';
import { cartHandlers } from '#domains/selling/cart/server/handlers.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { checkoutHandlers } from '#domains/selling/checkout/server/handlers.ts';
import { oneClickHandlers } from '#domains/selling/checkout/server/one-click.ts';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { ruleOf } from '#domains/selling/claims/model/claim-rule.ts';
import { claimHandlers } from '#domains/selling/claims/server/handlers.ts';
import { findOwnOrder } from '#domains/selling/claims/server/order-access.ts';
import { membershipContract, wineClubContract } from '#domains/selling/clubs/contract.ts';
import { type FindHit as FindClubCase, wineClubHandlers } from '#domains/selling/clubs/server/club-handlers.ts';
import { membershipHandlers } from '#domains/selling/clubs/server/membership-handlers.ts';
import { giftCardContract } from '#domains/selling/gift-cards/contract.ts';
import { giftCardHandlers } from '#domains/selling/gift-cards/server/handlers.ts';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { offersBought } from '#domains/selling/orders/server/customer-order.repository.ts';
import { createExpectedDelivery } from '#domains/selling/orders/server/expected-delivery.ts';
import { orderHandlers } from '#domains/selling/orders/server/handlers.ts';
import { trackingHandlers } from '#domains/selling/orders/server/tracking-handlers.ts';
import { trackingContract } from '#domains/selling/orders/tracking-contract.ts';
import { gatewayEndpoints } from '#domains/selling/payments/server/gateways.ts';
import { promotionContract } from '#domains/selling/promotions/contract.ts';
import { promotionHandlers } from '#domains/selling/promotions/server/handlers.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { shippingHandlers } from '#domains/selling/shipping/server/handlers.ts';
import { CLAIMS } from '#domains/settings/model/groups/claims.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { REFERRALS } from '#domains/settings/model/groups/referrals.ts';
import { bindHandlers, type Endpoint } from '#lib/http/register-endpoints.ts';
import { sellerOf } from '#lib/server/market-settings.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { AppServices } from './create-services.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/** Creates the check that a customer may use a cart: a guest's cart or the customer's own. */
const canOwnCart =
  ({ database }: AppServices): CanOwnCart =>
  async (cartId, market, customerId) => {
    const cart = await findCart(database, cartId, market);
    return cart !== null && (cart.customer_id === 0 || cart.customer_id === customerId);
  };

/** Creates the lookup of an offer that a shopper may buy now. */
const findHit =
  ({ search }: AppServices): FindHit =>
  async (market, shopper, offerId) => {
    await search.load([offerId]);
    const found = search.get(market, offerId, audienceOf(market, shopper));
    return found && cardOf(found);
  };

/** Creates the check that an offer is on sale and visible to a shopper. */
const knowsOffer =
  ({ search }: AppServices): ContentServices['knows'] =>
  (market, shopper, offerId) =>
    search.get(market, offerId, audienceOf(market, shopper)) !== null;

/** Creates the lookup of cases of clubs. */
const findCase =
  ({ search }: AppServices): FindClubCase =>
  (market, shopper, offerId) => {
    const found = search.get(market, offerId, audienceOf(market, shopper));
    return found && cardOf(found);
  };

/** Returns all endpoints of the shop. */
export const endpoints = (services: AppServices): Endpoint[] => [
  ...bindHandlers(catalogueContract, catalogueHandlers(services.offers, services.auth)),
  ...bindHandlers(searchContract, searchHandlers(services.search, services.auth, customerKeys(services.config, services.searchKeys))),
  ...bindHandlers(shippingContract, shippingHandlers(services)),
  ...bindHandlers(favouriteContract, favouriteHandlers(services.database, services.auth, findHit(services))),
  ...bindHandlers(
    contentContract,
    contentHandlers({
      pages: services.content,
      auth: services.auth,
      entries: services.forms,
      load: (offerIds) => services.search.load(offerIds),
      knows: knowsOffer(services),
      isOpenedBy: async (page, unlockToken) => isProof(await sharedSecret(services.database, PAYWALL_PROOFS), page, unlockToken),
    }),
  ),
  ...bindHandlers(
    accessContract,
    accessHandlers({
      database: services.database,
      auth: services.auth,
      offers: services.offers,
      pages: services.content,
      staffDomain: services.config.STAFF_EMAIL_DOMAIN,
      previewSecret: () => sharedSecret(services.database, PREVIEW_CODES),
      proofSecret: () => sharedSecret(services.database, PAYWALL_PROOFS),
    }),
  ),
  ...bindHandlers(
    preferredContract,
    preferredHandlers({
      indexes: services.search,
      auth: services.auth,
      boughtBy: (customerId, market) => offersBought(services.database, customerId, market),
      favouritesOf: (customerId, market) => readFavouriteOffers(services.database, customerId, market),
    }),
  ),
  ...bindHandlers(
    loyaltyContract,
    loyaltyHandlers({
      database: services.database,
      settings: services.settings,
      auth: services.auth,
      codeSecret: () => sharedSecret(services.database, LOYALTY_CODES),
      onReached: services.onTierReached,
    }),
  ),
  ...bindHandlers(
    referralContract,
    referralHandlers({
      database: services.database,
      auth: services.auth,
      secret: () => sharedSecret(services.database, REFERRAL_CODES),
      terms: (market) => services.settings.current().read(REFERRALS, market),
    }),
  ),
  ...bindHandlers(cartContract, cartHandlers(services.database, services.auth)),
  ...bindHandlers(giftCardContract, giftCardHandlers(services.database)),
  ...bindHandlers(promotionContract, promotionHandlers(services.database, services.auth)),
  ...bindHandlers(checkoutContract, checkoutHandlers(services.checkoutDeps, services.auth, services.localities)),
  ...bindHandlers(
    oneClickContract,
    oneClickHandlers(services.checkoutDeps, services.auth, () => sharedSecret(services.database, 'one-click')),
  ),
  ...bindHandlers(
    orderContract,
    orderHandlers(services.database, (market) => sellerOf(services.configNow(), market), createExpectedDelivery(services)),
  ),
  ...bindHandlers(
    claimContract,
    claimHandlers(services.orderDeps, findOwnOrder(services.database, services.auth), (market) =>
      ruleOf(services.settings.current().read(CLAIMS, market)),
    ),
  ),
  ...bindHandlers(
    trackingContract,
    trackingHandlers(services.orderDeps, (market) => sellerOf(services.configNow(), market), createExpectedDelivery(services)),
  ),
  ...bindHandlers(
    wineClubContract,
    wineClubHandlers({
      database: services.database,
      auth: services.auth,
      load: (offerIds) => services.search.load(offerIds),
      findHit: findCase(services),
      clubRules: services.clubDeps.clubRules,
    }),
  ),
  ...bindHandlers(
    membershipContract,
    membershipHandlers({ deps: services.clubDeps, auth: services.auth, findHit: findCase(services), localities: services.localities }),
  ),
  ...bindHandlers(
    identityContract,
    identityHandlers({
      config: services.config,
      database: services.database,
      auth: services.auth,
      queueMail: services.identity.queueMail,
      canOwnCart: canOwnCart(services),
      readContact: contactReader(services.config),
    }),
  ),
  ...bindHandlers(
    accountContract,
    accountHandlers({
      database: services.database,
      auth: services.auth,
      localities: services.localities,
      queueMail: services.identity.queueMail,
      personalData: PERSONAL_DATA,
      clubs: services.clubDeps,
    }),
  ),
  ...bindHandlers(
    consentContract,
    consentHandlers(services.database, () => sharedSecret(services.database, UNSUBSCRIBE_LINKS)),
  ),
  ...bindHandlers(cardContract, cardHandlers(services.clubDeps, services.auth)),
  ...bindHandlers(
    creditContract,
    creditHandlers(services.database, services.auth, ({ id }) => services.settings.current().read(IDENTITY, id).name),
  ),
  ...bindHandlers(
    pushContract,
    pushHandlers({
      database: services.database,
      auth: services.auth,
      services: services.config.PUSH_EXTRA_ORIGINS,
      vendor: () => createOneSignal(services.config),
    }),
  ),
  ...bindHandlers(errorReportContract, errorReportHandlers(services.database)),
  ...gatewayEndpoints(services.database),
  ...bindHandlers(mailboxContract, mailboxHandlers(services.database, services.config)),
];
