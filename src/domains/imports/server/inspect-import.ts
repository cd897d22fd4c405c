/** Reads the first rows of an uploaded file, recognises its supplier by a saved mapping, or proposes a mapping. */
import { findRoles, isHeaderOf } from '#domains/catalogue/model/import/mapping/column-roles.ts';
import { matchHeader } from '#domains/catalogue/model/import/mapping/header.ts';
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { type FileSample, proposeMapping } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import { mappingNameOf, readWineVocabulary } from '#domains/catalogue/server/import/create-mapping.ts';
import { ImportFileError } from '#domains/catalogue/server/import/read/open-file.ts';
import { CHANGES_SHAPE } from '#domains/catalogue/server/import/read/read-changes.ts';
import { type ReadSample, readSample } from '#domains/catalogue/server/import/read/read-sample.ts';
import type { WorkbookSheets } from '#domains/catalogue/server/import/read/workbook.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import type { ImportKind } from '../model/import-state.ts';
import { MAX_SHEET_NAME } from '../office-contract.ts';
import { type ImportEntry, updateImport } from './import.repository.ts';
import { withImportFile } from './import-file.ts';
import { findMapping, listMappings, type StoredMapping } from './mapping.repository.ts';
import { findSchedule } from './schedule.repository.ts';
import type { WorkDeps } from './work-steps.ts';

const SAMPLE_ROWS = 200;
const MAX_CELL = 300;
const MAX_SHEETS = 100;
/** Sheets that are looked at for a saved mapping. */
const MAX_TRIED = 10;

/** Returns the sheets to choose from; nothing if there is one only. */
function sheetsOf(sheets: WorkbookSheets | null): Pick<FileSample, 'sheet' | 'sheets'> {
  const names = (sheets?.names ?? []).filter((name) => name.length <= MAX_SHEET_NAME && isStorable(name)).slice(0, MAX_SHEETS);
  return sheets === null || names.length < 2 ? {} : { sheet: sheets.selected, sheets: names };
}

/** Shortens a sample, which is stored with the import. */
const toStored = ({ sample: { format, delimiter, list, headers, rows }, sheets }: ReadSample): FileSample => {
  const cell = (text: string): string => text.slice(0, MAX_CELL).toWellFormed().replaceAll('\0', '');
  return {
    format,
    delimiter,
    list,
    ...sheetsOf(sheets),
    headers: headers.map(cell),
    rows: rows.slice(0, SAMPLE_ROWS).map((row) => row.map(cell)),
  };
};

/**
 * Returns what a file is. A table of changes has a column that names offers, one that changes them, and none with names of wines. Headers
 * decide too, because names that cannot be read would make every list a table of changes.
 */
export function kindOf({ format, headers, rows }: Pick<FileSample, 'format' | 'headers' | 'rows'>): ImportKind {
  if (format === 'json') return headers.includes('record') ? 'records' : 'list';
  if (headers.some((header) => isHeaderOf('title', header)) || findRoles(headers, rows).title !== undefined) return 'list';
  const matched = matchHeader(CHANGES_SHAPE, headers);
  return 'header' in matched && Object.values(matched.header).filter((at) => at >= 0).length > 1 ? 'changes' : 'list';
}

/** Returns a mapping with the separator and the sheet of a file. */
export function forSample(mapping: Mapping, { format, delimiter, list, sheet }: FileSample): Mapping {
  const { list: _, sheet: __, ...source } = mapping.source;
  const own = ([',', ';', '\t', '|'] as const).find((each) => each === delimiter) ?? source.delimiter;
  return {
    ...mapping,
    source: { ...source, format, delimiter: own, ...(list === null ? {} : { list }), ...(sheet === undefined ? {} : { sheet }) },
  };
}

/** Returns the saved mapping that fits the headers best: the one that names most of them. */
export function fittingMapping(saved: readonly StoredMapping[], headers: readonly string[]): StoredMapping | null {
  let best: { readonly saved: StoredMapping; readonly columns: number } | null = null;
  for (const one of saved) {
    const matched = matchHeader(one.mapping, headers);
    if (!('header' in matched)) continue;
    const columns = Object.values(matched.header).filter((at) => at >= 0).length;
    if (columns > (best?.columns ?? 0)) best = { saved: one, columns };
  }
  return best?.saved ?? null;
}

/** Proposes a mapping. Where names or prices are not recognised, it begins with the first columns for a person to correct. */
async function propose(
  name: string,
  sample: FileSample,
): Promise<{ readonly mapping: Mapping | null; readonly notices: readonly string[] }> {
  const vocabulary = await readWineVocabulary();
  const found = proposeMapping(name, sample, vocabulary);
  const guess = { title: { at: 0, isConfident: false }, price: { at: Math.min(1, sample.headers.length - 1), isConfident: false } };
  const proposed = 'error' in found ? proposeMapping(name, sample, vocabulary, guess) : found;
  if ('error' in proposed) return { mapping: null, notices: [proposed.error] };
  const read = parseMapping(proposed.json);
  if ('errors' in read) return { mapping: null, notices: read.errors };
  return { mapping: read.mapping, notices: 'error' in found ? [found.error] : proposed.unsure };
}

interface Suggestion {
  readonly mapping: Mapping | null;
  readonly mappingId: number | null;
  readonly notices: readonly string[];
}

/** Lists the saved mappings that a file may have: that of its schedule, or all of them. */
async function mappingsFor(db: Queryable, { scheduleId }: ImportEntry): Promise<StoredMapping[]> {
  const schedule = scheduleId === null ? null : await findSchedule(db, scheduleId);
  if (schedule === null) return listMappings(db);
  const mapping = await findMapping(db, schedule.mappingId);
  return mapping === null ? [] : [mapping];
}

/** Reads the chosen sheet; without a choice the first one with a table, or another one that a saved mapping is for. */
async function readSheet(path: string, chosen: string | undefined, saved: readonly StoredMapping[]): Promise<ReadSample> {
  const proposed = await readSample(path, chosen);
  if (chosen !== undefined || proposed.sheets === null) return proposed;
  const { names, selected } = proposed.sheets;
  const fitting = fittingMapping(saved, proposed.sample.headers);
  if (fitting !== null && (fitting.mapping.source.sheet ?? selected) === selected) return proposed;
  const named = new Set(saved.flatMap(({ mapping }) => mapping.source.sheet ?? []));
  for (const sheet of names.filter((name) => name !== selected && named.has(name)).slice(0, MAX_TRIED)) {
    const other = await readSample(path, sheet).catch((error: unknown) => {
      if (error instanceof ImportFileError) return null;
      throw error;
    });
    const ofSheet = saved.filter(({ mapping }) => mapping.source.sheet === sheet);
    if (other !== null && fittingMapping(ofSheet, other.sample.headers) !== null) return other;
  }
  return proposed;
}

async function suggest(entry: ImportEntry, sample: FileSample, kind: ImportKind, mappings: readonly StoredMapping[]): Promise<Suggestion> {
  if (kind !== 'list') return { mapping: null, mappingId: null, notices: [] };
  const saved = entry.scheduleId === null ? fittingMapping(mappings, sample.headers) : (mappings[0] ?? null);
  if (saved !== null) return { mapping: forSample(saved.mapping, sample), mappingId: saved.id, notices: [] };
  const { mapping, notices } = await propose(mappingNameOf(entry.file), sample);
  return { mapping, mappingId: null, notices };
}

/** Inspects a file and sets the next state of its import. @throws ImportFileError if it is neither a table nor a list */
export async function inspectImport({ database }: WorkDeps, entry: ImportEntry): Promise<void> {
  const mappings = await mappingsFor(database, entry);
  // A sample that is there already has the sheet that a person chose.
  const read = await withImportFile(database, entry, (path) => readSheet(path, entry.sample?.sheet, mappings));
  const sample = toStored(read);
  const kind = entry.scheduleId === null ? kindOf(sample) : 'list';
  const suggestion = await suggest(entry, sample, kind, mappings);
  await updateImport(database, entry.id, {
    // A file of a schedule goes on by itself.
    state: entry.scheduleId === null || suggestion.mapping === null ? 'mapping' : 'comparing',
    sample,
    kind,
    mapping: suggestion.mapping?.name ?? (kind === 'changes' ? 'changes' : ''),
    mappingJson: suggestion.mapping ?? undefined,
    mappingId: suggestion.mappingId,
    notices: [...read.notices, ...suggestion.notices],
    progress: 0,
    progressTotal: 0,
  });
}
