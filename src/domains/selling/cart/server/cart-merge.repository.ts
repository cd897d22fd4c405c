/** SQL of a merge. Carts are locked in id order, so that two merges cannot deadlock. */
import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { MergePlan } from '../model/merge-plan.ts';
import { CART_COLUMNS, type CartRow, cartOfCustomer, NOT_EXPIRED_SQL } from './cart.repository.ts';

/** Resolves each id to the cart that it was merged into. Skips carts of other customers and duplicates; keeps the order. */
async function resolveMergedIds(transaction: Transaction, ids: readonly string[], customerId: number): Promise<string[]> {
  const rows = await transaction.queryMany<{ id: string; target_id: string }>({
    name: 'cart-merge.resolveMergedIds',
    text: `select m.id, m.target_id from cart_merges m join carts c on c.id = m.target_id
      where m.id = any($1) and (c.customer_id = 0 or c.customer_id = $2)`,
    values: [ids, customerId],
  });
  const targets = new Map(rows.map((row) => [row.id, row.target_id]));
  return [...new Set(ids.map((id) => targets.get(id) ?? id))];
}

/** The locked carts of a merge. */
export interface LockedForMerge {
  /** In the order of the request, the customer's own cart last. */
  readonly rows: readonly CartRow[];
  /** The requested target, or the cart that it was merged into. */
  readonly cartId: string | null;
}

/** Locks the requested carts and the customer's own. Unknown ids are left out. */
export async function lockForMerge(
  transaction: Transaction,
  market: Market,
  ids: readonly string[],
  cartId: string | null,
  customerId: number,
): Promise<LockedForMerge> {
  const own = customerId === 0 ? null : await cartOfCustomer(transaction, customerId, market);
  const requested = [...(cartId === null ? [] : [cartId]), ...ids, ...(own === null ? [] : [own])];
  for (;;) {
    const resolved = await resolveMergedIds(transaction, requested, customerId);
    const rows = await transaction.queryMany<CartRow>({
      name: 'cart-merge.lockForMerge',
      text: `select ${CART_COLUMNS} from carts
        where id = any($1) and market = $2 and ${NOT_EXPIRED_SQL} order by id for update`,
      values: [resolved, market],
    });
    // One of them may have been merged while this transaction waited for the lock.
    const after = await resolveMergedIds(transaction, requested, customerId);
    if (after.join() !== resolved.join()) continue;
    return {
      rows: resolved.flatMap((id) => rows.filter((row) => row.id === id)),
      cartId: cartId === null ? null : (resolved[0] ?? null),
    };
  }
}

/** Applies a plan: moves lines and aliases to the target and deletes the other carts. Does not write the target's row. */
export async function applyMerge(transaction: Transaction, plan: MergePlan, otherIds: readonly string[]): Promise<void> {
  const { targetId } = plan;
  const cartIds = [targetId, ...otherIds];
  const quantities = JSON.stringify(plan.lines.map(({ id, quantity }) => ({ id, quantity })));
  await transaction.execute({
    name: 'cart-merge.applyMerge.dropLines',
    text: 'delete from cart_lines where cart_id = any($1) and not (id = any($2))',
    values: [cartIds, plan.lines.map((line) => line.id)],
  });
  await transaction.execute({
    name: 'cart-merge.applyMerge.moveLines',
    text: `update cart_lines l set cart_id = $1, quantity = v.quantity from jsonb_to_recordset($2::jsonb) as v(id uuid, quantity integer)
      where l.id = v.id and (l.cart_id <> $1 or l.quantity <> v.quantity)`,
    values: [targetId, quantities],
  });
  await transaction.execute({
    name: 'cart-merge.applyMerge.moveAliases',
    text: 'update cart_merges set target_id = $1 where target_id = any($2)',
    values: [targetId, otherIds],
  });
  await transaction.execute({ name: 'cart-merge.applyMerge.endCarts', text: 'delete from carts where id = any($1)', values: [otherIds] });
  await transaction.execute({
    name: 'cart-merge.applyMerge.alias',
    text: 'insert into cart_merges (id, target_id) select unnest($2::uuid[]), $1 on conflict (id) do update set target_id = excluded.target_id',
    values: [targetId, otherIds],
  });
}

/** Saves owner, coupons, region and declined gifts of the target, deletes the guest email and raises the version. */
export const saveMergeTarget = (
  transaction: Transaction,
  { targetId, coupons, region, declined }: Pick<MergePlan, 'targetId' | 'coupons' | 'region' | 'declined'>,
  customerId: number,
): Promise<CartRow | null> =>
  transaction.queryOne<CartRow>({
    name: 'cart-merge.saveMergeTarget',
    text: `update carts set version = version + 1, updated_at = now(), customer_id = $2, email = null, coupon_ids = $3, region = $4,
        declined_gifts = $5
      where id = $1 returning ${CART_COLUMNS}`,
    values: [targetId, customerId, coupons.map((coupon) => coupon.id), region, JSON.stringify(declined)],
  });
