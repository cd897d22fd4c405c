/** Defines how records of a kind are imported, exported and undone. `src/server/record-types.ts` lists the kinds of all domains. */
import type { z } from 'zod';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { withStorableText } from '#lib/is-storable-text.ts';
import type { WriteCounts } from '../offer-writer.repository.ts';

export interface WriteOptions {
  /** Name of the mapping that created the records; null for the interchange format. */
  readonly mapping: string | null;
  /** Sets stock levels only for products that have none yet. */
  readonly opensStockOnly: boolean;
  /** The import whose undo log receives the previous records; null without a log. */
  readonly importId: number | null;
}

/** How an import of a kind is undone. */
export interface Undoable {
  /** Returns the key under which `read` lists a record. */
  readonly keyOf: (record: unknown) => string;
  /** A statement that selects the current records of the keys $1 as `key` and `record` (jsonb). */
  readonly byKeys: string;
  /** An SQL expression over such a record `found` that changes with it. Default: its MD5. */
  readonly checksum?: string;
  /** Statements that remove imported records by the keys $1, except records in use. */
  readonly remove: readonly string[];
}

type ReadRecords = (db: Queryable, after: string, limit: number) => Promise<readonly { readonly key: string; readonly record: unknown }[]>;

export interface RecordKind {
  readonly schema: z.ZodType;
  /** Writes a batch of parsed records. */
  readonly write: (transaction: Transaction, records: readonly unknown[], options: WriteOptions) => Promise<WriteCounts>;
  /** Runs the part of `write` that makes little use of the database and returns a function for the rest. Null if not worthwhile. */
  readonly prepare:
    | ((transaction: Transaction, records: readonly unknown[], options: WriteOptions) => Promise<() => Promise<WriteCounts>>)
    | null;
  /** Reads records after a key in the order of keys. */
  readonly read: ReadRecords;
  /** Reads the records that changed at a time (ISO 8601) or later. */
  readonly readSince: (since: string) => ReadRecords;
  /** True if `write` fills the undo log itself. */
  readonly logsItself: boolean;
  /** Null if an import of the kind cannot be undone. */
  readonly undo: Undoable | null;
  /** True if shoppers lock its rows too. An import writes them last, so that it holds the locks only briefly. */
  readonly isHot: boolean;
}

export type RecordKinds = Readonly<Record<string, RecordKind>>;

interface RecordKindOptions<Value> {
  /** The export statement for records that changed at $3 or later. */
  readonly since: string;
  readonly undo?: Undoable | null;
  readonly isHot?: boolean;
  readonly logsItself?: boolean;
  readonly prepare?: (transaction: Transaction, records: readonly Value[], options: WriteOptions) => Promise<() => Promise<WriteCounts>>;
}

/**
 * Creates a record kind.
 * @param select export statement: `key` and `record` after the key $1 in the order of keys, at most $2
 */
export const recordKind = <S extends z.ZodType>(
  schema: S,
  write: (transaction: Transaction, records: readonly z.output<S>[], options: WriteOptions) => Promise<WriteCounts>,
  select: string,
  { since, undo = null, isHot = false, logsItself = false, prepare }: RecordKindOptions<z.output<S>>,
): RecordKind => ({
  schema: withStorableText(schema),
  write: (transaction, records, options) => write(transaction, records as readonly z.output<S>[], options),
  prepare:
    prepare === undefined ? null : (transaction, records, options) => prepare(transaction, records as readonly z.output<S>[], options),
  read: (db, after, limit) => db.queryMany({ text: select, values: [after, limit] }),
  readSince: (timestamp) => (db, after, limit) => db.queryMany({ text: since, values: [after, limit, timestamp] }),
  logsItself,
  undo,
  isHot,
});

/**
 * Narrows an export statement to the records that `record_changes` names at $3 or later.
 * @param key the expression of the key as `record_changes` writes it
 */
export const changedSince = (select: string, key: string, kind: string): string =>
  select.replace(
    / > \$1(?! *,)/,
    (found) => `${found} and ${key} in (select c.key from record_changes c where c.kind = '${kind}' and c.changed_at >= $3)`,
  );

/** Returns the SQL checksum of a record `found`, which detects whether the record has changed. */
export const checksumSql = ({ checksum = 'md5(found.record::text)' }: Undoable): string => checksum;

/** Target of an import. */
export interface ImportTarget {
  /** In the order in which they are written. */
  readonly kinds: RecordKinds;
  /** Schemas of imported records, by kind. */
  readonly schemas: (options: { readonly allowsStaffGroup: boolean }) => Readonly<Record<string, z.ZodType>>;
  /** Notification channels of the data that processes cache in memory. */
  readonly channels: readonly string[];
}
