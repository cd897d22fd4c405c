/** The one door for files that come in: the shop's own format, or a retailer's by a mapping. */

import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { ImportProgress, RowResult } from '#domains/catalogue/model/import/row-result.ts';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { startCounts } from './progress.ts';
import { readChanges } from './read-changes.ts';
import { readMapped } from './read-mapped.ts';
import { type RecordOf, type RecordSchemas, readOwnFormat } from './read-ndjson.ts';

export const CATALOGUE_SCHEMAS = { offer: offerRecord, stock: stockRecord } as const;
export type CatalogueSchemas = typeof CATALOGUE_SCHEMAS;

/** Rows as they are read, and how far that is. It can be gone through once. */
export interface RecordStream<R> extends AsyncIterable<RowResult<R>> {
  readonly progress: ImportProgress;
}

/**
 * Reads files as a stream of records and rejects, in file order, with flat memory.
 * In: paths (plain or gzip, told by their bytes); the mapping, `changes` for a table of changes, or null for the shop's own format, then `schemas` name the record kinds to read
 * (offers and stock unless told) and `refusedKinds` those that refuse the whole file. Out: the reading; its `progress` changes as it goes. Going through it throws ImportFileError, before the
 * first outcome of a mapped reading, when a file is wrong as a whole.
 */
export function readRecords(files: readonly string[], mapping: Mapping | 'changes' | null): RecordStream<RecordOf<CatalogueSchemas>>;
export function readRecords<S extends RecordSchemas>(
  files: readonly string[],
  mapping: Mapping | 'changes' | null,
  schemas: S,
  refusedKinds?: ReadonlySet<string>,
): RecordStream<RecordOf<S> | RecordOf<CatalogueSchemas>>;
export function readRecords(
  files: readonly string[],
  mapping: Mapping | 'changes' | null,
  schemas: RecordSchemas = CATALOGUE_SCHEMAS,
  refusedKinds: ReadonlySet<string> = new Set(),
): RecordStream<unknown> {
  const counts = startCounts();
  const outcomes =
    mapping === 'changes'
      ? readChanges(files, counts)
      : mapping === null
        ? readOwnFormat(files, schemas, counts, refusedKinds)
        : readMapped(files, mapping, counts);
  return { progress: counts, [Symbol.asyncIterator]: () => outcomes };
}
