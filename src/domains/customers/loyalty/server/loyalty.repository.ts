/** SQL of loyalty: the ledger, tiers, coupons and what the account page shows of them. */
import { DEFAULT_TIER, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { PromotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { DEFAULT_MARKET, getMarketConfig, type Market } from '#markets/market.ts';
import type { MemberView } from '../contract.ts';
import type { LedgerEntry, TierChange } from '../model/loyalty-status.ts';
import type { Occasion } from '../model/programme.ts';

export interface Member {
  readonly customerId: number;
  readonly market: Market;
}

/** SQL condition: the order line `l` is a gift card. Same rule as `isGiftSku`. */
const IS_GIFT_CARD = "l.summary->>'sku' like '%GIFT%'";

/**
 * SQL of orders, refunds and lost disputes as ledger rows. A gift card counts when it is spent, for the customer who spends it,
 * so buying one does not count.
 */
const LEDGER_ROWS_SQL = `
  select o.customer_id, o.market, 'spend' as kind, 'order:' || o.id as source, o.id as order_id,
      greatest(0, o.total_cents - (select coalesce(sum(l.list_cents * l.quantity - l.discount_cents), 0) from order_lines l
        where l.order_id = o.id and ${IS_GIFT_CARD}))::int as cents, o.placed_at as at
    from orders o where o.number is not null and o.customer_id <> 0
  union all
  select o.customer_id, o.market, 'refund', 'refund:' || r.id, o.id,
      greatest(0, r.amount_cents - (select coalesce(sum(f.amount_cents), 0) from order_refund_lines f
        join order_lines l on l.order_id = r.order_id and l.position = f.position where f.refund_id = r.id and ${IS_GIFT_CARD}))::int,
      coalesce(r.completed_at, r.created_at)
    from order_refunds r join orders o on o.id = r.order_id where r.state = 'done' and o.customer_id <> 0
  union all
  select o.customer_id, o.market, 'refund', 'dispute:' || d.gateway || ':' || d.id, o.id, d.amount_cents, d.closed_at
    from order_disputes d join orders o on o.id = d.order_id where d.status = 'lost' and o.customer_id <> 0`;

/** Members with orders or refunds of the last hours that are not in the ledger. */
export const membersToRecalculate = (db: Queryable, hours: number): Promise<Member[]> =>
  db.queryMany({
    name: 'loyalty.membersToRecalculate',
    text: `select distinct u.customer_id as "customerId", u.market from (${LEDGER_ROWS_SQL}) u join customers c on c.id = u.customer_id
      where u.at > now() - make_interval(hours => $1) and not exists (select 1 from loyalty_ledger l where l.source = u.source)`,
    values: [hours],
  });

/** Members of a market whose spending left the window within the last 40 days. */
export const membersWithLess = (db: Queryable, market: Market, windowMonths: number): Promise<Member[]> =>
  db.queryMany({
    name: 'loyalty.membersWithLess',
    text: `select distinct customer_id as "customerId", market from loyalty_ledger where kind = 'spend' and market = $1
      and at <= now() - make_interval(months => $2) and at > now() - make_interval(months => $2, days => 40)`,
    values: [market, windowMonths],
  });

export interface LockedMember {
  readonly tier: Tier;
  /** True for participants in the programme: by the CRM's last response, else unless staff excluded the customer. */
  readonly isEligible: boolean;
}

/** Locks the member's market row, creating it if missing. */
export const lockTier = async (transaction: Transaction, { customerId, market }: Member): Promise<LockedMember> => {
  await transaction.execute({
    name: 'loyalty.lockTier.insert',
    text: 'insert into customer_markets (customer_id, market, tier) values ($1, $2, $3) on conflict do nothing',
    values: [customerId, market, DEFAULT_TIER],
  });
  const row = await transaction.queryOne<LockedMember>({
    name: 'loyalty.lockTier.lock',
    text: `select tier, coalesce(crm_eligible, not loyalty_excluded) as "isEligible" from customer_markets
      where customer_id = $1 and market = $2 for update`,
    values: [customerId, market],
  });
  return row ?? { tier: DEFAULT_TIER, isEligible: true };
};

/** The tier that loyalty set last. */
export async function readLastTier(transaction: Transaction, { customerId, market }: Member): Promise<Tier> {
  const row = await transaction.queryOne<{ to_tier: Tier }>({
    name: 'loyalty.readLastTier',
    text: 'select to_tier from loyalty_tier_changes where customer_id = $1 and market = $2 order by id desc limit 1',
    values: [customerId, market],
  });
  return row?.to_tier ?? DEFAULT_TIER;
}

/** Reads all changes of a member's tier, the oldest first. */
export async function readTierChanges(db: Queryable, { customerId, market }: Member): Promise<TierChange[]> {
  const rows = await db.queryMany<{ from: Tier; to: Tier; at: Date }>({
    name: 'loyalty.readTierChanges',
    text: `select from_tier as "from", to_tier as "to", at from loyalty_tier_changes where customer_id = $1 and market = $2 order by id`,
    values: [customerId, market],
  });
  return rows.map(({ from, to, at }) => ({ from, to, at: at.getTime() }));
}

/** Counts the members of a market by tier, without those of the listed tiers. */
export const countOtherTiers = (db: Queryable, market: Market, tiers: readonly Tier[]): Promise<{ tier: Tier; count: number }[]> =>
  db.queryMany<{ tier: Tier; count: number }>({
    name: 'loyalty.countOtherTiers',
    text: `select tier, count(*)::int as count from customer_markets where market = $1 and tier <> all($2) group by tier order by count(*) desc`,
    values: [market, tiers],
  });

/** Only grants have a tier, only spends and refunds an order: a check constraint of the table. */
type LedgerRow = { readonly source: string; readonly cents: number; readonly at: Date } & (
  | { readonly kind: 'spend' | 'refund'; readonly order_id: string; readonly tier: null }
  | { readonly kind: 'grant'; readonly order_id: null; readonly tier: Tier }
);

/** Reads the whole ledger of a member. */
export async function readLedger(db: Queryable, { customerId, market }: Member): Promise<LedgerEntry[]> {
  const rows = await db.queryMany<LedgerRow>({
    name: 'loyalty.readLedger',
    text: 'select kind, source, order_id, cents, tier, at from loyalty_ledger where customer_id = $1 and market = $2 order by at, id',
    values: [customerId, market],
  });
  return rows.map((row) => {
    const at = row.at.getTime();
    return row.kind === 'grant'
      ? { kind: row.kind, source: row.source, tier: row.tier, at }
      : { kind: row.kind, source: row.source, orderId: row.order_id, cents: row.cents, at };
  });
}

/** Records a tier that was set from outside loyalty (import, staff) as a grant. */
export const recordGrant = (transaction: Transaction, { customerId, market }: Member, tier: Tier): Promise<number> =>
  transaction.execute({
    name: 'loyalty.recordGrant',
    text: `insert into loyalty_ledger (customer_id, market, kind, source, tier, at)
      values ($1, $2, 'grant', 'grant:' || gen_random_uuid(), $3, clock_timestamp())`,
    values: [customerId, market, tier],
  });

/** Adds the member's orders and refunds that the ledger does not have yet. */
export const recordSpending = (transaction: Transaction, { customerId, market }: Member): Promise<number> =>
  transaction.execute({
    name: 'loyalty.recordSpending',
    text: `insert into loyalty_ledger (customer_id, market, kind, source, order_id, cents, at)
      select customer_id, market, kind, source, order_id, cents, at from (${LEDGER_ROWS_SQL}) u where customer_id = $1 and market = $2
      order by at on conflict do nothing`,
    values: [customerId, market],
  });

export const setTier = (transaction: Transaction, { customerId, market }: Member, tier: Tier): Promise<number> =>
  transaction.execute({
    name: 'loyalty.setTier',
    text: 'update customer_markets set tier = $3 where customer_id = $1 and market = $2',
    values: [customerId, market, tier],
  });

/** Adds a change of tier to the history. */
export const recordTierChange = (transaction: Transaction, { customerId, market }: Member, from: Tier, to: Tier): Promise<number> =>
  transaction.execute({
    name: 'loyalty.recordTierChange',
    text: 'insert into loyalty_tier_changes (customer_id, market, from_tier, to_tier) values ($1, $2, $3, $4)',
    values: [customerId, market, from, to],
  });

/** Rows of each list on the account page. */
const LIST_LIMIT = 50;

/** The latest spending and refunds. */
export async function listEntries(db: Queryable, { customerId, market }: Member): Promise<MemberView['entries']> {
  const rows = await db.queryMany<{ kind: 'spend' | 'refund'; at: Date; cents: number; number: number | null }>({
    name: 'loyalty.listEntries',
    text: `select l.kind, l.at, l.cents, o.number from loyalty_ledger l left join orders o on o.id = l.order_id
      where l.customer_id = $1 and l.market = $2 and l.kind <> 'grant' order by l.at desc, l.id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });
  return rows.map(({ kind, at, cents, number }) => ({ kind, at: at.toISOString(), amount: toDecimal(cents), orderNumber: number }));
}

/** The latest changes of tier. */
export async function listTierChanges(db: Queryable, { customerId, market }: Member): Promise<MemberView['changes']> {
  const rows = await db.queryMany<{ at: Date; from: MemberView['tier']; to: MemberView['tier'] }>({
    name: 'loyalty.listTierChanges',
    text: `select at, from_tier as "from", to_tier as "to" from loyalty_tier_changes where customer_id = $1 and market = $2 order by id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });
  return rows.map(({ at, from, to }) => ({ at: at.toISOString(), from, to }));
}

/** The latest birthday and anniversary coupons. */
export async function listCoupons(db: Queryable, { customerId, market }: Member): Promise<MemberView['coupons']> {
  const rows = await db.queryMany<{ occasion: Occasion; record: PromotionRecord; used: boolean }>({
    name: 'loyalty.listCoupons',
    text: `select l.occasion, p.record, exists (select 1 from orders o where o.customer_id = l.customer_id and o.number is not null
        and o.status not in ('Cancelled', 'Declined') and l.promotion_id = any(o.coupon_ids)) as used
      from loyalty_coupons l join promotions p on p.id = l.promotion_id
      where l.customer_id = $1 and l.market = $2 order by l.issued_at desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });
  return rows.map(({ occasion, record, used }) => {
    const [action] = record.actions;
    const endsAt = record.endsAt ?? '';
    return {
      code: record.code ?? '',
      occasion,
      ...(action?.kind === 'percentage'
        ? { amount: action.percent, discountKind: 'percentage' as const }
        : { amount: action?.kind === 'amount' ? action.amount : 0, discountKind: 'dollar_value' as const }),
      endsAt,
      state: used ? 'used' : Date.parse(endsAt) <= Date.now() ? 'ended' : 'open',
    };
  });
}

/** A customer whose birthday or anniversary is due. */
export interface CouponRecipient {
  readonly id: number;
  readonly email: string;
  readonly given_name: string;
  readonly tier: Tier | null;
  readonly contact_id: string | null;
  readonly loyalty_excluded: boolean;
  /** ISO day of birth or joining. */
  readonly day: string;
}

/** The day of birth, or of joining in the market's time zone. $3 is the occasion, $6 the time zone. */
const DAY_SQL = "case when $3 = 'birthday' then c.user_metadata->>'birthday' else to_char(c.created_at at time zone $6, 'YYYY-MM-DD') end";

/**
 * Finds customers of a market who consent to marketing by email, have the occasion on one of these days of the year (`MM-DD`)
 * and no coupon of that year. Customers without a market belong to the default one.
 */
export const findCouponRecipients = (
  db: Queryable,
  market: Market,
  occasion: Occasion,
  days: readonly string[],
  year: number,
): Promise<CouponRecipient[]> =>
  db.queryMany({
    text: `select c.id, c.email, c.given_name, m.tier, m.contact_id, coalesce(m.loyalty_excluded, false) as loyalty_excluded, ${DAY_SQL} as day from customers c
      left join customer_markets m on m.customer_id = c.id and m.market = $1
      where substr(${DAY_SQL}, 6) = any($2) and c.user_metadata->>'marketing_email' = 'true'
      and (m.market is not null or $5 and not exists (select 1 from customer_markets o where o.customer_id = c.id))
      and not exists (select 1 from loyalty_coupons l where l.customer_id = c.id and l.market = $1 and l.occasion = $3 and l.year = $4)
      order by c.id`,
    values: [market, days, occasion, year, market === DEFAULT_MARKET, getMarketConfig(market).timeZone],
  });

/** Reserves the coupon of an occasion and year. @returns false if the customer has one already */
export const claimCoupon = async (
  transaction: Transaction,
  { customerId, market }: Member,
  occasion: Occasion,
  year: number,
  promotionId: number,
): Promise<boolean> =>
  (await transaction.execute({
    text: 'insert into loyalty_coupons (customer_id, market, occasion, year, promotion_id) values ($1, $2, $3, $4, $5) on conflict do nothing',
    values: [customerId, market, occasion, year, promotionId],
  })) > 0;

/** Loyalty in the data download. Deleted with the account. */
export const loyaltyData = {
  name: 'loyalty',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryOne({
      text: `select
        (select json_agg(json_build_object('market', market, 'kind', kind, 'cents', cents, 'tier', tier, 'at', at) order by at)
          from loyalty_ledger where customer_id = $1) as ledger,
        (select json_agg(json_build_object('market', market, 'from', from_tier, 'to', to_tier, 'at', at) order by id)
          from loyalty_tier_changes where customer_id = $1) as tiers,
        (select json_agg(json_build_object('market', market, 'occasion', occasion, 'year', year) order by issued_at)
          from loyalty_coupons where customer_id = $1) as coupons`,
      values: [id],
    }),
  /** Deletes personal coupons too, because nobody else can use them. */
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: 'delete from promotions where id in (select promotion_id from loyalty_coupons where customer_id = $1)',
      values: [id],
    });
    for (const table of ['loyalty_coupons', 'loyalty_tier_changes', 'loyalty_ledger'] as const)
      await transaction.execute({ text: `delete from ${table} where customer_id = $1`, values: [id] });
  },
} as const;

/** Excludes a customer from the programme of a market, or includes them again. @param note who excluded them and why; null includes */
export const setLoyaltyExclusion = (db: Queryable, customerId: number, market: Market, note: string | null): Promise<number> =>
  db.execute({
    text: `insert into customer_markets (customer_id, market, loyalty_excluded, loyalty_note) values ($1, $2, $3, $4)
      on conflict (customer_id, market) do update set loyalty_excluded = excluded.loyalty_excluded, loyalty_note = excluded.loyalty_note,
        crm_eligible = null`,
    values: [customerId, market, note !== null, note ?? ''],
  });
