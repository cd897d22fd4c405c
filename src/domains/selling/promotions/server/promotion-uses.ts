/**
 * Limits of use under concurrency: an order holds a use when its payment begins, takes it when it is placed, gives it back
 * when it is cancelled. Counts are raised under their limit in one statement each, in the order of promotions.
 */
import { createHash } from 'node:crypto';
import { mailboxOf } from '#domains/customers/identity/model/same-buyer.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { isLimited, type Uses, type UsesById } from '../model/eligibility.ts';
import type { Promotion } from '../model/promotion.ts';
import { type Buyer, findEarlierOrder } from './earlier-orders.ts';

/** Who uses are counted for: a customer, or a guest by a digest of their mailbox, which nobody is known by. Null where it is not known yet. */
export function customerKey(customerId: number, email: string | null): string | null {
  if (customerId > 0) return `customer ${customerId}`;
  return email === null ? null : `guest ${createHash('sha256').update(mailboxOf(email)).digest('base64url')}`;
}

/**
 * How often promotions with limits are used so far. What a draft of the same cart holds does not count against it.
 * No statement where none of them has a limit.
 */
export async function readUses(db: Queryable, promotions: readonly Promotion[], buyer: Buyer, cartId: string): Promise<UsesById> {
  const key = customerKey(buyer.customerId, buyer.email);
  const ids = promotions.filter(isLimited).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.queryMany<{ id: number; total: number; mine: number }>({
    name: 'promotion.uses',
    text: `select c.promotion_id as id,
        coalesce(sum(c.used) filter (where c.customer_key = ''), 0)::int - own.held as total,
        coalesce(sum(c.used) filter (where c.customer_key = $2), 0)::int - own.held_by_me as mine
      from promotion_counts c cross join lateral (
        select count(*)::int as held, (count(*) filter (where u.customer_key = $2))::int as held_by_me
        from orders o join promotion_uses u on u.order_id = o.id and u.promotion_id = c.promotion_id and u.state = 'held'
        where o.cart_id = $3 and o.status = 'Incomplete') own
      where c.promotion_id = any($1) and c.customer_key in ('', $2) group by c.promotion_id, own.held, own.held_by_me`,
    values: [ids, key ?? '-', cartId],
  });
  const uses = new Map<number, Uses>(rows.map(({ id, total, mine }) => [id, { total, mine }]));
  const forFirst = promotions.filter(({ firstOrderOnly }) => firstOrderOnly);
  const earlier = forFirst.length === 0 ? null : await findEarlierOrder(db, buyer);
  for (const { id } of forFirst) uses.set(id, { ...(uses.get(id) ?? { total: 0, mine: 0 }), earlier });
  return uses;
}

/** Raise a count unless it stands at its limit; null is no limit. */
async function raise(transaction: Transaction, promotionId: number, key: string, limit: number | null): Promise<boolean> {
  const raised = await transaction.execute({
    name: 'promotion.use',
    text: `insert into promotion_counts as c (promotion_id, customer_key, used) values ($1, $2, 1)
      on conflict (promotion_id, customer_key) do update set used = c.used + 1 where $3::integer is null or c.used < $3`,
    values: [promotionId, key, limit],
  });
  return raised === 1;
}

/**
 * Hold a use of every promotion with a limit for an order.
 * @returns the first promotion that is used up; the caller rolls back then
 */
export async function reservePromotionUses(
  transaction: Transaction,
  orderId: string,
  promotions: readonly Promotion[],
  key: string,
): Promise<Promotion | null> {
  for (const promotion of promotions.filter(isLimited).sort((a, b) => a.id - b.id)) {
    const { id, usesTotal, usesPerCustomer } = promotion;
    if (!(await raise(transaction, id, '', usesTotal)) || !(await raise(transaction, id, key, usesPerCustomer))) return promotion;
    await transaction.execute({
      name: 'promotion.hold',
      text: "insert into promotion_uses (order_id, promotion_id, customer_key, state) values ($1, $2, $3, 'held')",
      values: [orderId, id, key],
    });
  }
  return null;
}

/** The order is placed: what it held stays counted. */
export const redeemPromotionUses = (transaction: Transaction, orderId: string): Promise<number> =>
  transaction.execute({
    name: 'promotion.take',
    text: "update promotion_uses set state = 'taken' where order_id = $1 and state = 'held'",
    values: [orderId],
  });

/** The order is not to be: its uses, held or taken, are free again. Does nothing the second time. */
export async function releasePromotionUses(transaction: Transaction, orderId: string): Promise<void> {
  const uses = await transaction.queryMany<{ promotion_id: number; customer_key: string }>({
    name: 'promotion.return',
    text: "update promotion_uses set state = 'released' where order_id = $1 and state <> 'released' returning promotion_id, customer_key",
    values: [orderId],
  });
  for (const { promotion_id, customer_key } of uses.sort((a, b) => a.promotion_id - b.promotion_id))
    await transaction.execute({
      name: 'promotion.lower',
      text: "update promotion_counts set used = used - 1 where promotion_id = $1 and customer_key in ('', $2) and used > 0",
      values: [promotion_id, customer_key],
    });
}
