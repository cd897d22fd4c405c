/** Merges several carts into one in a transaction. `model/merge-plan.ts` has the rules. */
import { isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import { saveCartId } from '#domains/customers/identity/server/customer.repository.ts';
import { claimIdempotencyKey, keyScope, storeResponse } from '#lib/db/idempotency.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { Failure, fail } from '#lib/result.ts';
import type { Market } from '#markets/market.ts';
import { couponNotices } from '../messages/notices.ts';
import { formatLineChange, type LineChange } from '../model/line-changes.ts';
import { type MergePlan, type MergingCart, planMerge } from '../model/merge-plan.ts';
import { type CartRow, lockCustomer } from './cart.repository.ts';
import { findCustomerHome } from './cart-contents.repository.ts';
import { applyMerge, lockForMerge, saveMergeTarget } from './cart-merge.repository.ts';
import { cartLines } from './cart-state.ts';
import { commitCart, rejectOthers, showCart, withRegion } from './mutate-cart.ts';
import { type CartContents, readContents } from './read-cart.ts';

/** The carts to merge, and the target if the caller chooses one [CART-48]. */
export interface MergeInput {
  readonly cartIds: readonly string[];
  readonly cartId: string | null;
}

/** What a replay of the same idempotency key returns. */
interface StoredMerge {
  readonly cartId: string;
  readonly notices: string[];
  readonly changes: LineChange[];
}

const formatExcludedCoupon = ({ coupon, keeps }: MergePlan['excludedCoupons'][number]): string =>
  couponNotices.excluded(coupon.code ?? '', keeps.code ?? '');

/** Returns true if there is a single cart that already has this owner, so that there is nothing to merge [CART-47]. */
const isMerged = (rows: readonly CartRow[], shopper: Shopper): boolean =>
  rows.length === 1 && rows.every((row) => row.customer_id === shopper.customerId || shopper.customerId === 0);

/** Converts a cart to the form that the plan works on. */
const toMergingCart = (row: CartRow, contents: CartContents, market: Market, shopper: Shopper, now: number): MergingCart => ({
  id: row.id,
  customerId: row.customer_id,
  region: row.region,
  coupons: contents.coupons,
  declined: row.declined_gifts,
  lines: cartLines(contents, now).map((line, index) => {
    const stored = contents.lines[index];
    return { ...line, isEligible: stored !== undefined && isVisible(stored, market, shopper) && !needsLogin(stored, shopper) };
  }),
});

async function mergeOnce(transaction: Transaction, context: CallContext, shopper: Shopper, request: MergeInput) {
  const { market } = context.site;
  const { customerId } = shopper;
  if (customerId !== 0) await lockCustomer(transaction, customerId, market);
  const { rows, cartId } = await lockForMerge(transaction, market, request.cartIds, request.cartId, customerId);
  for (const row of rows) {
    const rejected = rejectOthers(row, shopper);
    if (rejected) return rejected;
  }
  const [first] = rows;
  if (!first) return fail('cart_not_found');
  if (isMerged(rows, shopper)) {
    const data = await showCart(transaction, context, shopper, first.id);
    if (!data) return fail('cart_not_found');
    return { cartId: first.id, data, notices: data.notices, changes: [] };
  }
  const now = Date.now();
  const carts = [];
  for (const row of rows) {
    // Purchase limits count the past orders of the customer who will own the cart.
    const contents = await readContents(transaction, { ...row, customer_id: customerId }, market);
    carts.push(toMergingCart(row, contents, market, shopper, now));
  }
  const plan = planMerge({ carts, cartId, customerId });
  const version = rows.find((row) => row.id === plan.targetId)?.version;
  if (context.ifMatch !== null && context.ifMatch !== version) return fail('version_changed');
  const others = rows.filter((row) => row.id !== plan.targetId).map((row) => row.id);
  await applyMerge(transaction, plan, others);
  const row = await saveMergeTarget(transaction, plan, customerId);
  if (!row) throw new Error('The target of a merge disappeared while it was locked.');
  if (customerId !== 0) await saveCartId(transaction, { id: customerId, market }, row.id);
  const [contents, home] = await Promise.all([readContents(transaction, row, market), findCustomerHome(transaction, shopper, market)]);
  const reported = { notices: plan.excludedCoupons.map(formatExcludedCoupon), changes: plan.changes };
  const data = await commitCart(
    transaction,
    { context, shopper },
    { row: withRegion(row, home, shopper), contents, lines: cartLines(contents, now), home },
    reported,
  );
  if (data instanceof Failure) return data;
  const notices = data?.notices ?? [...plan.changes.map((each) => formatLineChange(each, market)), ...reported.notices];
  return { cartId: plan.targetId, data, notices, changes: data?.changes ?? [...plan.changes] };
}

/** Merges carts. Merging the same carts again changes nothing; a replay of the same key returns the same changes. */
export function mergeCarts(database: Database, context: CallContext, shopper: Shopper, request: MergeInput) {
  const scope = keyScope('merge-carts', shopper.customerId, [request.cartId, ...request.cartIds].join());
  const once = { scope, key: context.idempotencyKey, input: request };
  const initial: StoredMerge = { cartId: '', notices: [], changes: [] };
  return database.transaction(async (transaction) => {
    const replay = await claimIdempotencyKey(transaction, once, initial);
    if (replay) {
      const data = await showCart(transaction, context, shopper, replay.cartId);
      return { data, notices: replay.notices, changes: replay.changes };
    }
    const merged = await mergeOnce(transaction, context, shopper, request);
    if (merged instanceof Failure) return merged;
    const { cartId, data, notices, changes } = merged;
    await storeResponse(transaction, once, { cartId, notices, changes });
    return { data, notices, changes };
  });
}
