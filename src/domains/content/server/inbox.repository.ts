/** SQL of the inbox: form entries with what staff did with them. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { EntryState, InboxSort } from '../model/inbox.ts';

export interface InboxFilter {
  readonly markets: readonly Market[];
  /** Pattern of `like`; null for all. */
  readonly pattern: string | null;
  /** Null for all but spam. */
  readonly states: readonly EntryState[] | null;
  readonly form: string | null;
  /** Only these. */
  readonly ids: readonly string[] | null;
}

export interface InboxRow {
  readonly id: string;
  readonly key: string;
  readonly market: string;
  readonly form: string;
  readonly email: string | null;
  readonly answers: unknown;
  readonly receivedAt: Date;
  readonly state: string;
  readonly handledAt: Date | null;
  readonly handledBy: string;
  readonly note: string;
}

/** The parameters $1 to $5. */
const MATCHES = `f.market = any($1) and ($2::text is null or lower(coalesce(f.email, '') || ' ' || f.entry::text) like $2)
  and (($3::text[] is null and f.state <> 'spam') or f.state = any($3)) and ($4::text is null or f.form_id = $4)
  and ($5::uuid[] is null or f.id = any($5))`;
const toValues = ({ markets, pattern, states, form, ids }: InboxFilter): unknown[] => [markets, pattern, states, form, ids];

const COLUMNS = `f.id, f.received_at::text as key, f.market, f.form_id as form, f.email, f.entry as answers, f.received_at as "receivedAt", f.state,
  f.handled_at as "handledAt", f.handled_by as "handledBy", f.note`;

const listBy = (after: string, order: string): string => `select ${COLUMNS} from form_submissions f
  where ${MATCHES} and ($6::timestamptz is null or (f.received_at, f.id) ${after} ($6::timestamptz, $7::uuid)) order by ${order} limit $8`;
const LISTS = {
  received: listBy('>', 'f.received_at, f.id'),
  '-received': listBy('<', 'f.received_at desc, f.id desc'),
} as const satisfies Record<InboxSort, string>;

/** Lists matching entries after a position. */
export const listEntries = (
  db: Queryable,
  filter: InboxFilter,
  sort: InboxSort,
  after: { readonly key: string; readonly id: string } | null,
  limit: number,
): Promise<InboxRow[]> =>
  db.queryMany<InboxRow>({ text: LISTS[sort], values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit] });

/** Counts matching entries up to a limit. */
export async function countEntries(db: Queryable, filter: InboxFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from form_submissions f where ${MATCHES} limit $6) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Lists the forms that entries of some markets came from. */
export const listForms = (db: Queryable, markets: readonly Market[]): Promise<{ readonly form: string }[]> =>
  db.queryMany<{ form: string }>({
    name: 'inbox.listForms',
    text: 'select distinct form_id as form from form_submissions where market = any($1) order by form_id',
    values: [markets],
  });

export interface FullEntry extends Omit<InboxRow, 'key'> {
  readonly pageId: string;
  readonly pageTitle: string | null;
  readonly version: number;
  readonly others: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Reads an entry of some markets. */
export const readEntry = (db: Queryable, id: string, markets: readonly Market[]): Promise<FullEntry | null> =>
  db.queryOne<FullEntry>({
    name: 'inbox.readEntry',
    text: `select f.id, f.market, f.form_id as form, f.email, f.entry as answers, f.received_at as "receivedAt", f.state, f.handled_at as "handledAt",
        f.handled_by as "handledBy", f.note, f.page_id as "pageId", (select p.record ->> 'title' from pages p where p.id = f.page_id) as "pageTitle", f.version,
        (select count(*)::integer from form_submissions o where o.id <> f.id and o.market = any($2) and email_key(o.email) = email_key(f.email)) as others,
        (select n.id from form_submissions n where n.market = any($2) and n.state <> 'spam' and (n.received_at, n.id) > (f.received_at, f.id)
          order by n.received_at, n.id limit 1) as previous,
        (select n.id from form_submissions n where n.market = any($2) and n.state <> 'spam' and (n.received_at, n.id) < (f.received_at, f.id)
          order by n.received_at desc, n.id desc limit 1) as next
      from form_submissions f where f.id = $1 and f.market = any($2)`,
    values: [id, markets],
  });

export interface EntryHead {
  readonly id: string;
  readonly market: Market;
  readonly state: EntryState;
  readonly version: number;
}

/** Locks entries of some markets, in the order of their ids. */
export const lockEntries = (transaction: Transaction, ids: readonly string[], markets: readonly Market[]): Promise<EntryHead[]> =>
  transaction.queryMany<EntryHead>({
    name: 'inbox.lockEntries',
    text: 'select id, market, state, version from form_submissions where id = any($1) and market = any($2) order by id for update',
    values: [ids, markets],
  });

/** Changes the state of an entry. */
export const updateState = (transaction: Transaction, id: string, state: EntryState, by: string): Promise<number> =>
  transaction.execute({
    name: 'inbox.updateState',
    text: `update form_submissions set state = $2, handled_at = case when $2 <> 'open' then now() end, handled_by = case when $2 <> 'open' then $3 else '' end,
        version = version + 1 where id = $1`,
    values: [id, state, by],
  });

export const updateNote = (transaction: Transaction, id: string, note: string): Promise<number> =>
  transaction.execute({
    name: 'inbox.updateNote',
    text: 'update form_submissions set note = $2, version = version + 1 where id = $1',
    values: [id, note],
  });
