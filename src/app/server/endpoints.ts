/** The calls of the shop as a table: contract → handlers. Everything that is served under /api stands here. */

import { accessContract } from '../../access/contract.ts';
import { accessHandlers } from '../../access/server/handlers.ts';
import { isProof, PAYWALL_PROOFS } from '../../access/server/paywall.ts';
import { PREVIEW_CODES } from '../../access/server/preview-signature.ts';
import { cardContract } from '../../account/card-contract.ts';
import { accountContract } from '../../account/contract.ts';
import { creditContract } from '../../account/credit-contract.ts';
import { cardHandlers } from '../../account/server/card-handlers.ts';
import { creditHandlers } from '../../account/server/credit-handlers.ts';
import { accountHandlers } from '../../account/server/handlers.ts';
import { cartContract } from '../../cart/contract.ts';
import { cartJson } from '../../cart/server/cart-json.ts';
import { findCart } from '../../cart/server/cart-repository.ts';
import { cartHandlers } from '../../cart/server/handlers.ts';
import { catalogueContract } from '../../catalogue/contract.ts';
import { catalogueHandlers } from '../../catalogue/server/handlers.ts';
import { checkoutContract } from '../../checkout/contract.ts';
import { oneClickContract } from '../../checkout/one-click-contract.ts';
import { checkoutHandlers } from '../../checkout/server/handlers.ts';
import { oneClickHandlers } from '../../checkout/server/one-click.ts';
import { consentContract } from '../../consent/contract.ts';
import { consentHandlers } from '../../consent/server/handlers.ts';
import { UNSUBSCRIBE_LINKS } from '../../consent/server/unsubscribe-token.ts';
import { contentContract } from '../../content/contract.ts';
import { type ContentServices, contentHandlers } from '../../content/server/handlers.ts';
import { promotionContract } from '../../coupons/contract.ts';
import { promotionHandlers } from '../../coupons/server/handlers.ts';
import { contactReader } from '../../crm/server/hubspot.ts';
import { errorReportContract } from '../../error-reports/contract.ts';
import { errorReportHandlers } from '../../error-reports/server/handlers.ts';
import { favouriteContract } from '../../favourites/contract.ts';
import { type HitOf, offersKept } from '../../favourites/server/favourites-repository.ts';
import { favouriteHandlers } from '../../favourites/server/handlers.ts';
import { giftCardContract } from '../../gift-card/contract.ts';
import { giftCardHandlers } from '../../gift-card/server/handlers.ts';
import { identityContract } from '../../identity/contract.ts';
import { identityHandlers } from '../../identity/server/handlers.ts';
import type { CanOwnCart } from '../../identity/server/metadata.ts';
import { loyaltyContract } from '../../loyalty/contract.ts';
import { loyaltyHandlers } from '../../loyalty/server/handlers.ts';
import { mailboxContract } from '../../mailbox/contract.ts';
import { mailboxHandlers } from '../../mailbox/server/handlers.ts';
import { orderContract } from '../../orders/contract.ts';
import { offersBought } from '../../orders/server/customer-orders.ts';
import { orderHandlers } from '../../orders/server/handlers.ts';
import { type Endpoint, bindHandlers } from '../../platform/server/http/register-calls.ts';
import { sharedSecret } from '../../platform/server/shared-secret.ts';
import { preferredContract } from '../../preferred-wines/contract.ts';
import { preferredHandlers } from '../../preferred-wines/server/handlers.ts';
import { pushContract } from '../../push/contract.ts';
import { pushHandlers } from '../../push/server/handlers.ts';
import { referralContract } from '../../referral/contract.ts';
import { referralHandlers } from '../../referral/server/handlers.ts';
import { gatewayContract } from '../../sandbox-gateway/contract.ts';
import { gatewayHandlers } from '../../sandbox-gateway/server/handlers.ts';
import { searchContract } from '../../search/contract.ts';
import { cardOf } from '../../search/list-shape.ts';
import { audienceOf } from '../../search/search-document.ts';
import { searchHandlers } from '../../search/server/handlers.ts';
import { customerKeys } from '../../search/server/hosted-search-facts.ts';
import { shippingContract } from '../../shipping/contract.ts';
import { shippingHandlers } from '../../shipping/server/handlers.ts';
import { membershipContract, wineClubContract } from '../../wine-club/contract.ts';
import { wineClubHandlers } from '../../wine-club/server/handlers.ts';
import { membershipHandlers } from '../../wine-club/server/membership-handlers.ts';
import { LOYALTY_CODES, REFERRAL_CODES } from './loyalty-desk.ts';
import { sellerOf } from './order-mail.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import { oneSignalOf } from './push-rounds.ts';
import type { AppServices } from './services.ts';

/** A cart that a customer may hold: a guest's, or their own. */
const canOwnCart =
  ({ database }: AppServices): CanOwnCart =>
  async (cartId, market, customerId) => {
    const cart = await findCart(database, cartId, market);
    return cart !== null && (cart.customer_id === 0 || cart.customer_id === customerId);
  };

/** An offer as a shopper may buy it now, out of the search index. */
const findHit =
  ({ search }: AppServices): HitOf =>
  (market, shopper, offerId) => {
    const found = search.of(market).get(offerId, audienceOf(market, shopper));
    return found ? cardOf(found) : null;
  };

/** Whether a shopper may know of an offer that is on sale now. */
const knowsOffer =
  ({ search }: AppServices): ContentServices['knows'] =>
  (market, shopper, offerId) =>
    Boolean(search.of(market).get(offerId, audienceOf(market, shopper)));

export const endpoints = (shop: AppServices): Endpoint[] => [
  ...bindHandlers(catalogueContract, catalogueHandlers(shop.offers, shop.auth)),
  ...bindHandlers(searchContract, searchHandlers(shop.search, shop.auth, customerKeys(shop.config, shop.searchKeys))),
  ...bindHandlers(shippingContract, shippingHandlers(shop.estimates, shop.subdivisionOf)),
  ...bindHandlers(favouriteContract, favouriteHandlers(shop.database, shop.auth, findHit(shop))),
  ...bindHandlers(
    contentContract,
    contentHandlers({
      shelf: shop.content,
      auth: shop.auth,
      entries: shop.forms,
      knows: knowsOffer(shop),
      isOpenedBy: async (page, proof) => isProof(await sharedSecret(shop.database, PAYWALL_PROOFS), page, proof),
    }),
  ),
  ...bindHandlers(
    accessContract,
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
  ...bindHandlers(
    preferredContract,
    preferredHandlers({
      indexes: shop.search,
      auth: shop.auth,
      boughtBy: (customerId, market) => offersBought(shop.database, customerId, market),
      keptBy: (customerId, market) => offersKept(shop.database, customerId, market),
    }),
  ),
  ...bindHandlers(
    loyaltyContract,
    loyaltyHandlers({
      database: shop.database,
      auth: shop.auth,
      codeSecret: () => sharedSecret(shop.database, LOYALTY_CODES),
      onReached: shop.onTierReached,
    }),
  ),
  ...bindHandlers(
    referralContract,
    referralHandlers({ database: shop.database, auth: shop.auth, secret: () => sharedSecret(shop.database, REFERRAL_CODES) }),
  ),
  ...bindHandlers(cartContract, cartHandlers(shop.database, shop.auth), cartJson),
  ...bindHandlers(giftCardContract, giftCardHandlers(shop.database)),
  ...bindHandlers(promotionContract, promotionHandlers(shop.database, shop.auth)),
  ...bindHandlers(checkoutContract, checkoutHandlers(shop.books, shop.auth, shop.localities)),
  ...bindHandlers(
    oneClickContract,
    oneClickHandlers(shop.books, shop.auth, () => sharedSecret(shop.database, 'one-click')),
  ),
  ...bindHandlers(
    orderContract,
    orderHandlers(shop.database, (market) => sellerOf(shop.config, market)),
  ),
  ...bindHandlers(wineClubContract, wineClubHandlers(shop.database, shop.auth, findHit(shop))),
  ...bindHandlers(membershipContract, membershipHandlers({ desk: shop.clubs, auth: shop.auth, hitOf: findHit(shop), localities: shop.localities })),
  ...bindHandlers(
    identityContract,
    identityHandlers({
      config: shop.config,
      database: shop.database,
      auth: shop.auth,
      queueMail: shop.identity.queueMail,
      mayHoldCart: canOwnCart(shop),
      readContact: contactReader(shop.config),
    }),
  ),
  ...bindHandlers(
    accountContract,
    accountHandlers({
      database: shop.database,
      auth: shop.auth,
      localities: shop.localities,
      queueMail: shop.identity.queueMail,
      personalData: PERSONAL_DATA,
      clubs: shop.clubs,
    }),
  ),
  ...bindHandlers(
    consentContract,
    consentHandlers(shop.database, () => sharedSecret(shop.database, UNSUBSCRIBE_LINKS)),
  ),
  ...bindHandlers(cardContract, cardHandlers(shop.clubs, shop.auth)),
  ...bindHandlers(creditContract, creditHandlers(shop.database, shop.auth)),
  ...bindHandlers(
    pushContract,
    pushHandlers({ database: shop.database, auth: shop.auth, services: shop.config.PUSH_SERVICES, vendor: oneSignalOf(shop.config) }),
  ),
  ...bindHandlers(errorReportContract, errorReportHandlers(shop.database)),
  ...bindHandlers(gatewayContract, gatewayHandlers(shop.gateway)),
  ...bindHandlers(mailboxContract, mailboxHandlers(shop.database, shop.config)),
];
