/**
 * Runs one cart mutation in a transaction: idempotency key, lock, version check, rule, totals [CART-11]. An error rolls all of
 * it back, and the response is sent after the commit, so a confirmed line is never lost [CART-37].
 */
import { GUEST, isVisible } from '#domains/catalogue/model/audience.ts';
import { GUEST_SHOPPER, type Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { CouponErrorCode } from '#domains/selling/promotions/messages.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { formatRemovedCoupon } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { findByCode } from '#domains/selling/promotions/server/promotion.repository.ts';
import { claimIdempotencyKey, keyScope } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { flushCommits } from '#lib/db/transaction-batches.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import type { CartLine } from '../model/cart.ts';
import type { DeclinedGift } from '../model/declined-gifts.ts';
import { formatLineChange, type LineChange, priceChanges } from '../model/line-changes.ts';
import { termsNotices } from '../model/terms-notice.ts';
import { toCartResponse } from '../model/to-cart-response.ts';
import { totalsOf } from '../model/totals.ts';
import { type CartRow, deleteCart, findMergeTarget, lockCartById, saveLastSeenPrices, setDerived } from './cart.repository.ts';
import { type CustomerHome, findCustomerHome, type RequestedOffer } from './cart-contents.repository.ts';
import { type CartReader, cartLines, giftChanges, lastSeenPrices, recalculateCart } from './cart-state.ts';
import { type CartContents, type FoundCart, readCart, readLockedCart } from './read-cart.ts';

/** A requested mutation of a cart. */
export interface CartMutation {
  readonly context: CallContext;
  readonly shopper: Shopper;
  /** Name of the call, for its idempotency key. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cartId: string;
  /** The offer to add, read together with the lines. */
  readonly requested?: RequestedOffer;
  /** The coupon to add, in the form of `couponKey`, read together with the lines. */
  readonly requestedCoupon?: string;
}

/** A locked cart, as a rule receives it. */
export interface LockedCart {
  readonly row: CartRow;
  readonly contents: CartContents;
  readonly lines: readonly CartLine[];
  /** The shopper's default address and card. */
  readonly home: CustomerHome;
  /** The coupon to add; null if it is unknown. */
  readonly coupon?: Promotion | null;
}

/** What a rule changed. Lines and coupons that are left out stay as they are. */
export interface Changed<Rejected extends Failure = never> {
  readonly lines?: readonly CartLine[];
  readonly coupons?: readonly Promotion[];
  /** The coupon that the shopper adds, and the failure of the mutation if it is not valid for the cart. */
  readonly addedCoupon?: Promotion;
  readonly rejectCoupon?: (reason: CouponErrorCode) => Rejected;
  readonly email?: string;
  /** Gifts that the shopper declined. */
  readonly declined?: readonly DeclinedGift[];
  readonly notices?: readonly string[];
  /** What the rule changed beyond the request. */
  readonly changes?: readonly LineChange[];
}

/** Returns the market and the terms that a request's carts are priced with. */
export const termsReader = ({ site, terms }: CallContext): Pick<CartReader, 'market' | 'terms'> => ({ market: site.market, terms });

const isOwner = (row: CartRow, shopper: Shopper): boolean => row.customer_id !== 0 && row.customer_id === shopper.customerId;

/**
 * Rejects shoppers other than the owner of a customer's cart [CART-14]. Anyone with its id can change a guest cart [CART-13].
 * @returns null if the shopper can change the cart
 */
export function rejectOthers(row: Pick<CartRow, 'customer_id'>, { customerId }: Pick<Shopper, 'customerId'>) {
  if (row.customer_id === 0 || row.customer_id === customerId) return null;
  return customerId === 0 ? fail('token_missing') : fail('not_yours');
}

/** Returns the row with its delivery region: its own, else that of the customer's default address. */
export const withRegion = (row: CartRow, home: CustomerHome, shopper: Shopper): CartRow =>
  row.region === null && isOwner(row, shopper) ? { ...row, region: home.region } : row;

/**
 * Revalidates coupons and gifts, saves what differs and returns the cart. Returns null if the cart became empty; the cart is
 * deleted then [CART-31].
 */
export async function commitCart<Rejected extends Failure = never>(
  transaction: Transaction,
  change: Pick<CartMutation, 'context' | 'shopper'>,
  cart: LockedCart,
  changed: Changed<Rejected>,
): Promise<Cart | Rejected | null> {
  const { row, contents } = cart;
  const lines = changed.lines ?? cart.lines;
  if (lines.length === 0) {
    deleteCart(transaction, row.id);
    return null;
  }
  const reader = { ...termsReader(change.context), shopper: change.shopper };
  const declined = changed.declined ?? row.declined_gifts;
  const now = { ...row, email: changed.email ?? row.email, declined_gifts: declined };
  const coupons = changed.coupons ?? contents.coupons;
  const { state, applied, removed, gifts } = await recalculateCart(transaction, reader, { row: now, contents, lines, coupons }, Date.now());
  const rejected = removed.find(({ coupon }) => coupon === changed.addedCoupon);
  if (rejected && changed.rejectCoupon) return changed.rejectCoupon(rejected.error);
  const ids = state.coupons.map((coupon) => coupon.id);
  const changedGifts = giftChanges(row.gifts, gifts);
  if (changedGifts.length > 0 || ids.join() !== row.coupon_ids.join()) setDerived(transaction, row.id, ids, gifts);
  const seen = lastSeenPrices(contents);
  const repriced = lines.filter(({ id, listCents }) => (seen.get(id) ?? listCents) !== listCents);
  if (repriced.length > 0)
    saveLastSeenPrices(
      transaction,
      repriced.map(({ id, listCents }) => ({ id, cents: listCents })),
    );
  // A gift that the shopper has just declined is not reported as removed.
  const reportedGifts = changedGifts.filter(
    ({ kind, offerId }) => kind !== 'removed' || !declined.some((gift) => gift.offerId === offerId),
  );
  const totals = totalsOf(state, applied);
  const changes = [...(changed.changes ?? []), ...priceChanges(lines, seen), ...reportedGifts];
  const step = {
    isOneClickReady: cart.home.isOneClickReady,
    changes,
    notices: [
      ...changes.map((each) => formatLineChange(each, reader.market)),
      ...(changed.notices ?? []),
      ...removed.map(formatRemovedCoupon),
      ...termsNotices(change.context, state, totals),
    ],
  };
  return toCartResponse(state, isOwner(row, change.shopper), step, totals);
}

/** Locks and reads a cart in one round trip; null for an unknown cart. */
async function lockAndRead(
  transaction: Transaction,
  market: Market,
  cartId: string,
  requested: RequestedOffer | null,
): Promise<FoundCart | null> {
  const [isLocked, found] = await Promise.all([
    lockCartById(transaction, cartId, market),
    readLockedCart(transaction, cartId, market, requested),
  ]);
  return isLocked ? found : null;
}

export interface CartToLock {
  readonly market: Market;
  readonly shopper: Shopper;
  readonly cartId: string;
  readonly requested?: RequestedOffer;
}

/** Locks and reads a cart. Follows merges, also those committed while this waits for the lock. Returns null for an unknown cart. */
export async function lockCart(transaction: Transaction, { market, shopper, cartId, requested }: CartToLock): Promise<FoundCart | null> {
  for (let id = cartId; ; ) {
    const found = await lockAndRead(transaction, market, id, requested ?? null);
    if (found) return found;
    const target = await findMergeTarget(transaction, cartId, shopper.customerId);
    if (target === null || target === id) return null;
    id = target;
  }
}

/** Thrown if the idempotency key was used before: rolls the transaction back, and the cart is returned as it is. */
class AlreadyProcessedError extends Error {}

/**
 * Runs a mutation on a cart, or on the cart that it was merged into.
 * @returns the cart after the mutation, null if it became empty; a failure of a check or of `decide`
 */
export async function mutateCart<Rejected extends Failure = never>(
  database: Database,
  change: CartMutation,
  decide: (transaction: Transaction, cart: LockedCart) => Promise<Changed<Rejected> | Rejected>,
) {
  const { context, cartId, shopper } = change;
  const { market } = context.site;
  try {
    const run = async (transaction: Transaction) => {
      // One round trip. The statements run in this order, so each reads what was committed while earlier ones waited for locks.
      const [replay, found, home, coupon] = await Promise.all([
        claimIdempotencyKey(
          transaction,
          { scope: keyScope(change.call, shopper.customerId, cartId), key: context.idempotencyKey, input: change.input },
          { cartId },
        ),
        lockCart(transaction, { ...change, market }),
        findCustomerHome(transaction, shopper, market),
        change.requestedCoupon === undefined ? null : findByCode(transaction, change.requestedCoupon),
      ]);
      const rejected = found && rejectOthers(found.row, shopper);
      if (rejected) return rejected;
      if (replay) throw new AlreadyProcessedError();
      if (!found) return fail('cart_not_found');
      const { row, contents } = found;
      if (context.ifMatch !== null && context.ifMatch !== row.version - 1) return fail('version_changed');
      const cart = { row: withRegion(row, home, shopper), contents, lines: cartLines(contents, Date.now()), home, coupon };
      const changed = await decide(transaction, cart);
      return changed instanceof Failure ? changed : commitCart(transaction, change, cart, changed);
    };
    return await database.transaction(run, { batch: cartId });
  } catch (error) {
    if (!(error instanceof AlreadyProcessedError)) throw error;
    // What was processed may not be on disk yet.
    await flushCommits(database);
    return showCart(database, context, shopper, cartId);
  }
}

async function readMergeTarget(db: Queryable, market: Market, shopper: Shopper, cartId: string): ReturnType<typeof readCart> {
  for (let last: string | null = null; ; ) {
    const target = await findMergeTarget(db, cartId, shopper.customerId);
    if (target === null || target === last) return null;
    const found = await readCart(db, target, market);
    if (found) return found;
    last = target;
  }
}

/** Returns a customer's cart without its email and the lines that are hidden from guests [CART-15]. */
const publicPart = ({ row, contents }: FoundCart, market: Market): FoundCart => ({
  row: { ...row, email: null },
  contents: { ...contents, lines: contents.lines.filter((stored) => isVisible(stored, market, GUEST)) },
});

/** Reads a cart, or the cart that it was merged into [CART-36]. Returns null if there is none, or no line that the caller can see. */
export async function showCart(db: Queryable, context: CallContext, shopper: Shopper, cartId: string): Promise<Cart | null> {
  const { market } = context.site;
  const [read, home] = await Promise.all([readCart(db, cartId, market), findCustomerHome(db, shopper, market)]);
  const found = read ?? (await readMergeTarget(db, market, shopper, cartId));
  if (!found) return null;
  const isForeign = found.row.customer_id !== 0 && !isOwner(found.row, shopper);
  const { row, contents } = isForeign ? publicPart(found, market) : found;
  const now = Date.now();
  const lines = cartLines(contents, now);
  if (lines.length === 0) return null;
  const { state, applied, removed, gifts } = await recalculateCart(
    db,
    { ...termsReader(context), shopper: isForeign ? GUEST_SHOPPER : shopper },
    { row: withRegion(row, home, shopper), contents, lines, coupons: contents.coupons },
    now,
  );
  if (isForeign) return toCartResponse({ ...state, declinedLines: [] }, false, {}, totalsOf(state, applied));
  const totals = totalsOf(state, applied);
  const changes = [...priceChanges(lines, lastSeenPrices(contents)), ...giftChanges(row.gifts, gifts)];
  const step = {
    isOneClickReady: home.isOneClickReady,
    changes,
    notices: [
      ...changes.map((each) => formatLineChange(each, market)),
      ...removed.map(formatRemovedCoupon),
      ...termsNotices(context, state, totals),
    ],
  };
  return toCartResponse(state, isOwner(row, shopper), step, totals);
}
