/** SQL of store credit in the office: entries of all customers, the account of one, and who may be given credit. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { wordQuery } from '#lib/db/word-query.ts';
import { emailKey } from '#lib/email.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';
import type { CreditKind, CreditSort } from '../model/credit-list.ts';
import { type CreditAccount, creditAccount } from './credit.repository.ts';

export interface OfficeCreditFilter {
  readonly markets: readonly Market[];
  /** Words of the search, in small letters. */
  readonly words: readonly string[];
  readonly kinds: readonly CreditKind[] | null;
  readonly minCents: number | null;
  readonly maxCents: number | null;
  /** First and last day, in the time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
  readonly customerId: number | null;
}

/** Where a page begins: the sort key and the id of the last row before it. */
export interface CreditPosition {
  readonly key: string;
  readonly id: number;
}

export interface OfficeCreditEntry {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly cents: number;
  readonly note: string;
  readonly author: string;
  readonly reason: string;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
}

export interface OfficeCreditRow extends OfficeCreditEntry, CreditPosition {
  readonly market: Market;
  readonly customerId: number;
  readonly name: string;
  readonly email: string;
}

/** The order behind an entry `e`, by its source. */
const ORDER = `coalesce(substring(e.source from '^order:([0-9a-f-]{36})')::uuid,
    (select r.order_id from order_refunds r where r.id = substring(e.source from '^refund:([0-9a-f-]{36})')::uuid))`;
const ENTRY = `e.id, e.at, e.kind, e.cents, e.note, coalesce(s.author, '') as author, coalesce(s.reason, '') as reason,
    o.id as "orderId", o.number as "orderNumber"`;
const NAME = "trim(coalesce(c.given_name, '') || ' ' || coalesce(c.family_name, ''))";
/** The words in which staff search for a customer. They have an index, which finds beginnings of words without reading customers. */
const CUSTOMER_WORDS = 'customer_words(c.email, c.given_name, c.family_name)';

const FROM = 'from ledger_entries e join ledger_accounts a on a.id = e.account';

/** The parameters $1 to $9. Those that are null are dropped when the statement is planned. */
const FILTERS = `e.account like 'credit:%' and a.credit_market = any($1) and ($2::integer is null or a.credit_customer_id = $2)
  and ($3::text[] is null or e.kind = any($3)) and ($4::integer is null or abs(e.cents) >= $4) and ($5::integer is null or abs(e.cents) <= $5)
  and ($6::date is null or e.at >= ($6::date)::timestamp at time zone $8) and ($7::date is null or e.at < ($7::date + 1)::timestamp at time zone $8)
  and ($9::tsquery is null or a.credit_customer_id = any(array(select c.id from customers c where ${CUSTOMER_WORDS} @@ $9::tsquery)))`;

const toValues = (filter: OfficeCreditFilter): unknown[] => [
  filter.markets,
  filter.customerId,
  filter.kinds,
  filter.minCents,
  filter.maxCents,
  filter.from,
  filter.to,
  filter.timeZone,
  wordQuery(filter.words),
];

/** The end of the statement. The position of the page before is in $10 and $11. */
const PAGES = {
  at: 'and ($10::text is null or (e.at, e.id) > ($10::timestamptz, $11::bigint)) order by e.at, e.id limit $12',
  '-at': 'and ($10::text is null or (e.at, e.id) < ($10::timestamptz, $11::bigint)) order by e.at desc, e.id desc limit $12',
} as const satisfies Record<CreditSort, string>;
const ORDERS = { at: 'e.at, e.id', '-at': 'e.at desc, e.id desc' } as const satisfies Record<CreditSort, string>;

/** Lists matching entries after a position. */
export const listCreditEntries = (
  db: Queryable,
  filter: OfficeCreditFilter,
  sort: CreditSort,
  after: CreditPosition | null,
  limit: number,
): Promise<OfficeCreditRow[]> =>
  db.queryMany<OfficeCreditRow>({
    text: `with page as (select e.*, a.credit_market, a.credit_customer_id ${FROM} where ${FILTERS} ${PAGES[sort]})
      select ${ENTRY}, e.at::text as key, coalesce(e.credit_market, '${DEFAULT_MARKET}') as market, coalesce(e.credit_customer_id, 0) as "customerId", ${NAME} as name, coalesce(c.email, '') as email
      from page e left join customers c on c.id = e.credit_customer_id left join ledger_staff_entries s on s.source = e.source
        left join orders o on o.id = ${ORDER} order by ${ORDERS[sort]}`,
    values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });

/** Counts matching entries up to a limit. */
export async function countCreditEntries(db: Queryable, filter: OfficeCreditFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 ${FROM} where ${FILTERS} limit $10) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Sums the credit of all customers, by market. */
export const sumCredit = (
  db: Queryable,
  markets: readonly Market[],
): Promise<{ readonly market: Market; readonly customers: number; readonly cents: number }[]> =>
  db.queryMany<{ readonly market: Market; readonly customers: number; readonly cents: number }>({
    name: 'office-credit.sumCredit',
    text: `select coalesce(credit_market, '${DEFAULT_MARKET}') as market, count(*)::integer as customers, coalesce(sum(balance_cents), 0)::bigint as cents from ledger_accounts
      where credit_customer_id is not null and credit_market = any($1) and balance_cents > 0 group by credit_market order by credit_market`,
    values: [markets],
  });

export interface CreditCustomer {
  readonly customerId: number;
  readonly name: string;
  readonly email: string;
}

/**
 * Accounts `c` that a market $1 knows: they have shopped or signed in there, or have credit there. Accounts without a market belong to
 * the default one.
 */
const KNOWN = `(exists (select 1 from customer_markets m where m.customer_id = c.id and m.market = $1)
    or exists (select 1 from ledger_accounts a where a.credit_customer_id = c.id and a.credit_market = $1)
    or ($1 = '${DEFAULT_MARKET}' and not exists (select 1 from customer_markets m where m.customer_id = c.id)))`;

/** Finds the accounts of a market by email address. */
export const findCreditCustomers = (db: Queryable, market: Market, emails: readonly string[]): Promise<CreditCustomer[]> =>
  db.queryMany<CreditCustomer>({
    name: 'office-credit.findCreditCustomers',
    text: `select c.id as "customerId", ${NAME} as name, c.email from customers c where c.email_key = any($2) and ${KNOWN} order by c.id`,
    values: [market, emails.map(emailKey)],
  });

export interface CreditAccountFacts extends CreditCustomer {
  /** Number of entries. */
  readonly version: number;
  readonly cents: number;
  readonly holdCents: number;
}

/** Reads the credit of a customer whom a market knows, erased ones with credit too. @returns null if it knows none */
export const readCreditAccount = (db: Queryable, { customerId, market }: CreditAccount): Promise<CreditAccountFacts | null> =>
  db.queryOne<CreditAccountFacts>({
    name: 'office-credit.readCreditAccount',
    text: `select coalesce(c.id, a.credit_customer_id, 0) as "customerId", ${NAME} as name, coalesce(c.email, '') as email,
        coalesce(a.entries, 0) as version, coalesce(a.balance_cents, 0) as cents,
        (select coalesce(sum(h.cents), 0)::integer from ledger_holds h where h.account = $3 and h.state = 'active') as "holdCents"
      from (select $2::integer as id) given left join customers c on c.id = given.id
        left join ledger_accounts a on a.credit_customer_id = given.id and a.credit_market = $1
      where a.id is not null or (c.id is not null and ${KNOWN})`,
    values: [market, customerId, creditAccount({ customerId, market })],
  });

/** Lists the entries of an account with the order or the person behind each, oldest first. */
export const creditEntriesOf = (db: Queryable, owner: CreditAccount): Promise<OfficeCreditEntry[]> =>
  db.queryMany<OfficeCreditEntry>({
    name: 'office-credit.creditEntriesOf',
    text: `select ${ENTRY} from ledger_entries e left join ledger_staff_entries s on s.source = e.source left join orders o on o.id = ${ORDER}
      where e.account = $1 order by e.id`,
    values: [creditAccount(owner)],
  });

/** Returns the number of entries of an account, in the transaction that locked it. */
export async function countEntries(transaction: Transaction, owner: CreditAccount): Promise<number> {
  const row = await transaction.queryOne<{ entries: number }>({
    name: 'office-credit.countEntries',
    text: 'select entries from ledger_accounts where id = $1',
    values: [creditAccount(owner)],
  });
  return row?.entries ?? 0;
}

/** Returns who changed an account last and when. Orders and refunds have no person. */
export const lastCreditChange = (db: Queryable, owner: CreditAccount): Promise<{ readonly who: string | null; readonly at: Date } | null> =>
  db.queryOne<{ readonly who: string | null; readonly at: Date }>({
    name: 'office-credit.lastCreditChange',
    text: `select s.author as who, e.at from ledger_entries e left join ledger_staff_entries s on s.source = e.source
      where e.account = $1 order by e.id desc limit 1`,
    values: [creditAccount(owner)],
  });
