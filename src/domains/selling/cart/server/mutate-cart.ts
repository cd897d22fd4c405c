/**
 * The way every change of a cart goes: claim the key, lock the cart, check the version, read, let a rule decide, apply,
 * derive the totals afresh; one transaction, and a refusal undoes all of it.
 */
import { GUEST, isVisible } from '#domains/catalogue/model/audience.ts';
import { GUEST_SHOPPER, type Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Promotion } from '#domains/selling/promotions/model/promotion.ts';
import { droppedSentence } from '#domains/selling/promotions/model/revalidate-coupons.ts';
import { claimIdempotencyKey, keyScope } from '#lib/db/idempotency.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { Market } from '#markets/market.ts';
import type { Cart } from '../contract.ts';
import type { CartLine } from '../model/cart.ts';
import type { DeclinedGift } from '../model/declined-gifts.ts';
import { type LineChange, priceChanges, sentenceOf } from '../model/line-changes.ts';
import { toCartResponse } from '../model/to-cart-response.ts';
import { totalsOf } from '../model/totals.ts';
import { type CartRow, deleteCart, findMergeTarget, lockCartById, saveLastSeenPrices, setDerived } from './cart-repository.ts';
import { cartLines, giftChanges, recalculateCart, seenPrices } from './cart-state.ts';
import { type CustomerHome, readHome } from './customer-home.ts';
import { type CartContents, type FoundCart, type RequestedOffer, readCart, readLockedCart } from './read-cart.ts';

export interface CartMutation {
  readonly context: CallContext;
  readonly shopper: Shopper;
  /** Name of the call, for its idempotency key. */
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cartId: string;
  /** The offer that is to be added, read together with the lines. */
  readonly wanted?: RequestedOffer;
}

/** A locked cart as a rule sees it. */
export interface LockedCart {
  readonly row: CartRow;
  readonly contents: CartContents;
  readonly lines: readonly CartLine[];
  /** Of the shopper. */
  readonly home: CustomerHome;
}

/** What a rule made of it. Lines and coupons that are left out stay as they are. */
export interface Changed {
  readonly lines?: readonly CartLine[];
  readonly coupons?: readonly Promotion[];
  /** The coupon the shopper asked for, and as they typed it: where it does not fit, the change is refused. */
  readonly wantedCoupon?: Promotion;
  readonly couponCode?: string;
  readonly email?: string;
  /** Gifts that the shopper does not want. */
  readonly declined?: readonly DeclinedGift[];
  readonly notices?: readonly string[];
  /** What the rule changed beyond what it was asked for. */
  readonly changes?: readonly LineChange[];
}

const isOwner = (row: CartRow, shopper: Shopper): boolean => row.customer_id !== 0 && row.customer_id === shopper.customerId;

/**
 * Lets only its customer change a customer's cart. A guest's cart is changed by whoever holds its id.
 * @throws Refused `token_missing`, `not_yours`
 */
export function requireOwner(row: Pick<CartRow, 'customer_id'>, { customerId }: Pick<Shopper, 'customerId'>): void {
  if (row.customer_id === 0 || row.customer_id === customerId) return;
  throw new ApiError(customerId === 0 ? 'token_missing' : 'not_yours');
}

/** The row of a cart with the region it is delivered to: its own, else that of its customer's default address. */
export const withRegion = (row: CartRow, home: CustomerHome, shopper: Shopper): CartRow =>
  row.region === null && isOwner(row, shopper) ? { ...row, region: home.region } : row;

/**
 * Keep the coupons that still fit after a change, store what differs, and show the cart.
 * Null where no line is left: the cart is gone with its last line (SPEC.md §4).
 */
export async function commitCart(
  transaction: Transaction,
  change: Pick<CartMutation, 'context' | 'shopper'>,
  cart: LockedCart,
  changed: Changed,
): Promise<Cart | null> {
  const { row, contents } = cart;
  const lines = changed.lines ?? cart.lines;
  if (lines.length === 0) {
    deleteCart(transaction, row.id);
    return null;
  }
  const reader = { market: change.context.site.market, shopper: change.shopper };
  const declined = changed.declined ?? row.declined_gifts;
  const now = { ...row, email: changed.email ?? row.email, declined_gifts: declined };
  const coupons = changed.coupons ?? contents.coupons;
  const { state, applied, dropped, gifts } = await recalculateCart(transaction, reader, { row: now, contents, lines, coupons }, Date.now());
  const refused = dropped.find(({ coupon }) => coupon === changed.wantedCoupon);
  if (refused) throw new ApiError(refused.refusal, { code: changed.couponCode ?? '' });
  const ids = state.coupons.map((coupon) => coupon.id);
  const given = giftChanges(row.gifts, gifts);
  if (given.length > 0 || ids.join() !== row.coupon_ids.join()) setDerived(transaction, row.id, ids, gifts);
  const seen = seenPrices(contents);
  const repriced = lines.filter(({ id, listCents }) => (seen.get(id) ?? listCents) !== listCents);
  if (repriced.length > 0)
    saveLastSeenPrices(
      transaction,
      repriced.map(({ id, listCents }) => ({ id, cents: listCents })),
    );
  // That a gift left because the shopper declined it, they know.
  const newNotices = given.filter(({ kind, offerId }) => kind !== 'removed' || !declined.some((gift) => gift.offerId === offerId));
  const changes = [...(changed.changes ?? []), ...priceChanges(lines, seen), ...newNotices];
  const step = {
    isOneClickReady: cart.home.isOneClickReady,
    changes,
    notices: [...changes.map(sentenceOf), ...(changed.notices ?? []), ...dropped.map(droppedSentence)],
  };
  return toCartResponse(state, isOwner(row, change.shopper), step, totalsOf(state, applied));
}

/** Lock a cart and read it, in one trip; null where there is none. */
async function lockAndRead(
  transaction: Transaction,
  market: Market,
  cartId: string,
  wanted: RequestedOffer | null,
): Promise<FoundCart | null> {
  const [isLocked, found] = await Promise.all([
    lockCartById(transaction, cartId, market),
    readLockedCart(transaction, cartId, market, wanted),
  ]);
  return isLocked ? found : null;
}

export interface CartToLock {
  readonly market: Market;
  readonly shopper: Shopper;
  readonly cartId: string;
  readonly wanted?: RequestedOffer;
}

/**
 * Lock a cart, or the one it was merged into, and read it; null where there is neither. While it waits for that one, it may be
 * merged on.
 */
export async function lockCart(transaction: Transaction, { market, shopper, cartId, wanted }: CartToLock): Promise<FoundCart | null> {
  for (let id = cartId; ; ) {
    const found = await lockAndRead(transaction, market, id, wanted ?? null);
    if (found) return found;
    const target = await findMergeTarget(transaction, cartId, shopper.customerId);
    if (target === null || target === id) return null;
    id = target;
  }
}

/** The work was done before: what this transaction did on the way is undone, and the cart shown as it is. */
class AlreadyProcessedError extends Error {}

/**
 * Change a cart. A cart that was merged away is changed where it went.
 * @returns the cart after the change, null where it is empty
 * @throws Refused `cart_not_found`, `token_missing`, `not_yours`, `version_changed`, and whatever `decide` refuses with
 */
export async function mutateCart(
  database: Database,
  change: CartMutation,
  decide: (transaction: Transaction, cart: LockedCart) => Promise<Changed> | Changed,
): Promise<Cart | null> {
  const { context, cartId, shopper } = change;
  const { market } = context.site;
  try {
    return await database.transaction(async (transaction) => {
      // One trip: the database takes them in this order, each seeing what the ones before waited for.
      const [replay, found, home] = await Promise.all([
        claimIdempotencyKey(
          transaction,
          { scope: keyScope(change.call, shopper.customerId, cartId), key: context.idempotencyKey, input: change.input },
          { cartId },
        ),
        lockCart(transaction, { ...change, market }),
        readHome(transaction, shopper, market),
      ]);
      if (found) requireOwner(found.row, shopper);
      if (replay) throw new AlreadyProcessedError();
      if (!found) throw new ApiError('cart_not_found');
      const { row, contents } = found;
      if (context.ifMatch !== null && context.ifMatch !== row.version - 1) throw new ApiError('version_changed');
      const cart = { row: withRegion(row, home, shopper), contents, lines: cartLines(contents, Date.now()), home };
      return commitCart(transaction, change, cart, await decide(transaction, cart));
    });
  } catch (error) {
    if (error instanceof AlreadyProcessedError) return showCart(database, context, shopper, cartId);
    throw error;
  }
}

async function readSurvivor(db: Queryable, market: Market, shopper: Shopper, cartId: string): ReturnType<typeof readCart> {
  for (let last: string | null = null; ; ) {
    const target = await findMergeTarget(db, cartId, shopper.customerId);
    if (target === null || target === last) return null;
    const found = await readCart(db, target, market);
    if (found) return found;
    last = target;
  }
}

/** A customer's cart as others see it: only the lines that any guest may see, and no e-mail. */
const publicPart = ({ row, contents }: FoundCart, market: Market): FoundCart => ({
  row: { ...row, email: null },
  contents: { ...contents, lines: contents.lines.filter((stored) => isVisible(stored, market, GUEST)) },
});

/** Read a cart, or the one it was merged into, as it is now; null where there is none, or nothing in it that the caller may see. */
export async function showCart(db: Queryable, context: CallContext, shopper: Shopper, cartId: string): Promise<Cart | null> {
  const { market } = context.site;
  const [read, home] = await Promise.all([readCart(db, cartId, market), readHome(db, shopper, market)]);
  const found = read ?? (await readSurvivor(db, market, shopper, cartId));
  if (!found) return null;
  const isForeign = found.row.customer_id !== 0 && !isOwner(found.row, shopper);
  const { row, contents } = isForeign ? publicPart(found, market) : found;
  const now = Date.now();
  const lines = cartLines(contents, now);
  if (lines.length === 0) return null;
  const { state, applied, dropped, gifts } = await recalculateCart(
    db,
    { market, shopper: isForeign ? GUEST_SHOPPER : shopper },
    { row: withRegion(row, home, shopper), contents, lines, coupons: contents.coupons },
    now,
  );
  if (isForeign) return toCartResponse({ ...state, declinedLines: [] }, false, {}, totalsOf(state, applied));
  const changes = [...priceChanges(lines, seenPrices(contents)), ...giftChanges(row.gifts, gifts)];
  const step = {
    isOneClickReady: home.isOneClickReady,
    changes,
    notices: [...changes.map(sentenceOf), ...dropped.map(droppedSentence)],
  };
  return toCartResponse(state, isOwner(row, shopper), step, totalsOf(state, applied));
}
