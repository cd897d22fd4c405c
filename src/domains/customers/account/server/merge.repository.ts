/** SQL that moves what belongs to one account to another one. Locks follow the order in ARCHITECTURE.md. */
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface MergeCounts {
  readonly orders: number;
  readonly addresses: number;
  readonly giftCards: number;
  readonly referrals: number;
  readonly notes: number;
  readonly carts: number;
  readonly cards: number;
  /** True if a membership is not cancelled. */
  readonly isMember: boolean;
  /** True while an order is being paid, which reserves stock and balances. */
  readonly isPaying: boolean;
}

/** Counts what an account has. @param targetId whose own cart stays, so that a cart of the same market does not move */
export async function countForMerge(db: Queryable, sourceId: number, targetId: number, email: string): Promise<MergeCounts> {
  const row = await db.queryOne<MergeCounts>({
    text: `select (select count(*)::integer from orders where customer_id = $1 and number is not null) as orders,
        (select count(*)::integer from customer_addresses where customer_id = $1) as addresses,
        (select count(*)::integer from gift_cards where lower(trim(recipient_email)) = lower($3)) as "giftCards",
        (select count(*)::integer from referrals where referrer_id = $1) as referrals,
        (select count(*)::integer from customer_notes where customer_id = $1) as notes,
        (select count(*)::integer from carts c where customer_id = $1
          and not exists (select 1 from carts t where t.customer_id = $2 and t.market = c.market)) as carts,
        (select count(*)::integer from stored_instruments where customer_id = $1) as cards,
        exists (select 1 from club_memberships where customer_id = $1 and status <> 'cancelled') as "isMember",
        exists (select 1 from orders where customer_id = $1 and status = 'Incomplete' and reserved_until > now())
          or exists (select 1 from ledger_holds where account like 'credit:%:' || $1::text and state = 'active') as "isPaying"`,
    values: [sourceId, targetId, email],
  });
  if (!row) throw new Error('counting returned no row');
  return row;
}

/** Locks the orders, carts and memberships of two accounts, so that nothing is added to them while they are joined. */
export async function lockBelongings(transaction: Transaction, ids: readonly number[]): Promise<void> {
  await transaction.execute({ text: 'select 1 from orders where customer_id = any($1) order by id for update', values: [ids] });
  await transaction.execute({ text: 'select 1 from carts where customer_id = any($1) order by id for update', values: [ids] });
}

/** Locks two accounts, the lower number first. */
export const lockAccountsOf = (transaction: Transaction, ids: readonly number[]): Promise<number> =>
  transaction.execute({ text: 'select 1 from customers where id = any($1) order by id for update', values: [ids] });

/** Markets in which an account has a balance or an order, or is known. */
export async function marketsToMerge(db: Queryable, customerId: number): Promise<Market[]> {
  const rows = await db.queryMany<{ market: Market }>({
    text: `select market from customer_markets where customer_id = $1 union select market from orders where customer_id = $1
      union select split_part(id, ':', 2) from ledger_accounts where id like 'credit:%:' || $1::text order by 1`,
    values: [customerId],
  });
  return rows.map(({ market }) => market);
}

/** Reads the tier that was granted last and the spending in the ledger of an account in a market. */
export async function loyaltyToMerge(
  db: Queryable,
  customerId: number,
  market: Market,
): Promise<{ readonly granted: Tier | null; readonly spentCents: number }> {
  const row = await db.queryOne<{ granted: Tier | null; spentCents: number }>({
    text: `select (select g.tier from loyalty_ledger g where g.customer_id = $1 and g.market = $2 and g.kind = 'grant' order by g.at desc, g.source desc limit 1) as granted,
        (select coalesce(sum(case l.kind when 'spend' then l.cents else -l.cents end), 0)::integer from loyalty_ledger l
          where l.customer_id = $1 and l.market = $2 and l.kind <> 'grant') as "spentCents"`,
    values: [customerId, market],
  });
  return row ?? { granted: null, spentCents: 0 };
}

/** Moves rows whose owner is a column. What the kept account has already stays as it is there. */
const MOVES: readonly string[] = [
  'update orders set customer_id = $2 where customer_id = $1',
  'update checkouts set customer_id = $2 where customer_id = $1',
  'update draft_orders set customer_id = $2 where customer_id = $1',
  `update carts c set customer_id = $2 where customer_id = $1 and not exists (select 1 from carts t where t.customer_id = $2 and t.market = c.market)`,
  'delete from carts where customer_id = $1',
  "update loyalty_ledger set customer_id = $2 where customer_id = $1 and kind <> 'grant'",
  `insert into loyalty_coupons (customer_id, market, occasion, year, promotion_id, issued_at)
    select $2, market, occasion, year, promotion_id, issued_at from loyalty_coupons where customer_id = $1 on conflict do nothing`,
  'update referrals set referrer_id = $2 where referrer_id = $1 and friend_id <> $2',
  'update referrals set friend_id = $2 where friend_id = $1 and referrer_id <> $2',
  'update club_memberships set customer_id = $2 where customer_id = $1',
  `update customer_addresses a set customer_id = $2, is_default = a.is_default and not exists (
      select 1 from customer_addresses t where t.customer_id = $2 and t.market = a.market and t.is_default) where customer_id = $1`,
  `update favourites f set customer_id = $2 where customer_id = $1
    and not exists (select 1 from favourites t where t.customer_id = $2 and t.market = f.market and t.offer_id = f.offer_id)`,
  'update push_subscriptions set customer_id = $2 where customer_id = $1',
  'update customer_notes set customer_id = $2 where customer_id = $1',
  'delete from loyalty_coupons s where customer_id = $1 and exists (select 1 from loyalty_coupons t where t.customer_id = $2 and t.promotion_id = s.promotion_id)',
  // Limits per customer count the uses of both.
  `insert into promotion_usage as u (promotion_id, customer_key, usage_count) select promotion_id, 'customer ' || $2::text, usage_count
    from promotion_usage where customer_key = 'customer ' || $1::text
    on conflict (promotion_id, customer_key) do update set usage_count = u.usage_count + excluded.usage_count`,
  "delete from promotion_usage where customer_key = 'customer ' || $1::text",
  `update promotion_redemptions set customer_key = 'customer ' || $2::text where customer_key = 'customer ' || $1::text`,
];

/** Moves everything but balances, which have entries of their own, and gift cards. Both accounts are locked. */
export async function moveBelongings(transaction: Transaction, sourceId: number, targetId: number): Promise<void> {
  for (const text of MOVES) await transaction.execute({ text, values: text.includes('$2') ? [sourceId, targetId] : [sourceId] });
}

/** Addresses gift cards that were sent to one address to another. @returns how many */
export const readdressGiftCards = (transaction: Transaction, from: string, to: string): Promise<number> =>
  transaction.execute({
    text: 'update gift_cards set recipient_email = $2 where lower(trim(recipient_email)) = lower($1)',
    values: [from, to],
  });

/** Takes the cart ids of the kept account from its carts, after carts moved. */
export const refreshCartIds = (transaction: Transaction, customerId: number): Promise<number> =>
  transaction.execute({
    text: `insert into customer_markets (customer_id, market, cart_id) select customer_id, market, id from carts where customer_id = $1
      on conflict (customer_id, market) do update set cart_id = excluded.cart_id`,
    values: [customerId],
  });
