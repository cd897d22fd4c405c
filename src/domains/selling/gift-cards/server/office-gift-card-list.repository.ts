/** SQL of the office's list of gift cards. Its indexes are in migrations/0010_office_credit.sql and migrations/0014_credit_filters.sql. */
import type { Queryable } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { GiftCardDelivery, GiftCardSort, GiftCardState } from '../model/gift-card-list.ts';

export interface OfficeGiftCardFilter {
  readonly markets: readonly Market[];
  readonly code: string | null;
  readonly orderNumber: number | null;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  readonly states: readonly GiftCardState[] | null;
  readonly deliveries: readonly GiftCardDelivery[] | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  /** First and last day, in the time zone. */
  readonly createdFrom: string | null;
  readonly createdTo: string | null;
  readonly expiresFrom: string | null;
  readonly expiresTo: string | null;
  readonly timeZone: string;
}

/** Where a page begins: the sort key and the id of the last row before it. */
export interface GiftCardPosition {
  readonly key: string;
  readonly id: string;
}

export interface OfficeGiftCardRow {
  readonly id: string;
  readonly version: number;
  readonly ending: string;
  readonly market: Market;
  readonly state: GiftCardState;
  readonly delivery: GiftCardDelivery;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly initialCents: number;
  /** 0 once it has expired. */
  readonly balanceCents: number;
  readonly recipientName: string;
  readonly recipientEmail: string;
  readonly senderName: string;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
}

const STATE = `case when g.expires_at <= now() then 'expired' when a.balance_cents > 0 then 'active' when a.last_kind = 'void' then 'void' else 'used' end`;
const DELIVERY = `case when g.recipient_email = '' then 'none'
    when g.sent_at is null and a.balance_cents <= 0 then 'none'
    when g.sent_at is null and g.queued_at is null and g.send_at > now() then 'scheduled'
    when exists (select 1 from mail_suppressions s where s.address = lower(trim(g.recipient_email)) and s.kind = 'bounce') then 'failed'
    when g.sent_at is not null then 'sent' else 'waiting' end`;
const BOUNCES = "(select s.address from mail_suppressions s where s.kind = 'bounce')";
const IS_SCHEDULED = 'g.queued_at is null and g.send_at > now()';

/**
 * The same states and deliveries as conditions. Those that are not asked for are dropped when the statement is planned. Cards that wait are
 * few, and the first line of the deliveries finds them by their index; the second one has the index of those that were sent to nobody.
 */
const IN_STATE = (states: string): string => `(${states}::text[] is null
    or ('active' = any(${states}) and g.expires_at > now() and a.balance_cents > 0)
    or ('void' = any(${states}) and g.expires_at > now() and a.balance_cents <= 0 and a.last_kind = 'void')
    or ('used' = any(${states}) and g.expires_at > now() and a.balance_cents <= 0 and a.last_kind <> 'void')
    or ('expired' = any(${states}) and g.expires_at <= now()))`;
const IN_DELIVERY = (
  deliveries: string,
): string => `(${deliveries}::text[] is null or not ${deliveries} <@ array['scheduled', 'waiting'] or g.sent_at is null)
    and (${deliveries}::text[] is null or not ${deliveries} <@ array['none', 'scheduled', 'waiting'] or g.recipient_email = '' or g.sent_at is null)
    and (${deliveries}::text[] is null
    or ('none' = any(${deliveries}) and (g.recipient_email = '' or (g.sent_at is null and a.balance_cents <= 0)))
    or (g.recipient_email <> '' and (g.sent_at is not null or a.balance_cents > 0) and (
      ('scheduled' = any(${deliveries}) and g.sent_at is null and ${IS_SCHEDULED})
      or ('failed' = any(${deliveries}) and not (g.sent_at is null and ${IS_SCHEDULED}) and lower(trim(g.recipient_email)) = any(array${BOUNCES}))
      or ('sent' = any(${deliveries}) and g.sent_at is not null and lower(trim(g.recipient_email)) <> all(array${BOUNCES}))
      or ('waiting' = any(${deliveries}) and g.sent_at is null and not (${IS_SCHEDULED}) and lower(trim(g.recipient_email)) <> all(array${BOUNCES})))))`;
const SEARCH = 'gift_card_search_text(g.code, g.recipient_name, g.recipient_email, g.sender_name)';

/** Changes with what staff do with a card and with each entry of its ledger. */
export const GIFT_CARD_VERSION = '(g.version + a.entries)';

/** What lists and records show of a card `g` with its account `a`. */
export const GIFT_CARD_COLUMNS = `g.id, ${GIFT_CARD_VERSION} as version, right(g.code, 4) as ending, g.market, ${STATE} as state, ${DELIVERY} as delivery, g.created_at as "createdAt",
    g.expires_at as "expiresAt", g.initial_cents as "initialCents", case when g.expires_at <= now() then 0 else a.balance_cents end as "balanceCents",
    g.recipient_name as "recipientName", g.recipient_email as "recipientEmail", g.sender_name as "senderName", g.order_id as "orderId",
    (select o.number from orders o where o.id = g.order_id) as "orderNumber"`;

/** The parameters $1 to $15. Those that are null are dropped when the statement is planned. */
const FILTERS = `g.market = any($1) and ($2::text is null or g.code = $2)
  and ($4::text is null or ${SEARCH} like $4
    or ($3::integer is not null and g.order_id = any(array(select o.id from orders o where o.number = $3 and o.market = any($1)))))
  and ($5::text is null or ${SEARCH} like $5) and ($6::text is null or ${SEARCH} like $6)
  and ${IN_STATE('$7')} and ${IN_DELIVERY('$8')}
  and ($9::integer is null or a.balance_cents >= $9) and ($10::integer is null or a.balance_cents <= $10)
  and ($11::date is null or g.created_at >= ($11::date)::timestamp at time zone $15)
  and ($12::date is null or g.created_at < ($12::date + 1)::timestamp at time zone $15)
  and ($13::date is null or g.expires_at >= ($13::date)::timestamp at time zone $15)
  and ($14::date is null or g.expires_at < ($14::date + 1)::timestamp at time zone $15)`;

const toValues = (filter: OfficeGiftCardFilter): unknown[] => [
  filter.markets,
  filter.code,
  filter.orderNumber,
  wordPattern(filter.words[0]),
  wordPattern(filter.words[1]),
  wordPattern(filter.words[2]),
  filter.states,
  filter.deliveries,
  filter.minCents,
  filter.maxCents,
  filter.createdFrom,
  filter.createdTo,
  filter.expiresFrom,
  filter.expiresTo,
  filter.timeZone,
];

/** The end of the statement. @param after condition of a later page, by its position ($16, $17) */
const pageBy = (after: string, order: string): string => `and ($16::text is null or ${after}) order by ${order} limit $18`;

const PAGES = {
  created: pageBy('(g.created_at, g.id) > ($16::timestamptz, $17::uuid)', 'g.created_at, g.id'),
  '-created': pageBy('(g.created_at, g.id) < ($16::timestamptz, $17::uuid)', 'g.created_at desc, g.id desc'),
  expires: pageBy('(g.expires_at, g.id) > ($16::timestamptz, $17::uuid)', 'g.expires_at, g.id'),
  '-expires': pageBy('(g.expires_at, g.id) < ($16::timestamptz, $17::uuid)', 'g.expires_at desc, g.id desc'),
  balance: pageBy('(a.balance_cents, a.gift_card_id) > ($16::integer, $17::uuid)', 'a.balance_cents, a.gift_card_id'),
  '-balance': pageBy('(a.balance_cents, a.gift_card_id) < ($16::integer, $17::uuid)', 'a.balance_cents desc, a.gift_card_id desc'),
} as const satisfies Record<GiftCardSort, string>;

const KEYS = {
  created: 'g.created_at',
  '-created': 'g.created_at',
  expires: 'g.expires_at',
  '-expires': 'g.expires_at',
  balance: 'a.balance_cents',
  '-balance': 'a.balance_cents',
} as const satisfies Record<GiftCardSort, string>;

const FROM = 'from gift_cards g join ledger_accounts a on a.gift_card_id = g.id';

/** Lists matching cards after a position. */
export const listOfficeGiftCards = (
  db: Queryable,
  filter: OfficeGiftCardFilter,
  sort: GiftCardSort,
  after: GiftCardPosition | null,
  limit: number,
): Promise<(OfficeGiftCardRow & GiftCardPosition)[]> =>
  db.queryMany<OfficeGiftCardRow & GiftCardPosition>({
    // The first part reads many rows, but only columns of filter and order, which an index can have.
    text: `with page as (select g.id, ${KEYS[sort]} as sort_key ${FROM} where ${FILTERS} ${PAGES[sort]})
      select ${GIFT_CARD_COLUMNS}, p.sort_key::text as key from page p join gift_cards g on g.id = p.id join ledger_accounts a on a.gift_card_id = g.id
      order by ${sort.startsWith('-') ? 'p.sort_key desc, p.id desc' : 'p.sort_key, p.id'}`,
    values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });

/** Counts matching cards up to a limit. */
export async function countOfficeGiftCards(db: Queryable, filter: OfficeGiftCardFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 ${FROM} where ${FILTERS} limit $16) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

export interface GiftCardLiability {
  readonly market: Market;
  readonly cards: number;
  readonly outstandingCents: number;
  readonly expiringCents: number;
}

/** Days in which cards count as expiring soon. */
const SOON_DAYS = 90;

/** Sums the balances of cards that have not expired, by market. */
export const sumGiftCards = (db: Queryable, markets: readonly Market[]): Promise<GiftCardLiability[]> =>
  db.queryMany<GiftCardLiability>({
    name: 'office-gift-card-list.sumGiftCards',
    text: `select g.market, count(*)::integer as cards, sum(a.balance_cents)::bigint as "outstandingCents",
        coalesce(sum(a.balance_cents) filter (where g.expires_at < now() + interval '${SOON_DAYS} days'), 0)::bigint as "expiringCents"
      ${FROM} where a.balance_cents > 0 and g.expires_at > now() and g.market = any($1) group by g.market order by g.market`,
    values: [markets],
  });
