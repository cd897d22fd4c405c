/** The calls of the shop as a table: contract → handlers. Everything that is served under /api stands here. */

import { accessCalls } from '../../access/contract.ts';
import { accessHandlers } from '../../access/server/handlers.ts';
import { isProof, PAYWALL_PROOFS } from '../../access/server/paywall.ts';
import { PREVIEW_CODES } from '../../access/server/preview-signature.ts';
import { cardCalls } from '../../account/card-contract.ts';
import { accountCalls } from '../../account/contract.ts';
import { creditCalls } from '../../account/credit-contract.ts';
import { cardHandlers } from '../../account/server/card-handlers.ts';
import { creditHandlers } from '../../account/server/credit-handlers.ts';
import { accountHandlers } from '../../account/server/handlers.ts';
import { cartCalls } from '../../cart/contract.ts';
import { cartJson } from '../../cart/server/cart-json.ts';
import { findCart } from '../../cart/server/cart-repository.ts';
import { cartHandlers } from '../../cart/server/handlers.ts';
import { catalogueCalls } from '../../catalogue/contract.ts';
import { catalogueHandlers } from '../../catalogue/server/handlers.ts';
import { checkoutCalls } from '../../checkout/contract.ts';
import { oneClickCalls } from '../../checkout/one-click-contract.ts';
import { checkoutHandlers } from '../../checkout/server/handlers.ts';
import { oneClickHandlers } from '../../checkout/server/one-click.ts';
import { consentCalls } from '../../consent/contract.ts';
import { consentHandlers } from '../../consent/server/handlers.ts';
import { UNSUBSCRIBE_LINKS } from '../../consent/server/unsubscribe-token.ts';
import { contentCalls } from '../../content/contract.ts';
import { type ContentServices, contentHandlers } from '../../content/server/handlers.ts';
import { promotionCalls } from '../../coupons/contract.ts';
import { promotionHandlers } from '../../coupons/server/handlers.ts';
import { contactReader } from '../../crm/server/hubspot.ts';
import { errorReportCalls } from '../../error-reports/contract.ts';
import { errorReportHandlers } from '../../error-reports/server/handlers.ts';
import { favouriteCalls } from '../../favourites/contract.ts';
import { type HitOf, offersKept } from '../../favourites/server/favourites-repository.ts';
import { favouriteHandlers } from '../../favourites/server/handlers.ts';
import { giftCardCalls } from '../../gift-card/contract.ts';
import { giftCardHandlers } from '../../gift-card/server/handlers.ts';
import { identityCalls } from '../../identity/contract.ts';
import { identityHandlers } from '../../identity/server/handlers.ts';
import type { MayHoldCart } from '../../identity/server/metadata.ts';
import { loyaltyCalls } from '../../loyalty/contract.ts';
import { loyaltyHandlers } from '../../loyalty/server/handlers.ts';
import { mailboxCalls } from '../../mailbox/contract.ts';
import { mailboxHandlers } from '../../mailbox/server/handlers.ts';
import { orderCalls } from '../../orders/contract.ts';
import { offersBought } from '../../orders/server/customer-orders.ts';
import { orderHandlers } from '../../orders/server/handlers.ts';
import { type BoundCall, bind } from '../../platform/server/http/register-calls.ts';
import { sharedSecret } from '../../platform/server/shared-secret.ts';
import { preferredCalls } from '../../preferred-wines/contract.ts';
import { preferredHandlers } from '../../preferred-wines/server/handlers.ts';
import { pushCalls } from '../../push/contract.ts';
import { pushHandlers } from '../../push/server/handlers.ts';
import { referralCalls } from '../../referral/contract.ts';
import { referralHandlers } from '../../referral/server/handlers.ts';
import { gatewayCalls } from '../../sandbox-gateway/contract.ts';
import { gatewayHandlers } from '../../sandbox-gateway/server/handlers.ts';
import { searchCalls } from '../../search/contract.ts';
import { cardOf } from '../../search/list-shape.ts';
import { audienceOf } from '../../search/search-document.ts';
import { searchHandlers } from '../../search/server/handlers.ts';
import { customerKeys } from '../../search/server/hosted-search-facts.ts';
import { shippingCalls } from '../../shipping/contract.ts';
import { shippingHandlers } from '../../shipping/server/handlers.ts';
import { membershipCalls, wineClubCalls } from '../../wine-club/contract.ts';
import { wineClubHandlers } from '../../wine-club/server/handlers.ts';
import { membershipHandlers } from '../../wine-club/server/membership-handlers.ts';
import { LOYALTY_CODES, REFERRAL_CODES } from './loyalty-desk.ts';
import { sellerOf } from './order-mail.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { oneSignalOf } from './push-rounds.ts';
import type { Shop } from './services.ts';

/** A cart that a customer may hold: a guest's, or their own. */
const mayHoldCart =
  ({ database }: Shop): MayHoldCart =>
  async (cartId, market, customerId) => {
    const cart = await findCart(database, cartId, market);
    return cart !== null && (cart.customer_id === 0 || cart.customer_id === customerId);
  };

/** An offer as a shopper may buy it now, out of the search index. */
const hitOf =
  ({ search }: Shop): HitOf =>
  (market, shopper, offerId) => {
    const found = search.of(market).get(offerId, audienceOf(market, shopper));
    return found ? cardOf(found) : null;
  };

/** Whether a shopper may know of an offer that is on sale now. */
const knowsOffer =
  ({ search }: Shop): ContentServices['knows'] =>
  (market, shopper, offerId) =>
    Boolean(search.of(market).get(offerId, audienceOf(market, shopper)));

export const endpoints = (shop: Shop): BoundCall[] => [
  ...bind(catalogueCalls, catalogueHandlers(shop.offers, shop.auth)),
  ...bind(searchCalls, searchHandlers(shop.search, shop.auth, customerKeys(shop.config, shop.searchKeys))),
  ...bind(shippingCalls, shippingHandlers(shop.estimates, shop.subdivisionOf)),
  ...bind(favouriteCalls, favouriteHandlers(shop.database, shop.auth, hitOf(shop))),
  ...bind(
    contentCalls,
    contentHandlers({
      shelf: shop.content,
      auth: shop.auth,
      entries: shop.forms,
      knows: knowsOffer(shop),
      isOpenedBy: async (page, proof) => isProof(await sharedSecret(shop.database, PAYWALL_PROOFS), page, proof),
    }),
  ),
  ...bind(
    accessCalls,
    accessHandlers({
      database: shop.database,
      auth: shop.auth,
      offers: shop.offers,
      shelf: shop.content,
      staffDomain: shop.config.STAFF_DOMAIN,
      previewSecret: () => sharedSecret(shop.database, PREVIEW_CODES),
      proofSecret: () => sharedSecret(shop.database, PAYWALL_PROOFS),
    }),
  ),
  ...bind(
    preferredCalls,
    preferredHandlers({
      indexes: shop.search,
      auth: shop.auth,
      boughtBy: (customerId, market) => offersBought(shop.database, customerId, market),
      keptBy: (customerId, market) => offersKept(shop.database, customerId, market),
    }),
  ),
  ...bind(
    loyaltyCalls,
    loyaltyHandlers({
      database: shop.database,
      auth: shop.auth,
      codeSecret: () => sharedSecret(shop.database, LOYALTY_CODES),
      onReached: shop.onTierReached,
    }),
  ),
  ...bind(
    referralCalls,
    referralHandlers({ database: shop.database, auth: shop.auth, secret: () => sharedSecret(shop.database, REFERRAL_CODES) }),
  ),
  ...bind(cartCalls, cartHandlers(shop.database, shop.auth), cartJson),
  ...bind(giftCardCalls, giftCardHandlers(shop.database)),
  ...bind(promotionCalls, promotionHandlers(shop.database, shop.auth)),
  ...bind(checkoutCalls, checkoutHandlers(shop.books, shop.auth, shop.localities)),
  ...bind(
    oneClickCalls,
    oneClickHandlers(shop.books, shop.auth, () => sharedSecret(shop.database, 'one-click')),
  ),
  ...bind(
    orderCalls,
    orderHandlers(shop.database, (market) => sellerOf(shop.config, market)),
  ),
  ...bind(wineClubCalls, wineClubHandlers(shop.database, shop.auth, hitOf(shop))),
  ...bind(membershipCalls, membershipHandlers({ desk: shop.clubs, auth: shop.auth, hitOf: hitOf(shop), localities: shop.localities })),
  ...bind(
    identityCalls,
    identityHandlers({
      config: shop.config,
      database: shop.database,
      auth: shop.auth,
      queueMail: shop.identity.queueMail,
      mayHoldCart: mayHoldCart(shop),
      readContact: contactReader(shop.config),
    }),
  ),
  ...bind(
    accountCalls,
    accountHandlers({
      database: shop.database,
      auth: shop.auth,
      localities: shop.localities,
      queueMail: shop.identity.queueMail,
      personalData: PERSONAL_DATA,
      clubs: shop.clubs,
    }),
  ),
  ...bind(
    consentCalls,
    consentHandlers(shop.database, () => sharedSecret(shop.database, UNSUBSCRIBE_LINKS)),
  ),
  ...bind(cardCalls, cardHandlers(shop.clubs, shop.auth)),
  ...bind(creditCalls, creditHandlers(shop.database, shop.auth)),
  ...bind(
    pushCalls,
    pushHandlers({ database: shop.database, auth: shop.auth, services: shop.config.PUSH_SERVICES, vendor: oneSignalOf(shop.config) }),
  ),
  ...bind(errorReportCalls, errorReportHandlers(shop.database)),
  ...bind(gatewayCalls, gatewayHandlers(shop.gateway)),
  ...bind(mailboxCalls, mailboxHandlers(shop.database, shop.config)),
];
