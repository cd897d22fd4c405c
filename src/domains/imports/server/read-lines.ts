/** Reads the file of an import as lines to compare. */
import { type ChangeRecord, changeRecord } from '#domains/catalogue/model/change-record.ts';
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { ImportProgress, Reject } from '#domains/catalogue/model/import/row-result.ts';
import { type OfferRecord, offerRecord, type StockRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { readRecords } from '#domains/catalogue/server/import/read/read-records.ts';
import type { ImportKind } from '../model/import-state.ts';
import type { FileRow } from './compare-records.ts';
import type { ImportEntry } from './import.repository.ts';

/** Kinds of records that staff may import here: nothing about customers, orders or money. */
const SCHEMAS = { offer: offerRecord, stock: stockRecord, change: changeRecord } as const;

/** What an import reads its file by. */
export interface FileFormat {
  readonly kind: ImportKind;
  /** Null unless the kind is `list`. */
  readonly mapping: Mapping | null;
  /** Workbooks: the selected sheet. */
  readonly sheet: string | undefined;
}

/** Returns the format of an import. @throws Error if its mapping is missing or invalid, which the office prevents */
export function formatOf({ kind, mappingJson, sample }: Pick<ImportEntry, 'kind' | 'mappingJson' | 'sample'>): FileFormat {
  const sheet = sample?.sheet;
  if (kind !== 'list') return { kind, mapping: null, sheet };
  const parsed = parseMapping(mappingJson);
  if ('errors' in parsed) throw new Error(`the mapping of the import is not valid: ${parsed.errors.join(' ')}`);
  return { kind, mapping: parsed.mapping, sheet };
}

export interface LineReader extends AsyncIterable<FileRow | Reject> {
  readonly progress: ImportProgress;
  /** Header row of the table as in the file; empty if there is none, or none of its rows has a problem. */
  readonly header: () => string;
}

/** Reads a file line by line. @throws ImportFileError while iterating, if the file is invalid as a whole */
export function readLines(path: string, { kind, mapping, sheet }: FileFormat): LineReader {
  const records = readRecords([path], kind === 'changes' ? 'changes' : mapping, SCHEMAS, undefined, sheet);
  let header = '';
  return {
    progress: records.progress,
    header: () => header,
    async *[Symbol.asyncIterator]() {
      for await (const row of records) {
        if ('reject' in row) {
          if (row.reject.header !== undefined) header = row.reject.header;
          yield row.reject;
          continue;
        }
        const offers: OfferRecord[] = [];
        const stock: StockRecord[] = [];
        const changes: ChangeRecord[] = [];
        for (const record of row.records) {
          if (record.record === 'offer') offers.push(record);
          else if (record.record === 'stock') stock.push(record);
          else changes.push(record);
        }
        if (row.source !== undefined) header = row.source.header;
        yield {
          line: row.line,
          raw: row.source?.raw ?? JSON.stringify(changes[0] ?? ''),
          offers,
          stock,
          changes,
          costCents: row.costCents ?? null,
        };
      }
    },
  };
}
