/** SQL of the office's list of customers. Its table and indexes are in migrations/0016_office_customers.sql. */
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import { summaryMarketSql, visibleSql } from '#domains/customers/identity/server/visible-customer.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { ConsentState, CustomerKind, CustomerSort, MemberState } from '../model/customer-list.ts';

export interface CustomerFilter {
  readonly markets: readonly Market[];
  readonly kind: CustomerKind | null;
  readonly tiers: readonly Tier[] | null;
  readonly consent: ConsentState | null;
  readonly club: MemberState | null;
  readonly timeZone: string;
  readonly sinceFrom: string | null;
  readonly sinceTo: string | null;
  readonly lastFrom: string | null;
  readonly lastTo: string | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  /** The order number that the search may mean. */
  readonly orderNumber: number | null;
  /** Only these rows. */
  readonly ids: readonly number[] | null;
}

export interface CustomerPosition {
  readonly key: string;
  readonly id: number;
}

export interface CustomerListRow {
  readonly id: number;
  /** Value of the sort key, as text. */
  readonly key: string;
  readonly customerId: number | null;
  readonly market: Market;
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly phone: string;
  readonly tier: Tier | null;
  readonly emailConsent: boolean;
  readonly smsConsent: boolean;
  readonly isMember: boolean;
  readonly orders: number;
  readonly spentCents: number;
  readonly since: Date;
  readonly lastOrderAt: Date | null;
}

const MEMBERSHIP = 'select 1 from club_memberships m where m.customer_id = s.customer_id and m.market = s.market and m.status';
/** People with an order of the number. */
const OF_ORDER = `s.id = any(array(select f.id from orders o join customer_summaries f on f.market = o.market
  and (f.customer_id = o.customer_id or (o.customer_id = 0 and f.guest_key = lower(o.email))) where o.number = $16))`;

/** The parameters $1 to $17. Those that are null are dropped when the statement is planned. */
const FILTERS = `${visibleSql('s', '$1')}
  and ($2::text is null or (s.customer_id is null) = ($2 = 'guest'))
  and ($3::text[] is null or s.tier = any($3))
  and ($4::text is null or case $4 when 'email' then s.email_consent when 'sms' then s.sms_consent else not s.email_consent and not s.sms_consent end)
  and ($5::text is null or $5 = 'none' or s.id = any(array(select f.id from club_memberships m join customer_summaries f
    on f.customer_id = m.customer_id and f.market = m.market where m.status = case $5 when 'member' then 'active' else 'paused' end)))
  and ($5::text is null or $5 = 'member' or not exists (${MEMBERSHIP} = 'active'))
  and ($5::text is null or $5 <> 'none' or not exists (${MEMBERSHIP} = 'paused'))
  and ($7::date is null or s.since >= ($7::date)::timestamp at time zone $6)
  and ($8::date is null or s.since < ($8::date + 1)::timestamp at time zone $6)
  and ($9::date is null or s.last_order_at >= ($9::date)::timestamp at time zone $6)
  and ($10::date is null or s.last_order_at < ($10::date + 1)::timestamp at time zone $6 and s.last_order_at > '-infinity')
  and ($11::bigint is null or s.spent_cents >= $11) and ($12::bigint is null or s.spent_cents <= $12)
  and (($13::text is null or s.search_text like $13) and ($14::text is null or s.search_text like $14) and ($15::text is null or s.search_text like $15)
    or ($16::integer is not null and ${OF_ORDER}))
  and ($17::integer[] is null or s.id = any($17))`;

const toValues = (filter: CustomerFilter): unknown[] => [
  filter.markets,
  filter.kind,
  filter.tiers,
  filter.consent,
  filter.club,
  filter.timeZone,
  filter.sinceFrom,
  filter.sinceTo,
  filter.lastFrom,
  filter.lastTo,
  filter.minCents,
  filter.maxCents,
  wordPattern(filter.words[0]),
  wordPattern(filter.words[1]),
  wordPattern(filter.words[2]),
  filter.orderNumber,
  filter.ids,
];

/** A page by a sort key: rows after a position ($18, $19) in an order. */
const pageBy = (key: string, after: string, order: string): string =>
  `select s.id, ${key}::text as key, s.customer_id as "customerId", ${summaryMarketSql('s')} as market, s.email, s.given_name as "givenName",
      s.family_name as "familyName", s.phone, s.tier, s.email_consent as "emailConsent", s.sms_consent as "smsConsent",
      exists (${MEMBERSHIP} = 'active') as "isMember", s.orders, s.spent_cents as "spentCents", s.since,
      nullif(s.last_order_at, '-infinity') as "lastOrderAt"
    from customer_summaries s where ${FILTERS} and ($18::text is null or ${after}) order by ${order} limit $20`;

const PAGES = {
  name: pageBy('s.sort_name', '(s.sort_name, s.id) > ($18, $19::integer)', 's.sort_name, s.id'),
  '-name': pageBy('s.sort_name', '(s.sort_name, s.id) < ($18, $19::integer)', 's.sort_name desc, s.id desc'),
  since: pageBy('s.since', '(s.since, s.id) > ($18::timestamptz, $19::integer)', 's.since, s.id'),
  '-since': pageBy('s.since', '(s.since, s.id) < ($18::timestamptz, $19::integer)', 's.since desc, s.id desc'),
  orders: pageBy('s.orders', '(s.orders, s.id) > ($18::integer, $19::integer)', 's.orders, s.id'),
  '-orders': pageBy('s.orders', '(s.orders, s.id) < ($18::integer, $19::integer)', 's.orders desc, s.id desc'),
  spent: pageBy('s.spent_cents', '(s.spent_cents, s.id) > ($18::bigint, $19::integer)', 's.spent_cents, s.id'),
  '-spent': pageBy('s.spent_cents', '(s.spent_cents, s.id) < ($18::bigint, $19::integer)', 's.spent_cents desc, s.id desc'),
  last: pageBy('s.last_order_at', '(s.last_order_at, s.id) > ($18::timestamptz, $19::integer)', 's.last_order_at, s.id'),
  '-last': pageBy('s.last_order_at', '(s.last_order_at, s.id) < ($18::timestamptz, $19::integer)', 's.last_order_at desc, s.id desc'),
} as const satisfies Record<CustomerSort, string>;

/** Lists matching people after a position. */
export const listCustomers = (
  db: Queryable,
  filter: CustomerFilter,
  sort: CustomerSort,
  after: CustomerPosition | null,
  limit: number,
): Promise<CustomerListRow[]> =>
  db.queryMany<CustomerListRow>({
    text: PAGES[sort],
    values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });

/** Counts matching people up to a limit. */
export async function countCustomers(db: Queryable, filter: CustomerFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from customer_summaries s where ${FILTERS} limit $18) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}
