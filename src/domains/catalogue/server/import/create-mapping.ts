/** Proposes a mapping for a file, applies it to ten rows, and writes it. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { rowReader } from '#domains/catalogue/model/import/map-row.ts';
import { matchHeader } from '#domains/catalogue/model/import/mapping/header.ts';
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { proposeMapping, type WineVocabulary } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { readSample } from '#domains/catalogue/server/import/read/read-sample.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { loadMapping } from './load-mapping.ts';

export interface NewMapping {
  readonly mapping: Mapping;
  /** Content of the mapping file. */
  readonly text: string;
  readonly unsure: readonly string[];
  readonly notices: readonly string[];
  /** Ten rows as in the file, with the resulting offer or the reason for rejection. */
  readonly examples: readonly { readonly before: string; readonly after: string }[];
}

const EXAMPLES = 10;

/**
 * Proposes a mapping.
 * @param sheet name or number of the sheet of a workbook
 * @throws ImportFileError if nothing can be proposed
 */
export async function newMapping(path: string, name: string, sheet?: string): Promise<NewMapping> {
  const { sample, note, notices: ofText } = await readSample(path, sheet);
  const proposed = proposeMapping(name, { ...sample, sheet }, await readWineVocabulary());
  if ('error' in proposed) throw new ImportFileError(path, proposed.error);
  const read = parseMapping(proposed.json);
  if ('errors' in read) throw new ImportFileError(path, `Couldn’t suggest a working mapping. ${read.errors.join(' ')}`);
  const matched = matchHeader(read.mapping, sample.headers);
  if (!('header' in matched))
    throw new ImportFileError(path, `The column headers are repeated or empty: ${sample.headers.join(', ').slice(0, 400)}.`);
  const reader = rowReader(read.mapping, matched.header);
  // Rows from the whole sample are more representative than the first ones.
  const step = Math.max(1, Math.floor(sample.rows.length / EXAMPLES));
  const examples = sample.rows
    .filter((_, at) => at % step === 0)
    .slice(0, EXAMPLES)
    .map((row) => ({ before: row.join(' | '), after: describeRow(reader(row)) }));
  const notices = [...(note === null ? [] : [note]), ...ofText];
  return { mapping: read.mapping, text: `${JSON.stringify(proposed.json, null, 2)}\n`, unsure: proposed.unsure, notices, examples };
}

/** Writes the mapping. @returns false if the file exists, which is left unchanged */
export const writeMapping = (path: string, text: string): Promise<boolean> =>
  writeFile(path, text, { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/** Derives the name of a mapping from a file name: `Price List 2026.csv.gz` → `price-list-2026`. */
export function mappingNameOf(path: string): string {
  const stem = basename(path)
    .toLowerCase()
    .replace(/\.(?:gz|csv|tsv|txt|json|ndjson|xlsx)(?=\.|$)/g, '');
  return (
    stem
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 30) || 'list'
  );
}

function describeRow(row: ReturnType<ReturnType<typeof rowReader>>): string {
  if ('error' in row) return `no offer: ${row.error.reason}`;
  const { offer } = row.records(1);
  const { brand, name, vintage, category, country, region, varietal, packSize, bottleMl, prices } = offer;
  const ofMarket = prices[DEFAULT_MARKET];
  const price = ofMarket === undefined ? '' : `${DEFAULT_MARKET} $${ofMarket.packPrice} a case of ${packSize} × ${bottleMl} ml`;
  return [brand, name, vintage, category, varietal, region, country, price].filter((part) => part !== '' && part !== undefined).join(' | ');
}

/** Reads varietals and their categories from the shipped mapping of wines. */
export async function readWineVocabulary(): Promise<WineVocabulary> {
  const { category } = await loadMapping('winemag');
  const step = category.steps.find((one) => 'table' in one && one.column === 'variety' && Object.keys(one.when).length === 0);
  return { grapes: step !== undefined && 'table' in step ? step.table : {} };
}
