/** Reads the first rows of an uploaded file, recognises its supplier by a saved mapping, or proposes a mapping. */
import { findRoles } from '#domains/catalogue/model/import/mapping/column-roles.ts';
import { matchHeader } from '#domains/catalogue/model/import/mapping/header.ts';
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { type FileSample, proposeMapping } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import { mappingNameOf, readWineVocabulary } from '#domains/catalogue/server/import/create-mapping.ts';
import { CHANGES_SHAPE } from '#domains/catalogue/server/import/read/read-changes.ts';
import { readSample } from '#domains/catalogue/server/import/read/read-sample.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { ImportKind } from '../model/import-state.ts';
import { type ImportEntry, updateImport } from './import.repository.ts';
import { withImportFile } from './import-file.ts';
import { findMapping, listMappings, type StoredMapping } from './mapping.repository.ts';
import { findSchedule } from './schedule.repository.ts';
import type { WorkDeps } from './work-steps.ts';

const SAMPLE_ROWS = 200;
const MAX_CELL = 300;

/** Shortens a sample, which is stored with the import. */
const toStored = ({ format, delimiter, list, sheet, headers, rows }: FileSample): FileSample => {
  const cell = (text: string): string => text.slice(0, MAX_CELL).toWellFormed().replaceAll('\0', '');
  return {
    format,
    delimiter,
    list,
    ...(sheet === undefined ? {} : { sheet }),
    headers: headers.map(cell),
    rows: rows.slice(0, SAMPLE_ROWS).map((row) => row.map(cell)),
  };
};

/** Returns what a file is. A table of changes has the columns of one and none with names of wines. */
function kindOf({ format, headers, rows }: FileSample): ImportKind {
  if (format === 'json') return headers.includes('record') ? 'records' : 'list';
  return findRoles(headers, rows).title === undefined && 'header' in matchHeader(CHANGES_SHAPE, headers) ? 'changes' : 'list';
}

/** Returns a mapping with the separator of a file. */
export function forSample(mapping: Mapping, { format, delimiter, list }: FileSample): Mapping {
  const { list: _, ...source } = mapping.source;
  const own = ([',', ';', '\t', '|'] as const).find((each) => each === delimiter) ?? source.delimiter;
  return { ...mapping, source: { ...source, format, delimiter: own, ...(list === null ? {} : { list }) } };
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

async function suggest(db: Queryable, entry: ImportEntry, sample: FileSample, kind: ImportKind): Promise<Suggestion> {
  if (kind !== 'list') return { mapping: null, mappingId: null, notices: [] };
  const schedule = entry.scheduleId === null ? null : await findSchedule(db, entry.scheduleId);
  const saved = schedule === null ? fittingMapping(await listMappings(db), sample.headers) : await findMapping(db, schedule.mappingId);
  if (saved !== null) return { mapping: forSample(saved.mapping, sample), mappingId: saved.id, notices: [] };
  const { mapping, notices } = await propose(mappingNameOf(entry.file), sample);
  return { mapping, mappingId: null, notices };
}

/** Inspects a file and sets the next state of its import. @throws ImportFileError if it is neither a table nor a list */
export async function inspectImport({ database }: WorkDeps, entry: ImportEntry): Promise<void> {
  const { notices, ...read } = await withImportFile(database, entry, (path) => readSample(path));
  const sample = toStored(read);
  const kind = entry.scheduleId === null ? kindOf(sample) : 'list';
  const suggestion = await suggest(database, entry, sample, kind);
  await updateImport(database, entry.id, {
    // A file of a schedule goes on by itself.
    state: entry.scheduleId === null || suggestion.mapping === null ? 'mapping' : 'comparing',
    sample,
    kind,
    mapping: suggestion.mapping?.name ?? (kind === 'changes' ? 'changes' : ''),
    mappingJson: suggestion.mapping ?? undefined,
    mappingId: suggestion.mappingId,
    notices: [...notices, ...suggestion.notices],
    progress: 0,
    progressTotal: 0,
  });
}
