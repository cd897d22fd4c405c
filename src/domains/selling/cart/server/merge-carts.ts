/** Several carts become one in one transaction (SPEC.md §4 "Sign-in merge", §7 merge-carts). The rule stands in merge-plan.ts. */

import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import { saveCartId } from '#domains/customers/identity/server/metadata.ts';
import { claimIdempotencyKey, keyScope, remember } from '#lib/db/idempotency.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { Cart } from '../contract.ts';
import { type LineChange, sentenceOf } from '../model/line-changes.ts';
import { type MergePlan, planMerge } from '../model/merge-plan.ts';
import { type CartRow, lockCustomer } from './cart-repository.ts';
import { cartLines } from './cart-state.ts';
import { readHome } from './customer-home.ts';
import { applyMerge, keepSurvivor, lockForMerge, toMerging } from './merge-repository.ts';
import { commitCart, requireOwner, showCart, withRegion } from './mutate-cart.ts';
import { readContents } from './read-cart.ts';

export interface MergeRequest {
  readonly cartIds: readonly string[];
  readonly cartId: string | null;
}

export interface Merged {
  /** Null where no line could stay. */
  readonly data: Cart | null;
  readonly notices: string[];
  readonly changes: LineChange[];
}

interface Memory {
  readonly cartId: string;
  readonly notices: string[];
  readonly changes: LineChange[];
}

const leftOutSentence = ({ coupon, keeps }: MergePlan['leftOut'][number]): string =>
  `${coupon.code} was taken off. It cannot be used together with ${keeps.code}.`;

/** One cart alone, its owner the same: nothing to do. */
const isSettled = (rows: readonly CartRow[], shopper: Shopper): boolean =>
  rows.length === 1 && rows.every((row) => row.customer_id === shopper.customerId || shopper.customerId === 0);

async function mergeOnce(
  transaction: Transaction,
  context: CallContext,
  shopper: Shopper,
  request: MergeRequest,
): Promise<Memory & Merged> {
  const { market } = context.site;
  const { customerId } = shopper;
  if (customerId !== 0) await lockCustomer(transaction, customerId, market);
  const { rows, cartId } = await lockForMerge(transaction, market, request.cartIds, request.cartId, customerId);
  for (const row of rows) requireOwner(row, shopper);
  const [first] = rows;
  if (!first) throw new ApiError('cart_not_found');
  if (isSettled(rows, shopper)) {
    const data = await showCart(transaction, context, shopper, first.id);
    if (!data) throw new ApiError('cart_not_found');
    return { cartId: first.id, data, notices: data.notices, changes: [] };
  }
  const now = Date.now();
  const carts = [];
  for (const row of rows) {
    // Limits count what the customer has bought before, whose cart it will be.
    const contents = await readContents(transaction, { ...row, customer_id: customerId }, market);
    carts.push(toMerging(row, contents, market, shopper, now));
  }
  const plan = planMerge({ carts, cartId, customerId });
  const version = rows.find((row) => row.id === plan.survivorId)?.version;
  if (context.ifMatch !== null && context.ifMatch !== version) throw new ApiError('version_changed');
  const others = rows.filter((row) => row.id !== plan.survivorId).map((row) => row.id);
  await applyMerge(transaction, plan, others);
  const row = await keepSurvivor(transaction, plan, customerId);
  if (!row) throw new Error('the survivor of a merge was locked and is gone');
  if (customerId !== 0) await saveCartId(transaction, { id: customerId, market }, row.id);
  const [contents, home] = await Promise.all([readContents(transaction, row, market), readHome(transaction, shopper, market)]);
  const told = { notices: plan.leftOut.map(leftOutSentence), changes: plan.changes };
  const data = await commitCart(
    transaction,
    { context, shopper },
    { row: withRegion(row, home, shopper), contents, lines: cartLines(contents, now), home },
    told,
  );
  const notices = data?.notices ?? [...plan.changes.map(sentenceOf), ...told.notices];
  return { cartId: plan.survivorId, data, notices, changes: data?.changes ?? [...plan.changes] };
}

/**
 * Merge carts. The same carts again change nothing; the same key again tells the same changes.
 * @throws Refused `cart_not_found`, `token_missing`, `not_yours`, `version_changed`
 */
export function mergeCarts(database: Database, context: CallContext, shopper: Shopper, request: MergeRequest): Promise<Merged> {
  const scope = keyScope('merge-carts', shopper.customerId, [request.cartId, ...request.cartIds].join());
  const once = { scope, key: context.idempotencyKey, input: request };
  const unknown: Memory = { cartId: '', notices: [], changes: [] };
  return database.transaction(async (transaction) => {
    const replay = await claimIdempotencyKey(transaction, once, unknown);
    if (replay) {
      const data = await showCart(transaction, context, shopper, replay.cartId);
      return { data, notices: replay.notices, changes: replay.changes };
    }
    const { cartId, data, notices, changes } = await mergeOnce(transaction, context, shopper, request);
    await remember(transaction, once, { cartId, notices, changes });
    return { data, notices, changes };
  });
}
