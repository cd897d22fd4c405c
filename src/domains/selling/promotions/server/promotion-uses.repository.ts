/**
 * SQL of promotion usage. An order reserves a use when its payment begins, redeems it when it is placed and releases it when it
 * is cancelled. Each count is raised under its limit in one statement, in the order of promotion ids.
 */
import { createHash } from 'node:crypto';
import { addressKey, hasAddress, mailboxOf, type PostalAddress } from '#domains/customers/identity/model/same-buyer.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { type EarlierOrder, isLimited, type Uses, type UsesById } from '../model/eligibility.ts';
import type { Promotion } from '../model/promotion.ts';

/** Returns the key that uses are counted by: a customer's id, or a digest of a guest's mailbox. Null for a guest without email. */
export function customerKey(customerId: number, email: string | null): string | null {
  if (customerId > 0) return `customer ${customerId}`;
  return email === null ? null : `guest ${createHash('sha256').update(mailboxOf(email)).digest('base64url')}`;
}

/**
 * Counts the uses of promotions with limits, without those reserved by a draft order of the same cart. Runs no statement if no
 * promotion has a limit.
 */
export async function readUses(db: Queryable, promotions: readonly Promotion[], buyer: Buyer, cartId: string): Promise<UsesById> {
  const key = customerKey(buyer.customerId, buyer.email);
  const ids = promotions.filter(isLimited).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.queryMany<{ id: number; total: number; mine: number }>({
    name: 'promotion-uses.readUses',
    text: `select c.promotion_id as id,
        coalesce(sum(c.usage_count) filter (where c.customer_key = ''), 0)::int - own.held as total,
        coalesce(sum(c.usage_count) filter (where c.customer_key = $2), 0)::int - own.held_by_me as mine
      from promotion_usage c cross join lateral (
        select count(*)::int as held, (count(*) filter (where u.customer_key = $2))::int as held_by_me
        from orders o join promotion_redemptions u on u.order_id = o.id and u.promotion_id = c.promotion_id and u.state = 'active'
        where o.cart_id = $3 and o.status = 'Incomplete') own
      where c.promotion_id = any($1) and c.customer_key in ('', $2) group by c.promotion_id, own.held, own.held_by_me`,
    values: [ids, key ?? '-', cartId],
  });
  const uses = new Map<number, Uses>(rows.map(({ id, total, mine }) => [id, { total, byShopper: mine }]));
  const forFirst = promotions.filter(({ firstOrderOnly }) => firstOrderOnly);
  const earlier = forFirst.length === 0 ? null : await findEarlierOrder(db, buyer);
  for (const { id } of forFirst) uses.set(id, { ...(uses.get(id) ?? { total: 0, byShopper: 0 }), earlier });
  return uses;
}

/** Raises a count unless it has reached its limit. Null is no limit. */
async function raise(transaction: Transaction, promotionId: number, key: string, limit: number | null): Promise<boolean> {
  const raised = await transaction.execute({
    name: 'promotion-uses.raise',
    text: `insert into promotion_usage as c (promotion_id, customer_key, usage_count) values ($1, $2, 1)
      on conflict (promotion_id, customer_key) do update set usage_count = c.usage_count + 1 where $3::integer is null or c.usage_count < $3`,
    values: [promotionId, key, limit],
  });
  return raised === 1;
}

/**
 * Reserves a use of every promotion with a limit for an order.
 * @returns the first promotion that is used up, on which the caller rolls back; else null
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
      name: 'promotion-uses.reservePromotionUses',
      text: "insert into promotion_redemptions (order_id, promotion_id, customer_key, state) values ($1, $2, $3, 'active')",
      values: [orderId, id, key],
    });
  }
  return null;
}

/** Redeems the reserved uses of a placed order. */
export const redeemPromotionUses = (transaction: Transaction, orderId: string): Promise<number> =>
  transaction.execute({
    name: 'promotion-uses.redeemPromotionUses',
    text: "update promotion_redemptions set state = 'committed' where order_id = $1 and state = 'active'",
    values: [orderId],
  });

/** Releases the uses of a cancelled order. Idempotent. */
export async function releasePromotionUses(transaction: Transaction, orderId: string): Promise<void> {
  const uses = await transaction.queryMany<{ promotion_id: number; customer_key: string }>({
    name: 'promotion-uses.releasePromotionUses.return',
    text: "update promotion_redemptions set state = 'released' where order_id = $1 and state <> 'released' returning promotion_id, customer_key",
    values: [orderId],
  });
  for (const { promotion_id, customer_key } of uses.sort((a, b) => a.promotion_id - b.promotion_id))
    await transaction.execute({
      name: 'promotion-uses.releasePromotionUses.lower',
      text: "update promotion_usage set usage_count = usage_count - 1 where promotion_id = $1 and customer_key in ('', $2) and usage_count > 0",
      values: [promotion_id, customer_key],
    });
}

/** A customer, or a guest (customer id 0) by email. The checkout also knows the address and the card. */
export interface Buyer {
  readonly customerId: number;
  readonly email: string | null;
  readonly address?: PostalAddress;
  /** The gateway's fingerprint of the card. */
  readonly cardFingerprint?: string | null;
  /** The current order, which does not count. */
  readonly orderId?: string;
}

interface EarlierOrderRow {
  /** True if matched by account or mailbox; false if only the card is the same. */
  readonly isBuyer: boolean;
  readonly address: string | null;
  readonly suburb: string | null;
  readonly postcode: string | null;
}

/**
 * Returns how an earlier order was matched to the buyer, or null if there is none. Cancelled and declined orders do not count.
 * The same card or the same address alone is not enough, because households share both
 * (docs/decisions/0096-who-is-a-first-time-buyer.md).
 */
export async function findEarlierOrder(db: Queryable, buyer: Buyer): Promise<EarlierOrder | null> {
  const rows = await db.queryMany<EarlierOrderRow>({
    name: 'promotion-uses.findEarlierOrder',
    text: `with boxes as (select array_remove(array[mailbox_of($2), (select mailbox_of(email) from customers where id = $1)], null) as list)
      select is_buyer as "isBuyer", details->>'address' as address, details->>'suburb' as suburb, details->>'postcode' as postcode from (
          select id, details, true as is_buyer from orders where customer_id = $1 and customer_id <> 0 and number is not null and status not in ('Cancelled', 'Declined')
          union all select id, details, true from orders where mailbox_of(email) = any((select list from boxes)::text[]) and number is not null
            and status not in ('Cancelled', 'Declined')
          union all select id, details, false from orders where card_fingerprint = $3 and number is not null and status not in ('Cancelled', 'Declined')
        ) found where $4::uuid is null or id <> $4 order by is_buyer desc limit 500`,
    values: [buyer.customerId, buyer.email, buyer.cardFingerprint ?? null, buyer.orderId ?? null],
  });
  if (rows.some(({ isBuyer }) => isBuyer)) return 'same_buyer';
  if (!buyer.address || !hasAddress(buyer.address)) return null;
  const key = addressKey(buyer.address);
  const isSame = rows.some(
    ({ address, suburb, postcode }) => addressKey({ address: address ?? '', suburb: suburb ?? '', postcode: postcode ?? '' }) === key,
  );
  return isSame ? 'same_card_and_address' : null;
}
