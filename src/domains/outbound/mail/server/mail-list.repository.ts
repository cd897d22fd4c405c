/** SQL of the office's list of emails, and of one email. Its indexes are in migrations/0021_mail_log.sql. */
import { refreshSummaries, summaryMarketSql, visibleSql } from '#domains/customers/identity/server/visible-customer.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { wordPattern } from '#lib/db/word-pattern.ts';
import type { Market } from '#markets/market.ts';
import type { LoggedMailKind, MailOutcome, MailState } from '../model/mail-log.ts';

export interface MailFilter {
  readonly markets: readonly Market[];
  /** True for people who work in all markets. */
  readonly includesMarketless: boolean;
  readonly state: MailState | null;
  readonly kind: LoggedMailKind | null;
  /** First and last day, in the time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  /** The order number that the search may mean. */
  readonly orderNumber: number | null;
  /** Only these. */
  readonly ids: readonly string[] | null;
}

export interface MailPosition {
  readonly key: string;
  readonly id: string;
}

export interface MailListRow {
  readonly id: string;
  /** `created_at` to the microsecond. */
  readonly key: string;
  readonly queue: string;
  readonly kind: LoggedMailKind;
  readonly state: MailState;
  readonly market: Market | null;
  readonly recipient: string;
  readonly subject: string;
  readonly orderId: string | null;
  readonly number: number | null;
  readonly customerId: number | null;
  readonly giftCardId: string | null;
  readonly attempts: number;
  readonly isSuppressed: boolean;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

const SEARCH = "(' ' || lower(m.recipient || ' ' || m.subject))";
/** The parameters $1 to $12. Those that are null are dropped when the statement is planned. */
const FILTERS = `(m.market = any($1) or ($2::boolean and m.market is null)) and ($3::text is null or m.state = $3) and ($4::text is null or m.kind = $4)
  and ($5::date is null or m.created_at >= ($5::date)::timestamp at time zone $7)
  and ($6::date is null or m.created_at < ($6::date + 1)::timestamp at time zone $7)
  and ((($8::text is null or ${SEARCH} like $8) and ($9::text is null or ${SEARCH} like $9) and ($10::text is null or ${SEARCH} like $10)
      and ($8::text is not null or $11::integer is null))
    or ($11::integer is not null and m.order_id = any(array(select o.id from orders o where o.number = $11 and o.market = any($1)))))
  and ($12::uuid[] is null or m.id = any($12))`;

const ROW = `m.id, m.created_at::text as key, m.queue, m.kind, m.state, m.market, m.recipient, m.subject, m.order_id as "orderId", o.number,
  m.customer_id as "customerId", m.gift_card_id as "giftCardId", m.attempts, s.address is not null as "isSuppressed", m.created_at as "createdAt",
  m.sent_at as "sentAt"`;
const JOINS = 'left join orders o on o.id = m.order_id left join mail_suppressions s on s.address = email_key(m.recipient)';

const toValues = (filter: MailFilter): unknown[] => [
  filter.markets,
  filter.includesMarketless,
  filter.state,
  filter.kind,
  filter.from,
  filter.to,
  filter.timeZone,
  wordPattern(filter.words[0]),
  wordPattern(filter.words[1]),
  wordPattern(filter.words[2]),
  filter.orderNumber,
  filter.ids,
];

/** Lists emails before a position, the latest first. */
export const listMails = (db: Queryable, filter: MailFilter, before: MailPosition | null, limit: number): Promise<MailListRow[]> =>
  db.queryMany<MailListRow>({
    text: `with page as (select * from mail_log m where ${FILTERS} and ($13::timestamptz is null or (m.created_at, m.id) < ($13::timestamptz, $14::uuid))
        order by m.created_at desc, m.id desc limit $15)
      select ${ROW} from page m ${JOINS} order by m.created_at desc, m.id desc`,
    values: [...toValues(filter), before?.key ?? null, before?.id ?? null, limit],
  });

/** Counts emails up to a limit. */
export async function countMails(db: Queryable, filter: MailFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from mail_log m where ${FILTERS} limit $13) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

export interface FullMail extends MailListRow {
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly hasText: boolean;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly suppressedFor: string | null;
  readonly suppressionReason: string | null;
  readonly suppressedSince: Date | null;
}

const VISIBLE = '(m.market = any($2) or ($3::boolean and m.market is null))';

/** Finds an email of one of the markets. */
export const findMail = (db: Queryable, id: string, markets: readonly Market[], includesMarketless: boolean): Promise<FullMail | null> =>
  db.queryOne<FullMail>({
    name: 'mail-list.findMail',
    text: `select ${ROW}, m.payload, m.has_text as "hasText", t.html, t.text, t.headers, s.kind as "suppressedFor", s.reason as "suppressionReason",
        s.since as "suppressedSince"
      from mail_log m ${JOINS} left join mail_texts t on t.mail_id = m.id where m.id = $1 and ${VISIBLE}`,
    values: [id, markets, includesMarketless],
  });

/** Lists the attempts to send an email and what was reported about it, the latest first. */
export const attemptsOf = (
  db: Queryable,
  id: string,
): Promise<{ readonly at: Date; readonly outcome: MailOutcome; readonly response: string }[]> =>
  db.queryMany<{ at: Date; outcome: MailOutcome; response: string }>({
    name: 'mail-list.attemptsOf',
    text: 'select at, outcome, response from mail_attempts where mail_id = $1 order by id desc limit 60',
    values: [id],
  });

interface AddressOwner {
  readonly address: string;
  readonly market: Market | null;
}

const first = async (found: Promise<AddressOwner | null>): Promise<AddressOwner | null> => {
  const owner = await found;
  return owner === null || owner.address === '' ? null : owner;
};

/** Returns the address that an order of some markets was placed with. */
export const addressOfOrder = (transaction: Transaction, id: string, markets: readonly Market[]): Promise<AddressOwner | null> =>
  first(
    transaction.queryOne<AddressOwner & { readonly market: Market }>({
      name: 'mail-list.addressOfOrder',
      text: 'select email as address, market from orders where id::text = $1 and market = any($2)',
      values: [id, markets],
    }),
  );

/** Returns the address of a person whom some markets know. @param id key of their page: of an account, or of a guest */
export async function addressOfCustomer(transaction: Transaction, id: string, markets: readonly Market[]): Promise<AddressOwner | null> {
  await refreshSummaries(transaction);
  return first(
    transaction.queryOne<AddressOwner>({
      name: 'mail-list.addressOfCustomer',
      text: `select s.email as address, ${summaryMarketSql('s')} as market from customer_summaries s
        where (s.customer_id::text = $1 or (s.customer_id is null and 'g' || s.id = $1)) and ${visibleSql('s', '$2')} order by s.id limit 1`,
      values: [id, markets],
    }),
  );
}

/** Returns the address that an email of some markets went to. */
export const addressOfMail = (
  transaction: Transaction,
  id: string,
  markets: readonly Market[],
  includesMarketless: boolean,
): Promise<AddressOwner | null> =>
  first(
    transaction.queryOne<AddressOwner>({
      name: 'mail-list.addressOfMail',
      text: `select m.recipient as address, m.market from mail_log m where m.id::text = $1 and ${VISIBLE}`,
      values: [id, markets, includesMarketless],
    }),
  );
