/**
 * Imports the files of a watched folder (`IMPORT_WATCH_DIR`). Files directly in it are in the interchange format. Files in a
 * subfolder use the mapping with the name of the subfolder or its `mapping.json`; the subfolder `changes` contains tables of
 * changes. Accepts only offers, stock, promotions, pages and changes (docs/decisions/0105-what-the-watched-folder-accepts.md).
 * Imported files move to `done`, rejected ones to `refused`, each with a note next to it.
 */
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { Database } from '#lib/db/pool.ts';
import type { ImportRequest, ImportSummary } from './import-files.ts';
import { lockWatchedFolder } from './import-log.repository.ts';
import { loadMapping, MappingError } from './load-mapping.ts';
import { ImportFileError } from './read/open-file.ts';

/** Age of a file in ms below which it may not be complete. */
const FILE_STABLE_MS = 3_000;
const IMPORTED_FILE = /\.(?:(?:csv|tsv|txt|json|ndjson)(?:\.gz)?|xlsx)$/i;
/** Anyone who can write to the folder can change offers, but not customers, orders or balances. */
const ACCEPTED_KINDS = ['offer', 'stock', 'promotion', 'page', 'change'];
/** Subfolder whose files wait for a schedule. */
export const SCHEDULED_FOLDER = 'scheduled';
/** The time before which a file is not imported: `prices@2026-12-01T0900Z.csv`. */
const TIMESTAMP = /@(\d{4}-\d\d-\d\d)(?:T(\d\d)[:-]?(\d\d))?Z?(?=\.|$)/;

interface WaitingFile {
  readonly path: string;
  readonly name: string;
  /** Name of its subfolder; empty for the watched folder. */
  readonly folder: string;
}

/** Returns the time in the name of a file in ms since 1970; 0 if there is none. */
export function parseTimestamp(name: string): number {
  const [found, day, hours = '00', minutes = '00'] = TIMESTAMP.exec(name) ?? [];
  return found === undefined ? 0 : Date.parse(`${day}T${hours}:${minutes}:00Z`) || 0;
}

/**
 * Imports every file that is complete and due, in the order of names. One process scans at a time. If a process ends between import and
 * move, the file stays; a second import of it changes nothing [CAT-28].
 * @param importFiles imports files into the shop
 * @returns the number of imported and rejected files
 */
export async function scanFolder(
  database: Database,
  folder: string,
  importFiles: (database: Database, request: ImportRequest) => Promise<ImportSummary>,
  now: number = Date.now(),
): Promise<number> {
  return database.transaction(async (lock) => {
    if (!(await lockWatchedFolder(lock))) return 0;
    const waiting = await findFiles(folder, now);
    for (const file of waiting) await importFile(folder, file, (request) => importFiles(database, request));
    return waiting.length;
  });
}

/** Returns true if a file is complete and due. */
export const isFileWaiting = async (folder: string): Promise<boolean> => (await findFiles(folder, Date.now())).length > 0;

async function findFiles(root: string, now: number): Promise<WaitingFile[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !['done', 'refused', SCHEDULED_FOLDER].includes(entry.name))
    .map((entry) => entry.name);
  const found: WaitingFile[] = [];
  for (const folder of ['', ...folders])
    for (const name of (await readdir(join(root, folder))).sort()) {
      if (!IMPORTED_FILE.test(name) || name === 'mapping.json' || parseTimestamp(name) > now) continue;
      const path = join(root, folder, name);
      const file = await stat(path);
      if (file.isFile() && now - file.mtimeMs >= FILE_STABLE_MS) found.push({ path, name, folder });
    }
  return found;
}

async function findMapping(root: string, folder: string): Promise<Mapping | 'changes' | null> {
  if (folder === '') return null;
  if (folder === 'changes') return 'changes';
  const ownMapping = join(root, folder, 'mapping.json');
  const hasOwn = await stat(ownMapping).then(
    () => true,
    () => false,
  );
  return loadMapping(hasOwn ? ownMapping : folder);
}

async function importFile(
  root: string,
  { path, name, folder }: WaitingFile,
  importFiles: (request: ImportRequest) => Promise<ImportSummary>,
): Promise<void> {
  const stamped = `${new Date().toISOString().replace(/[:.]/g, '-')} ${folder === '' ? '' : `${folder} `}${basename(name)}`;
  const moveTo = async (target: 'done' | 'refused', note: string): Promise<void> => {
    await mkdir(join(root, target), { recursive: true });
    await writeFile(join(root, target, `${stamped}.note.txt`), `${note}\n`);
    await rename(path, join(root, target, stamped));
  };
  try {
    const mapping = await findMapping(root, folder);
    await mkdir(join(root, 'done'), { recursive: true });
    const { id, written, progress } = await importFiles({
      files: [path],
      mapping,
      acceptedKinds: ACCEPTED_KINDS,
      rejectsFile: join(root, 'done', `${stamped}.rejects.ndjson`),
    });
    const kinds = Object.entries(written).map(
      ([kind, { added, changed, unchanged }]) => `${kind}: ${added} added, ${changed} changed, ${unchanged} as before`,
    );
    await moveTo('done', [`Import ${id}`, ...kinds, `${progress.rejected} rows rejected`, ...progress.notices].join('\n'));
  } catch (error) {
    if (!(error instanceof ImportFileError || error instanceof MappingError)) throw error;
    await moveTo('refused', error.message);
  }
}
