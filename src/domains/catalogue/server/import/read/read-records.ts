/** Reads imported files: the interchange format, or a retailer's file by a mapping [CAT-24]. Single entry point for imports. */

import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { ImportProgress, RowResult } from '#domains/catalogue/model/import/row-result.ts';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { startCounts } from './progress.ts';
import { readChanges } from './read-changes.ts';
import { readMapped } from './read-mapped.ts';
import { type RecordOf, type RecordSchemas, readOwnFormat } from './read-ndjson.ts';

export const CATALOGUE_SCHEMAS = { offer: offerRecord, stock: stockRecord } as const;
export type CatalogueSchemas = typeof CATALOGUE_SCHEMAS;

/** Rows and progress of an import. Can be iterated once. */
export interface RecordStream<R> extends AsyncIterable<RowResult<R>> {
  readonly progress: ImportProgress;
}

/**
 * Reads files as a stream of records and rejects, in file order and with constant memory [CAT-27]. @param mapping `changes` for a
 * table of changes, null for the interchange format, whose kinds are limited by `schemas` and `refusedKinds` @param sheet
 * workbooks of changes: name or number of the sheet. That of other tables is in their mapping @throws ImportFileError while iterating,
 * before the first result of a mapped file, if a file is invalid as a whole
 */
export function readRecords(files: readonly string[], mapping: Mapping | 'changes' | null): RecordStream<RecordOf<CatalogueSchemas>>;
export function readRecords<S extends RecordSchemas>(
  files: readonly string[],
  mapping: Mapping | 'changes' | null,
  schemas: S,
  refusedKinds?: ReadonlySet<string>,
  sheet?: string | undefined,
): RecordStream<RecordOf<S> | RecordOf<CatalogueSchemas>>;
export function readRecords(
  files: readonly string[],
  mapping: Mapping | 'changes' | null,
  schemas: RecordSchemas = CATALOGUE_SCHEMAS,
  refusedKinds: ReadonlySet<string> = new Set(),
  sheet?: string | undefined,
): RecordStream<unknown> {
  const counts = startCounts();
  const outcomes =
    mapping === 'changes'
      ? readChanges(files, counts, sheet)
      : mapping === null
        ? readOwnFormat(files, schemas, counts, refusedKinds)
        : readMapped(files, mapping, counts);
  return { progress: counts, [Symbol.asyncIterator]: () => outcomes };
}
