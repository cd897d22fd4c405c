/** SQL of the office's list of members. Its indexes are in the migration office_clubs. */
import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { CardState, DueRange, MemberProblem, MemberSort } from '../model/member-list.ts';
import { DUE_DAYS, EXPIRING_DAYS } from '../model/member-list.ts';
import type { MembershipStatus, StatusReason } from '../model/membership.ts';

export interface MemberFilter {
  readonly markets: readonly Market[];
  readonly statuses: readonly MembershipStatus[] | null;
  readonly clubs: readonly string[] | null;
  readonly problem: MemberProblem | null;
  readonly due: DueRange | null;
  readonly card: CardState | null;
  /** First and last day of the next charge. */
  readonly nextFrom: string | null;
  readonly nextTo: string | null;
  /** First and last day of joining, in the time zone. */
  readonly joinedFrom: string | null;
  readonly joinedTo: string | null;
  readonly timeZone: string;
  readonly customerId: number | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  /** Only these memberships. */
  readonly ids: readonly string[] | null;
  /** ISO day by market. */
  readonly today: Readonly<Record<string, string>>;
}

/** Where a page begins: the sort key and the id of the last row before it. */
export interface MemberPosition {
  readonly key: string;
  readonly id: string;
}

export interface ListedMember {
  readonly id: string;
  /** Value of the sort key, as text. */
  readonly key: string;
  readonly market: Market;
  readonly status: MembershipStatus;
  readonly reason: StatusReason | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly club: string;
  readonly variant: string;
  readonly frequency: string;
  readonly joinedAt: Date;
  readonly paid: number;
  readonly nextOn: string | null;
  readonly problem: MemberProblem | null;
  readonly tries: number;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

const DETAILS = `left join club_deliveries d on d.membership_id = m.id and d.state = 'due'
    left join stored_instruments i on i.id = m.instrument_id`;
const FROM = `club_memberships m ${DETAILS}`;

const JOINED = 'coalesce(m.joined_at, m.created_at)';
const NEXT = "case when m.status = 'active' then coalesce(d.retry_on, d.due_on) end";
const NAME = 'order_sort_name(m.details)';
/** Looked up for each member that is compared, because a join would read all customers. */
const EMAIL = `coalesce((select u.email from customers u where u.id = m.customer_id and m.customer_id <> 0), m.details ->> 'email', '')`;
const SEARCH = `order_search_text(null, ${EMAIL}, m.details)`;

/** What is wrong, the most urgent first. A membership that was paused by its card waits for another one. */
const PROBLEM = `case
    when (m.status = 'active' and d.card_attempts > 0) or (m.status = 'paused' and m.reason = 'card') then 'declined'
    when m.status = 'active' and d.stock_attempts > 0 then 'sold_out'
    when m.status in ('active', 'paused') and i.id is null then 'no_card' end`;

/** `$2` is a JSON object with the current day of each market. */
const TODAY = '($2::jsonb ->> m.market)::date';
/** Months since year 0, of the last month in which a card is valid, and of a day. */
const LAST_MONTH = 'i.expiry_year * 12 + i.expiry_month';
const monthOf = (date: string): string => `(extract(year from ${date}) * 12 + extract(month from ${date}))`;

const DUE = {
  overdue: `m.status = 'active' and d.reminded_on is not null and d.due_on < ${TODAY}`,
  week: `(${NEXT}) <= ${TODAY} + ${DUE_DAYS.week}`,
  month: `(${NEXT}) <= ${TODAY} + ${DUE_DAYS.month}`,
} as const satisfies Record<DueRange, string>;

const CARD = {
  expired: `m.status <> 'cancelled' and ${LAST_MONTH} < ${monthOf(TODAY)}`,
  expiring: `m.status <> 'cancelled' and ${LAST_MONTH} < ${monthOf(`(${TODAY} + ${EXPIRING_DAYS})`)}`,
} as const satisfies Record<CardState, string>;

const PROBLEMS = {
  declined: `(${PROBLEM}) = 'declined'`,
  sold_out: `(${PROBLEM}) = 'sold_out'`,
  no_card: `(${PROBLEM}) = 'no_card'`,
} as const satisfies Record<MemberProblem, string>;

/** The parameters $1 to $13. Those that are null are dropped when the statement is planned. */
const FILTERS = `m.market = any($1) and $2::jsonb is not null and ($3::text[] is null or m.status = any($3)) and ($4::text[] is null or m.club_id = any($4))
  and ($5::date is null or (${NEXT}) >= $5) and ($6::date is null or (${NEXT}) <= $6)
  and ($7::date is null or ${JOINED} >= ($7::date)::timestamp at time zone $9) and ($8::date is null or ${JOINED} < ($8::date + 1)::timestamp at time zone $9)
  and ($10::integer is null or m.customer_id = $10)
  and ($11::text is null or ${SEARCH} like $11) and ($12::text is null or ${SEARCH} like $12)
  and ($13::uuid[] is null or m.id = any($13))`;

/** Returns the statement's conditions. Each of the three choices is a condition of its own. */
const conditionsOf = ({ problem, due, card }: MemberFilter): string =>
  [FILTERS, ...(problem ? [PROBLEMS[problem]] : []), ...(due ? [DUE[due]] : []), ...(card ? [CARD[card]] : [])].join(' and ');

const toValues = (filter: MemberFilter): unknown[] => [
  filter.markets,
  JSON.stringify(filter.today),
  filter.statuses,
  filter.clubs,
  filter.nextFrom,
  filter.nextTo,
  filter.joinedFrom,
  filter.joinedTo,
  filter.timeZone,
  filter.customerId,
  wordPattern(filter.words[0]),
  wordPattern(filter.words[1]),
  filter.ids,
];

interface Sorting {
  readonly key: string;
  readonly type: string;
  readonly isDescending: boolean;
  /** True if an index has the order. */
  readonly isIndexed: boolean;
}

/** Whoever has no next charge is last in both directions. */
const SORTS = {
  joined: { key: JOINED, type: 'timestamptz', isDescending: false, isIndexed: true },
  '-joined': { key: JOINED, type: 'timestamptz', isDescending: true, isIndexed: true },
  next: { key: `coalesce(${NEXT}, '9999-12-31'::date)`, type: 'date', isDescending: false, isIndexed: false },
  '-next': { key: `coalesce(${NEXT}, '0001-01-01'::date)`, type: 'date', isDescending: true, isIndexed: false },
  name: { key: NAME, type: 'text', isDescending: false, isIndexed: true },
  '-name': { key: NAME, type: 'text', isDescending: true, isIndexed: true },
} as const satisfies Record<MemberSort, Sorting>;

/** Lists matching memberships after a position. */
export function listMembers(
  db: Queryable,
  filter: MemberFilter,
  sort: MemberSort,
  after: MemberPosition | null,
  limit: number,
): Promise<ListedMember[]> {
  const { key: sortKey, type, isDescending, isIndexed } = SORTS[sort];
  const orderOf = (by: string): string => (isDescending ? `${by} desc, id desc` : `${by}, id`);
  // Words that many members have: texts are compared in the order until the page is full. The planner expects few, and would compare all.
  const isInOrder = filter.words.length > 0 && isIndexed;
  const from = isInOrder
    ? `(select m.*, ${sortKey} as key from club_memberships m order by ${orderOf(sortKey)} offset 0) m ${DETAILS}`
    : FROM;
  const key = isInOrder ? 'm.key' : sortKey;
  return db.queryMany<ListedMember>({
    // The planner drops the joins that neither filter nor sort order needs from the first part, which reads many rows. It is planned by
    // itself, because its cost would hide that of the rest.
    text: `with page as materialized (
        select m.id, ${key} as key from ${from}
        where ${conditionsOf(filter)} and ($14::text is null or (${key}, m.id) ${isDescending ? '<' : '>'} ($14::${type}, $15::uuid))
        order by ${orderOf('key')} limit $16)
      select m.id, p.key::text as key, m.market, m.status, m.reason, coalesce(m.details ->> 'firstName', '') as "firstName",
        coalesce(m.details ->> 'lastName', '') as "lastName", ${EMAIL} as email, coalesce(m.details ->> 'suburb', '') as suburb,
        coalesce(m.details ->> 'state', '') as state, coalesce(m.details ->> 'postcode', '') as postcode,
        coalesce(c.record ->> 'name', m.club_id) as club,
        coalesce((select v ->> 'label' from jsonb_array_elements(c.record -> 'variants') v where v ->> 'id' = m.variant_id), m.variant_id) as variant,
        coalesce((select f ->> 'label' from jsonb_array_elements(c.record -> 'frequencies') f where f ->> 'id' = m.frequency_id), m.frequency_id) as frequency,
        ${JOINED} as "joinedAt", (select count(*)::integer from club_deliveries x where x.membership_id = m.id and x.state = 'paid') as paid,
        (${NEXT})::text as "nextOn", ${PROBLEM} as problem, coalesce(greatest(d.card_attempts, d.stock_attempts), 0) as tries,
        i.brand, i.last4, i.expiry_month as "expiryMonth", i.expiry_year as "expiryYear"
      from page p join club_memberships m on m.id = p.id ${DETAILS} left join clubs c on c.id = m.club_id and c.market = m.market
      order by ${isDescending ? 'p.key desc, p.id desc' : 'p.key, p.id'}`,
    values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });
}

/** How many memberships match, and which if they are few. */
export interface MemberMatches {
  readonly count: number;
  readonly ids: readonly string[] | null;
}

/** Counts matching memberships up to a limit. @param few number up to which their ids are returned */
export async function matchMembers(db: Queryable, filter: MemberFilter, limit: number, few: number): Promise<MemberMatches> {
  const row = await db.queryOne<{ count: number; ids: string[] | null }>({
    text: `select count(*)::integer as count, case when count(*) <= $15 then coalesce(array_agg(found.id), '{}') end as ids
      from (select m.id from ${FROM} where ${conditionsOf(filter)} limit $14) found`,
    values: [...toValues(filter), limit, few],
  });
  return row ?? { count: 0, ids: null };
}
