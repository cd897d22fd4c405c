/** Redirects in the database. */
import { createHash } from 'node:crypto';
import type { WriteCounts } from '#domains/catalogue/server/offer-writer.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { makesLoop, type RedirectRecord, redirectRecord } from '../model/redirect.ts';
import type { RedirectSort } from '../redirect-office-contract.ts';

export interface StoredRedirect {
  readonly redirect: RedirectRecord;
  readonly changedAt: Date;
  readonly version: string;
}

/** Reads all redirects in the order of their paths. */
export async function readRedirects(db: Queryable): Promise<StoredRedirect[]> {
  const rows = await db.queryMany<{ record: unknown; updated_at: Date; version: string }>({
    name: 'redirect.readRedirects',
    text: 'select record, updated_at, content_hash as version from redirects order by from_path',
  });
  return rows.map(({ record, updated_at, version }) => ({ redirect: redirectRecord.parse(record), changedAt: updated_at, version }));
}

/** A redirect that would lead back to itself. */
export class RedirectLoopError extends OperatorError {
  override name = 'RedirectLoopError';
  readonly from: string;
  constructor(from: string) {
    super(`The redirect from ${from} leads back to where it began`);
    this.from = from;
  }
}

/** Returns the version of a redirect: another content has another one. */
export const versionOf = (record: RedirectRecord): string => createHash('sha256').update(JSON.stringify(record)).digest('base64url');

/** Makes other changes of redirects wait until the transaction ends. */
export const lockRedirects = (transaction: Transaction): void =>
  transaction.later({ text: "select pg_advisory_xact_lock(hashtext('redirects'))" });

/** Writes changed redirects. @throws RedirectLoopError if they and the existing ones lead in a circle; nothing is written then */
export async function writeRedirects(transaction: Transaction, records: readonly RedirectRecord[]): Promise<WriteCounts> {
  const redirects = [...new Map(records.map((record) => [record.from, record])).values()];
  if (redirects.length === 0) return { added: 0, changed: 0, unchanged: 0 };
  lockRedirects(transaction);
  const all = new Map((await readRedirects(transaction)).map(({ redirect }) => [redirect.from, redirect]));
  for (const redirect of redirects) all.set(redirect.from, redirect);
  const loop = redirects.find((redirect) => makesLoop((path) => all.get(path) ?? null, redirect));
  if (loop) throw new RedirectLoopError(loop.from);
  const written = await transaction.queryMany<{ added: boolean }>({
    text: `insert into redirects (from_path, record, content_hash)
      select from_path, record, content_hash from jsonb_populate_recordset(null::redirects, $1::jsonb) order by from_path
      on conflict (from_path) do update set record = excluded.record, content_hash = excluded.content_hash, updated_at = now()
      where redirects.content_hash <> excluded.content_hash
      returning xmax = 0 as added`,
    values: [JSON.stringify(redirects.map((record) => ({ from_path: record.from, record, content_hash: versionOf(record) })))],
  });
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, unchanged: redirects.length - written.length };
}

/** Reads a redirect that nobody else changes until the transaction ends. @returns null if there is none from the path */
export async function lockRedirect(
  transaction: Transaction,
  from: string,
): Promise<{ readonly redirect: RedirectRecord; readonly version: string } | null> {
  lockRedirects(transaction);
  const row = await transaction.queryOne<{ record: unknown; version: string }>({
    text: 'select record, content_hash as version from redirects where from_path = $1',
    values: [from],
  });
  return row && { redirect: redirectRecord.parse(row.record), version: row.version };
}

export const deleteRedirect = (transaction: Transaction, from: string): Promise<number> =>
  transaction.execute({ text: 'delete from redirects where from_path = $1', values: [from] });

interface RedirectListRow {
  readonly from: string;
  readonly key: string;
  readonly record: unknown;
  readonly changedAt: Date;
  readonly version: string;
}

export interface RedirectFilter {
  /** Redirects of any of these. */
  readonly markets: readonly string[];
  /** Part of the old or the new address. Empty for all. */
  readonly q: string;
  /** Null for both kinds. */
  readonly isPermanent: boolean | null;
  /** First and last day of the last change. Null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  readonly timeZone: string;
}

/** The parameters $1 to $6. */
const MATCHES = `record->'markets' ?| $1::text[] and ($2::text = '' or strpos(from_path, lower($2)) > 0 or strpos(lower(record->>'to'), lower($2)) > 0)
  and ($3::boolean is null or coalesce((record->>'isPermanent')::boolean, true) = $3)
  and ($4::date is null or updated_at >= ($4::date)::timestamp at time zone $6::text)
  and ($5::date is null or updated_at < ($5::date + 1)::timestamp at time zone $6::text)`;
const toValues = ({ markets, q, isPermanent, from, to, timeZone }: RedirectFilter): unknown[] => [
  markets,
  q,
  isPermanent,
  from,
  to,
  timeZone,
];

const listBy = (key: string, after: string, order: string): string =>
  `select from_path as "from", ${key} as key, record, updated_at as "changedAt", content_hash as version
    from redirects where ${MATCHES} and ($7::text is null or ${after})
    order by ${order} limit $9`;

const LISTS = {
  from: listBy('from_path', '(from_path, from_path) > ($7::text, $8::text)', 'from_path'),
  '-from': listBy('from_path', '(from_path, from_path) < ($7::text, $8::text)', 'from_path desc'),
  changed: listBy('updated_at::text', '(updated_at, from_path) > ($7::timestamptz, $8::text)', 'updated_at, from_path'),
  '-changed': listBy('updated_at::text', '(updated_at, from_path) < ($7::timestamptz, $8::text)', 'updated_at desc, from_path desc'),
} as const satisfies Record<RedirectSort, string>;

/** Lists matching redirects after a position. */
export const listRedirects = (
  db: Queryable,
  filter: RedirectFilter,
  sort: RedirectSort,
  after: { readonly key: string; readonly id: string } | null,
  limit: number,
): Promise<RedirectListRow[]> =>
  db.queryMany<RedirectListRow>({ text: LISTS[sort], values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit] });

/** Counts matching redirects up to a limit. */
export async function countRedirects(db: Queryable, filter: RedirectFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from redirects where ${MATCHES} limit $7) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Export statement: `key` and `record` after the key $1, at most $2, changed at $3 or later. */
export const REDIRECT_EXPORT = 'select from_path as key, record from redirects where from_path > $1 order by from_path limit $2';
export const REDIRECT_EXPORT_SINCE = REDIRECT_EXPORT.replace('from_path > $1', 'from_path > $1 and updated_at >= $3');

/** Statements that undo an import of redirects. */
export const REDIRECT_UNDO = {
  keyOf: (record: unknown): string => redirectRecord.parse(record).from,
  byKeys: 'select from_path as key, record from redirects where from_path = any($1)',
  remove: ['delete from redirects where from_path = any($1)'],
} as const;
