/** The statements of a merge. Carts are locked in id order, so that two merges never wait for each other. */
import { isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { MergePlan, MergingCart } from '../model/merge-plan.ts';
import { CART_COLUMNS, type CartRow, cartOfCustomer } from './cart-repository.ts';
import { cartLines } from './cart-state.ts';
import type { CartContents } from './read-cart.ts';

/** Each id, or the cart that it was merged into; where that is a customer's, only for them. In the order given, once each. */
async function whereTheyWent(transaction: Transaction, ids: readonly string[], customerId: number): Promise<string[]> {
  const rows = await transaction.queryMany<{ id: string; survivor_id: string }>({
    name: 'merge.survivors',
    text: `select m.id, m.survivor_id from merged_carts m join carts c on c.id = m.survivor_id
      where m.id = any($1) and (c.customer_id = 0 or c.customer_id = $2)`,
    values: [ids, customerId],
  });
  const survivors = new Map(rows.map((row) => [row.id, row.survivor_id]));
  return [...new Set(ids.map((id) => survivors.get(id) ?? id))];
}

export interface LockedForMerge {
  /** In the order they were asked for, the customer's own last. */
  readonly rows: readonly CartRow[];
  /** The cart asked for as survivor, or the one it was merged into. */
  readonly cartId: string | null;
}

/** Lock the carts asked for and the customer's own. Ids that name no cart of the market are left out. */
export async function lockForMerge(
  transaction: Transaction,
  market: Market,
  ids: readonly string[],
  cartId: string | null,
  customerId: number,
): Promise<LockedForMerge> {
  const own = customerId === 0 ? null : await cartOfCustomer(transaction, customerId, market);
  const asked = [...(cartId === null ? [] : [cartId]), ...ids, ...(own === null ? [] : [own])];
  for (;;) {
    const wanted = await whereTheyWent(transaction, asked, customerId);
    const rows = await transaction.queryMany<CartRow>({
      name: 'merge.lock',
      text: `select ${CART_COLUMNS} from carts
        where id = any($1) and market = $2 and (customer_id <> 0 or updated_at > now() - interval '30 days') order by id for update`,
      values: [wanted, market],
    });
    // While it waited, one of them may have been merged away.
    const after = await whereTheyWent(transaction, asked, customerId);
    if (after.join() !== wanted.join()) continue;
    return {
      rows: wanted.flatMap((id) => rows.filter((row) => row.id === id)),
      cartId: cartId === null ? null : (wanted[0] ?? null),
    };
  }
}

/** A cart as the plan wants it. */
export const toMerging = (row: CartRow, contents: CartContents, market: Market, shopper: Shopper, now: number): MergingCart => ({
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

/** Do what a plan says: lines and aliases move to the survivor, the other carts end. The survivor's lines are written, its row is not. */
export async function applyMerge(transaction: Transaction, plan: MergePlan, otherIds: readonly string[]): Promise<void> {
  const { survivorId } = plan;
  const everywhere = [survivorId, ...otherIds];
  const kept = JSON.stringify(plan.lines.map(({ id, quantity }) => ({ id, quantity })));
  await transaction.execute({
    name: 'merge.drop_lines',
    text: 'delete from cart_lines where cart_id = any($1) and not (id = any($2))',
    values: [everywhere, plan.lines.map((line) => line.id)],
  });
  await transaction.execute({
    name: 'merge.move_lines',
    text: `update cart_lines l set cart_id = $1, quantity = v.quantity from jsonb_to_recordset($2::jsonb) as v(id uuid, quantity integer)
      where l.id = v.id and (l.cart_id <> $1 or l.quantity <> v.quantity)`,
    values: [survivorId, kept],
  });
  await transaction.execute({
    name: 'merge.move_aliases',
    text: 'update merged_carts set survivor_id = $1 where survivor_id = any($2)',
    values: [survivorId, otherIds],
  });
  await transaction.execute({ name: 'merge.end_carts', text: 'delete from carts where id = any($1)', values: [otherIds] });
  await transaction.execute({
    name: 'merge.alias',
    text: 'insert into merged_carts (id, survivor_id) select unnest($2::uuid[]), $1 on conflict (id) do update set survivor_id = excluded.survivor_id',
    values: [survivorId, otherIds],
  });
}

/** Give the survivor its owner, coupons, region and declined gifts; the guest's e-mail goes. Raises its version. */
export const keepSurvivor = (
  transaction: Transaction,
  { survivorId, coupons, region, declined }: Pick<MergePlan, 'survivorId' | 'coupons' | 'region' | 'declined'>,
  customerId: number,
): Promise<CartRow | null> =>
  transaction.queryOne<CartRow>({
    name: 'merge.keep',
    text: `update carts set version = version + 1, updated_at = now(), customer_id = $2, email = null, coupon_ids = $3, region = $4,
        declined_gifts = $5
      where id = $1 returning ${CART_COLUMNS}`,
    values: [survivorId, customerId, coupons.map((coupon) => coupon.id), region, JSON.stringify(declined)],
  });
