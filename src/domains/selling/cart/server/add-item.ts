/** Adds one case of an offer to a cart, or creates a cart with it. */
import { randomUUID } from 'node:crypto';
import { isOnSale, isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import { saveCartId } from '#domains/customers/identity/server/customer.repository.ts';
import { type GiftDetails, isForSame } from '#domains/selling/gift-cards/model/gift-details.ts';
import { isGiftDay } from '#domains/selling/gift-cards/model/validate-gift.ts';
import { claimIdempotencyKey, keyScope, storeResponse } from '#lib/db/idempotency.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { limitValues } from '../messages/errors.ts';
import { type CartLine, isGiftLine } from '../model/cart.ts';
import { findLimitError } from '../model/purchase-limits.ts';
import {
  cartOfCustomer,
  findRemovedGift,
  insertCart,
  insertLine,
  isStillAnonymous,
  lockCustomer,
  setGiftDetails,
  setQuantity,
} from './cart.repository.ts';
import { findCustomerHome, type RequestedOffer } from './cart-contents.repository.ts';
import { cartLines } from './cart-state.ts';
import { type Changed, commitCart, type LockedCart, lockCart, mutateCart, showCart, withRegion } from './mutate-cart.ts';
import type { SaleOffer } from './offer-cache.ts';
import { type FoundCart, readLockedCart, toLine } from './read-cart.ts';

/** Minutes for which a guest's `create-cart` is replayed. Guests share their key's scope with others at the same IP address. */
const GUEST_REPLAY_MINUTES = 10;

/** The recipient of a gift card: entered now, or that of a removed line which is restored. */
export interface GiftInput {
  readonly gift?: GiftDetails;
  readonly giftOf?: string;
}

/** The server reads only the ids of an offer [CART-30]. */
export interface AddItemInput extends GiftInput {
  readonly offer: { readonly offerId?: string | undefined; readonly objectID?: string | undefined };
  readonly productId: number;
}

const toRequestedOffer = ({ offer, productId }: AddItemInput): RequestedOffer => ({
  offerId: offer.offerId ?? offer.objectID ?? null,
  productId,
});

const giftInputOf = ({ gift, giftOf }: GiftInput): GiftInput => ({ ...(gift && { gift }), ...(giftOf !== undefined && { giftOf }) });

/** Returns the offer if this shopper can buy it now [CAT-19, CAT-20]. */
function buyableOffer(offer: SaleOffer | null, context: CallContext, shopper: Shopper) {
  if (!offer || !isVisible(offer, context.site.market, shopper)) return fail('offer_not_eligible');
  if (needsLogin(offer, shopper)) return fail('offer_needs_login');
  if (!isOnSale(offer, Date.now())) return fail('offer_not_eligible');
  if (offer.level - offer.reserved <= 0 || offer.inventoryStatus === 'SOLD_OUT') return fail('sold_out');
  return offer;
}

/** Returns the gift details of a gift card, if it has a recipient. */
async function findGiftDetails(transaction: Transaction, offer: SaleOffer, { gift, giftOf }: GiftInput, market: Market) {
  if (!isGiftLine({ offer: offer.summary })) return undefined;
  const details = gift ?? (giftOf === undefined ? null : await findRemovedGift(transaction, giftOf, offer.offerId));
  if (details && !isGiftDay(details.sendOn, todayIn(market, new Date()))) return fail('gift_day');
  return details ?? undefined;
}

const withLines = (lines: readonly CartLine[]): Changed => ({ lines });

/** Adds one case of an offer to the lines [CART-10] [CART-41] [CART-42]. */
function addCase(transaction: Transaction, cart: LockedCart, offer: SaleOffer, gift: GiftDetails | undefined) {
  const existing = cart.lines.find((line) => line.offerId === offer.offerId && isForSame(line.gift, gift));
  const id = existing?.id ?? randomUUID();
  const quantity = (existing?.quantity ?? 0) + 1;
  const error = findLimitError(cart.lines, { ...offer, id, quantity, availableStock: offer.level - offer.reserved });
  if (error?.reason === 'purchase_limit') return fail('purchase_limit', limitValues(error.limit));
  if (error) return fail('sold_out');
  if (existing) {
    const line = { ...existing, quantity, ...(gift && { gift }) };
    setQuantity(transaction, id, quantity);
    if (gift) setGiftDetails(transaction, id, gift);
    return withLines(cart.lines.map((other) => (other === existing ? line : other)));
  }
  const line = toLine({ ...offer, id, quantity, ...(gift && { gift }) }, true);
  insertLine(transaction, cart.row.id, line);
  return withLines([...cart.lines, line]);
}

async function addRequested(transaction: Transaction, cart: LockedCart, context: CallContext, shopper: Shopper, input: GiftInput) {
  const offer = buyableOffer(cart.contents.requested, context, shopper);
  if (offer instanceof Failure) return offer;
  const gift = await findGiftDetails(transaction, offer, input, context.site.market);
  return gift instanceof Failure ? gift : addCase(transaction, cart, offer, gift);
}

/** Adds one case of an offer to a cart [CART-29]. */
export function addItem(
  database: Database,
  context: CallContext,
  shopper: Shopper,
  { cartId, ...input }: AddItemInput & { readonly cartId: string },
) {
  const requested = toRequestedOffer(input);
  const mutation = { context, shopper, call: 'add-cart-item', input: { ...requested, cartId, ...giftInputOf(input) }, cartId, requested };
  return mutateCart(database, mutation, (transaction, cart) => addRequested(transaction, cart, context, shopper, input));
}

/**
 * Locks the customer's cart, or inserts a new one. A customer has one cart in a market: creating another adds to it. The
 * account stores the cart's id in the same transaction.
 */
async function ownOrNewCart(
  transaction: Transaction,
  newId: string,
  market: Market,
  shopper: Shopper,
  requested: RequestedOffer,
): Promise<{ found: FoundCart | null; isNew: boolean }> {
  const { customerId } = shopper;
  if (customerId !== 0) {
    await lockCustomer(transaction, customerId, market);
    const own = await cartOfCustomer(transaction, customerId, market);
    const found = own === null ? null : await lockCart(transaction, { market, shopper, cartId: own, requested });
    await saveCartId(transaction, { id: customerId, market }, found?.row.id ?? newId);
    if (found) return { found, isNew: false };
  }
  insertCart(transaction, newId, market, customerId);
  return { found: await readLockedCart(transaction, newId, market, requested), isNew: true };
}

/** Creates a cart with one case of an offer [CART-29]. */
export function createCart(database: Database, context: CallContext, shopper: Shopper, input: AddItemInput) {
  const requested = toRequestedOffer(input);
  const newId = randomUUID();
  const { market } = context.site;
  const once = {
    scope: keyScope('create-cart', shopper.customerId, context.ip),
    key: context.idempotencyKey,
    input: { market, ...requested, ...giftInputOf(input) },
    ...(shopper.customerId === 0 && { replayMinutes: GUEST_REPLAY_MINUTES }),
  };
  return database.transaction(async (transaction) => {
    const replay = await claimIdempotencyKey(transaction, once, { cartId: newId });
    if (replay && (shopper.customerId !== 0 || (await isStillAnonymous(transaction, replay.cartId))))
      return showCart(transaction, context, shopper, replay.cartId);
    if (replay) await storeResponse(transaction, once, { cartId: newId });
    const [home, { found, isNew }] = await Promise.all([
      findCustomerHome(transaction, shopper, market),
      ownOrNewCart(transaction, newId, market, shopper, requested),
    ]);
    if (!found) throw new Error('The cart disappeared after it was created or locked.');
    const cart = { ...found, row: withRegion(found.row, home, shopper), lines: cartLines(found.contents, Date.now()), home };
    const changed = await addRequested(transaction, cart, context, shopper, input);
    if (changed instanceof Failure) return changed;
    if (!isNew) await storeResponse(transaction, once, { cartId: found.row.id });
    return commitCart(transaction, { context, shopper }, cart, changed);
  });
}
