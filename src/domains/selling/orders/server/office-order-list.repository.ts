/** SQL of the office's list of orders. Its indexes are in migrations/0003_office_orders.sql. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { OrderHandover, OrderSort, PaymentState } from '../model/order-list.ts';
import { HAS_UNSHIPPED } from './fulfilment.repository.ts';
import { UNDELIVERED_ORDERS } from './outcomes/undelivered.repository.ts';

export interface OfficeOrderFilter {
  readonly markets: readonly Market[];
  readonly statuses: readonly OrderStatus[] | null;
  /** First and last day, in the time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  readonly tags: readonly string[] | null;
  readonly customerId: number | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  /** True for orders with something left to send. */
  readonly isUnshipped: boolean;
  /** True for orders that are to be sent today, in the time zone. */
  readonly isDue: boolean;
  /** True for orders with a refused or returned parcel that waits for staff. */
  readonly isUndelivered: boolean;
  /** First and last day on which they are to be sent, for those that have one. */
  readonly sendFrom: string | null;
  readonly sendTo: string | null;
  /** Only these orders. */
  readonly ids: readonly string[] | null;
  readonly payment: PaymentState | 'any';
  readonly handover: OrderHandover | 'any';
}

const EVERY_ORDER: OfficeOrderFilter = {
  markets: [],
  statuses: null,
  from: null,
  to: null,
  timeZone: 'UTC',
  minCents: null,
  maxCents: null,
  tags: null,
  customerId: null,
  words: [],
  isUnshipped: false,
  isDue: false,
  isUndelivered: false,
  sendFrom: null,
  sendTo: null,
  ids: null,
  payment: 'any',
  handover: 'any',
};

/** Where a page begins: the sort key and the id of the last row before it. */
export interface OrderPosition {
  readonly key: string;
  readonly id: string;
}

export interface OfficeOrderRow {
  readonly id: string;
  /** Value of the sort key, as text. */
  readonly key: string;
  readonly number: number;
  readonly market: Market;
  readonly status: OrderStatus;
  readonly placedAt: Date;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly collectFrom: string;
  readonly dispatchOn: string;
  readonly customerId: number;
  readonly totalCents: number;
  readonly cases: number;
  readonly items: readonly { readonly name: string; readonly quantity: number }[];
  readonly refundedCents: number;
  readonly hasPendingRefund: boolean;
  readonly hasRefusedRefund: boolean;
  readonly hasOpenDispute: boolean;
  readonly tags: readonly string[];
}

const REFUND = 'select 1 from order_refunds r where r.order_id = o.id';
const DONE = "coalesce((select sum(r.amount_cents) from order_refunds r where r.order_id = o.id and r.state = 'done'), 0)";
const DISPUTE = "exists (select 1 from order_disputes d where d.order_id = o.id and d.status = 'open')";
const PENDING = `exists (${REFUND} and r.state = 'intended')`;
const REFUSED = `exists (${REFUND} and r.state = 'refused')`;

/** Refunds by order, added up once: most orders have none. */
const REFUNDED = (
  condition: string,
): string => `exists (select 1 from (select r.order_id, coalesce(sum(r.amount_cents) filter (where r.state = 'done'), 0) as done,
      bool_or(r.state = 'intended') as pending, bool_or(r.state = 'refused') as refused from order_refunds r group by r.order_id) f
    where f.order_id = o.id and not f.pending and ${condition})`;

const UNPAID = "o.status in ('Incomplete', 'Pending', 'Awaiting Payment', 'Declined')";

/** Conditions by payment. They exclude each other as `paymentStateOf` does. */
const PAYMENT = {
  any: 'true',
  unpaid: `${UNPAID} and not exists (${REFUND}) and not ${DISPUTE}`,
  paid: `not ${UNPAID} and not exists (${REFUND}) and not ${DISPUTE}`,
  partly_refunded: `${REFUNDED('f.done > 0 and f.done < o.total_cents and not f.refused')} and not ${DISPUTE}`,
  refunded: `${REFUNDED('f.done > 0 and f.done >= o.total_cents')} and not ${DISPUTE}`,
  refund_pending: `${PENDING} and not ${DISPUTE}`,
  // Few refunds are refused, so they are found first.
  refund_refused: `o.id in (select r.order_id from order_refunds r where r.state = 'refused') and not ${PENDING}
    and ${DONE} < o.total_cents and not ${DISPUTE}`,
  disputed: DISPUTE,
} as const;

/** Conditions by how the order gets to its buyer. `orders_collection_idx` has the few that are collected. */
const HANDOVER = { any: 'true', collect: "o.details ? 'collection'", send: "not o.details ? 'collection'" } as const;

/** Most orders have no day on which they are sent. `orders_dispatch_idx` has the others. */
const SEND_ON = "(o.details->>'dispatchOn')";
const DUE = "coalesce(o.details->>'dispatchOn', '') <= to_char(now() at time zone $5, 'YYYY-MM-DD')";

/** Few orders wait with a parcel that came back, so they are found first. */
const UNDELIVERED = `o.id = any(array(${UNDELIVERED_ORDERS}))`;

const SEARCH = 'order_search_text(o.number, o.email, o.details)';
/** An order without refunds has something left by its status, which most orders are. */
const UNSHIPPED = `((o.status <> 'Partially Refunded' and not exists (${REFUND})) or ${HAS_UNSHIPPED})`;

/**
 * The parameters $1 to $18. A single status has a parameter of its own, because only an equality uses the order of the index. Those that
 * are null are dropped when the statement is planned.
 */
const FILTERS = `o.number is not null and o.market = any($1) and ($2::text[] is null or o.status = any($2))
  and ($15::text is null or o.status = $15)
  and ($3::date is null or o.placed_at >= ($3::date)::timestamp at time zone $5)
  and ($4::date is null or o.placed_at < ($4::date + 1)::timestamp at time zone $5)
  and ($6::integer is null or o.total_cents >= $6) and ($7::integer is null or o.total_cents <= $7)
  and ($8::text[] is null or o.id = any(array(select t.order_id from order_tags t where t.tag = any($8))))
  and ($9::integer is null or o.customer_id = $9)
  and ($10::text is null or ${SEARCH} like $10) and ($11::text is null or ${SEARCH} like $11) and ($12::text is null or ${SEARCH} like $12)
  and (not $13::boolean or (not o.is_sent and ${UNSHIPPED})) and ($14::uuid[] is null or o.id = any($14))
  and (not $16::boolean or ${UNDELIVERED})
  and ($17::text is null or ${SEND_ON} >= $17) and ($18::text is null or ${SEND_ON} <= $18)`;

const isSingle = ({ statuses }: OfficeOrderFilter): boolean => statuses?.length === 1;

const toValues = (filter: OfficeOrderFilter): unknown[] => [
  filter.markets,
  isSingle(filter) ? null : filter.statuses,
  filter.from,
  filter.to,
  filter.timeZone,
  filter.minCents,
  filter.maxCents,
  filter.tags,
  filter.customerId,
  wordPattern(filter.words[0]),
  wordPattern(filter.words[1]),
  wordPattern(filter.words[2]),
  filter.isUnshipped,
  filter.ids,
  isSingle(filter) ? filter.statuses?.[0] : null,
  filter.isUndelivered,
  filter.sendFrom,
  filter.sendTo,
];

/**
 * The statement after the filters: the page, and what its rows show besides the order itself.
 * @param key sort key as text
 * @param after condition of a later page, by its position ($19, $20)
 */
const pageBy = (key: string, after: string, order: string): string => `and ($19::text is null or ${after}) order by ${order} limit $21)
  select o.id, ${key} as key, o.number, o.market, o.status, o.placed_at as "placedAt", o.email, coalesce(o.details->>'firstName', '') as "firstName",
    coalesce(o.details->>'lastName', '') as "lastName", coalesce(o.details->>'suburb', '') as suburb, coalesce(o.details->>'state', '') as state,
    coalesce(o.details->>'postcode', '') as postcode,
    coalesce(o.details->'collection'->>'name', '') as "collectFrom", coalesce(o.details->>'dispatchOn', '') as "dispatchOn", o.customer_id as "customerId", o.total_cents as "totalCents",
    lines.cases, lines.items, ${DONE}::integer as "refundedCents", ${PENDING} as "hasPendingRefund", ${REFUSED} as "hasRefusedRefund",
    ${DISPUTE} as "hasOpenDispute",
    (select coalesce(array_agg(t.tag order by t.tag), '{}') from order_tags t where t.order_id = o.id) as tags
  from page o
    cross join lateral (select coalesce(sum(l.quantity), 0)::integer as cases,
      coalesce(jsonb_agg(jsonb_build_object('name', concat_ws(' ', nullif(l.summary->>'brand', ''), l.summary->>'name', nullif(l.summary->>'vintage', '')),
        'quantity', l.quantity) order by l.position) filter (where l.position < 4), '[]') as items
      from order_lines l where l.order_id = o.id) lines
  order by ${order}`;

const NAME = 'order_sort_name(o.details)';

const PAGES = {
  placed: pageBy('o.placed_at::text', '(o.placed_at, o.id) > ($19::timestamptz, $20::uuid)', 'o.placed_at, o.id'),
  '-placed': pageBy('o.placed_at::text', '(o.placed_at, o.id) < ($19::timestamptz, $20::uuid)', 'o.placed_at desc, o.id desc'),
  number: pageBy('o.number::text', '(o.number, o.id) > ($19::integer, $20::uuid)', 'o.number, o.id'),
  '-number': pageBy('o.number::text', '(o.number, o.id) < ($19::integer, $20::uuid)', 'o.number desc, o.id desc'),
  total: pageBy('o.total_cents::text', '(o.total_cents, o.id) > ($19::integer, $20::uuid)', 'o.total_cents, o.id'),
  '-total': pageBy('o.total_cents::text', '(o.total_cents, o.id) < ($19::integer, $20::uuid)', 'o.total_cents desc, o.id desc'),
  customer: pageBy(NAME, `(${NAME}, o.id) > ($19::text, $20::uuid)`, `${NAME}, o.id`),
  '-customer': pageBy(NAME, `(${NAME}, o.id) < ($19::text, $20::uuid)`, `${NAME} desc, o.id desc`),
} as const satisfies Record<OrderSort, string>;

/**
 * Lists matching orders after a position. Few orders, whose ids are given, are only sorted. Else the index of the sort order is followed,
 * which meets matches soon. The planner cannot tell, because it expects matches to be spread over the order, and the orders of a name
 * are together.
 * @param found ids of all matching orders if they are few
 */
export const listOfficeOrders = (
  db: Queryable,
  filter: OfficeOrderFilter,
  sort: OrderSort,
  after: OrderPosition | null,
  limit: number,
  found: readonly string[] | null,
): Promise<OfficeOrderRow[]> =>
  db.queryMany<OfficeOrderRow>({
    text: found
      ? `with page as (select o.* from (select o.* from orders o where ${FILTERS} offset 0) o where true ${PAGES[sort]}`
      : `with page as (select o.* from orders o where ${FILTERS} and ${PAYMENT[filter.payment]} and ${HANDOVER[filter.handover]} and ${filter.isDue ? DUE : 'true'} ${PAGES[sort]}`,
    values: [
      ...toValues(found ? { ...EVERY_ORDER, markets: filter.markets, ids: found } : filter),
      after?.key ?? null,
      after?.id ?? null,
      limit,
    ],
  });

/** How many orders match, and which if they are few. */
export interface OrderMatches {
  readonly count: number;
  readonly ids: readonly string[] | null;
}

/** Counts matching orders up to a limit. @param few number up to which their ids are returned */
export async function findOfficeOrders(db: Queryable, filter: OfficeOrderFilter, limit: number, few: number): Promise<OrderMatches> {
  const row = await db.queryOne<OrderMatches>({
    text: `select count(*)::integer as count, case when count(*) <= $20 then coalesce(array_agg(found.id), '{}') end as ids
      from (select o.id from orders o where ${FILTERS} and ${PAYMENT[filter.payment]} and ${HANDOVER[filter.handover]} and ${filter.isDue ? DUE : 'true'} limit $19) found`,
    values: [...toValues(filter), limit, few],
  });
  return row ?? { count: 0, ids: [] };
}

/** Counts matching orders up to a limit. */
export const countOfficeOrders = async (db: Queryable, filter: OfficeOrderFilter, limit: number): Promise<number> =>
  (await findOfficeOrders(db, filter, limit, 0)).count;

const MARKED_AT_ONCE = 2_000;

/**
 * Marks partly refunded orders with nothing left to send, so that the list of what waits does not add them up again.
 * @returns how many
 */
export async function markSentOrders(db: Queryable): Promise<number> {
  for (let marked = 0; ; ) {
    const rows = await db.execute({
      name: 'office-order-list.markSentOrders',
      text: `update orders s set is_sent = true from (select o.id from orders o where o.number is not null and not o.is_sent
          and o.status = 'Partially Refunded' and not ${UNSHIPPED} limit ${MARKED_AT_ONCE}) o where s.id = o.id`,
    });
    marked += rows;
    if (rows < MARKED_AT_ONCE) return marked;
  }
}
