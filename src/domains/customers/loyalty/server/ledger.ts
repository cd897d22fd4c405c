/**
 * The ledger of loyalty: orders and refunds are recorded once each, whenever they are seen, and the tier is set to what the
 * ledger says. A tier that was set from outside (an import, staff) is recorded as granted first.
 */
import { DEFAULT_TIER, TIER_RANKS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { computeLoyaltyStatus, type LedgerEntry, type LoyaltyStatus } from '../model/loyalty-status.ts';
import { programmeOf } from './programmes.ts';

export interface Member {
  readonly customerId: number;
  readonly market: Market;
}

/** Told in the transaction in which spending lifted a customer to a tier. */
export type TierReachedHandler = (transaction: Transaction, member: Member, tier: Tier) => Promise<void>;

/** Gift cards among the lines `l` (isGiftSku, cart.ts). */
const IS_GIFT_CARD = "l.summary->>'sku' like '%GIFT%'";

/**
 * Orders and refunds that the ledger does not have yet, as its rows. `$1` and `$2` narrow it to a customer and market. A gift card
 * counts when it is spent, towards the tier of whoever spends it; what was paid for it does not count as well.
 */
const UNRECORDED = `
  select o.customer_id, o.market, 'spend' as kind, 'order:' || o.id as source, o.id as order_id,
      greatest(0, o.total_cents - (select coalesce(sum(l.list_cents * l.quantity - l.discount_cents), 0) from order_lines l
        where l.order_id = o.id and ${IS_GIFT_CARD}))::int as cents, o.placed_at as at
    from orders o where o.number is not null and o.customer_id <> 0
  union all
  select o.customer_id, o.market, 'refund', 'refund:' || r.id, o.id,
      greatest(0, r.amount_cents - (select coalesce(sum(f.amount_cents), 0) from order_refund_lines f
        join order_lines l on l.order_id = r.order_id and l.position = f.position where f.refund_id = r.id and ${IS_GIFT_CARD}))::int,
      coalesce(r.settled_at, r.created_at)
    from order_refunds r join orders o on o.id = r.order_id where r.state = 'done' and o.customer_id <> 0
  union all
  select o.customer_id, o.market, 'refund', 'dispute:' || d.gateway || ':' || d.id, o.id, d.amount_cents, d.closed_at
    from order_disputes d join orders o on o.id = d.order_id where d.status = 'lost' and o.customer_id <> 0`;

/** Members whose orders or refunds of the last so many hours are not in the ledger yet. */
export const membersToRecalculate = (db: Queryable, hours: number): Promise<Member[]> =>
  db.queryMany({
    name: 'loyalty.to_settle',
    text: `select distinct u.customer_id as "customerId", u.market from (${UNRECORDED}) u join customers c on c.id = u.customer_id
      where u.at > now() - make_interval(hours => $1) and not exists (select 1 from loyalty_ledger l where l.source = u.source)`,
    values: [hours],
  });

/** Members of a market whose spending has just left the window. */
export const membersWithLess = (db: Queryable, market: Market, windowMonths: number): Promise<Member[]> =>
  db.queryMany({
    name: 'loyalty.with_less',
    text: `select distinct customer_id as "customerId", market from loyalty_ledger where kind = 'spend' and market = $1
      and at <= now() - make_interval(months => $2) and at > now() - make_interval(months => $2, days => 40)`,
    values: [market, windowMonths],
  });

interface LockedMember {
  readonly tier: Tier;
  /** Takes part in the programme: as the CRM said last, else unless staff excluded the customer. */
  readonly isEligible: boolean;
}

const lockTier = async (transaction: Transaction, { customerId, market }: Member): Promise<LockedMember> => {
  await transaction.execute({
    name: 'loyalty.market_row',
    text: 'insert into customer_markets (customer_id, market, tier) values ($1, $2, $3) on conflict do nothing',
    values: [customerId, market, DEFAULT_TIER],
  });
  const row = await transaction.queryOne<LockedMember>({
    name: 'loyalty.lock_tier',
    text: `select tier, coalesce(crm_eligible, not loyalty_excluded) as "isEligible" from customer_markets
      where customer_id = $1 and market = $2 for update`,
    values: [customerId, market],
  });
  return row ?? { tier: DEFAULT_TIER, isEligible: true };
};

async function setTierLast(transaction: Transaction, { customerId, market }: Member): Promise<Tier> {
  const row = await transaction.queryOne<{ to_tier: Tier }>({
    name: 'loyalty.tier_last',
    text: 'select to_tier from loyalty_tiers where customer_id = $1 and market = $2 order by id desc limit 1',
    values: [customerId, market],
  });
  return row?.to_tier ?? DEFAULT_TIER;
}

/** Everything in a member's ledger. */
export async function ledgerOf(db: Queryable, { customerId, market }: Member): Promise<LedgerEntry[]> {
  const rows = await db.queryMany<{ kind: LedgerEntry['kind']; source: string; order_id: string; cents: number; tier: Tier; at: Date }>({
    name: 'loyalty.ledger',
    text: 'select kind, source, order_id, cents, tier, at from loyalty_ledger where customer_id = $1 and market = $2 order by at, id',
    values: [customerId, market],
  });
  return rows.map(({ kind, source, order_id: orderId, cents, tier, at }) =>
    kind === 'grant' ? { kind, source, tier, at: at.getTime() } : { kind, source, orderId, cents, at: at.getTime() },
  );
}

/** Record what is new of a member and set the tier that follows. Gives where they stand. */
export async function recalculateTier(database: Database, member: Member, onReached: TierReachedHandler): Promise<LoyaltyStatus> {
  const { customerId, market } = member;
  return database.transaction(async (transaction) => {
    const { tier, isEligible } = await lockTier(transaction, member);
    const before = await setTierLast(transaction, member);
    if (tier !== before)
      await transaction.execute({
        name: 'loyalty.grant',
        text: `insert into loyalty_ledger (customer_id, market, kind, source, tier, at)
          values ($1, $2, 'grant', 'grant:' || gen_random_uuid(), $3, clock_timestamp())`,
        values: [customerId, market, tier],
      });
    await transaction.execute({
      name: 'loyalty.record',
      text: `insert into loyalty_ledger (customer_id, market, kind, source, order_id, cents, at)
        select customer_id, market, kind, source, order_id, cents, at from (${UNRECORDED}) u where customer_id = $1 and market = $2
        order by at on conflict do nothing`,
      values: [customerId, market],
    });
    const earned = computeLoyaltyStatus(await ledgerOf(transaction, member), await programmeOf(transaction, market), Date.now());
    // Who does not take part keeps the tier that they have; orders are counted in case they do again.
    const standing = isEligible ? earned : { ...earned, tier };
    if (standing.tier !== tier)
      await transaction.execute({
        name: 'loyalty.set_tier',
        text: 'update customer_markets set tier = $3 where customer_id = $1 and market = $2',
        values: [customerId, market, standing.tier],
      });
    if (standing.tier !== before)
      await transaction.execute({
        name: 'loyalty.tier_changed',
        text: 'insert into loyalty_tiers (customer_id, market, from_tier, to_tier) values ($1, $2, $3, $4)',
        values: [customerId, market, before, standing.tier],
      });
    if (TIER_RANKS[standing.tier] > TIER_RANKS[tier]) await onReached(transaction, member, standing.tier);
    return standing;
  });
}
