/**
 * A folder whose files are imported as they come (WATCH_FOLDER). Files in it are in the shop's own format; those in a folder inside it are
 * read by the mapping it is called after, or by the `mapping.json` in it; a folder `changes` holds tables of changes. Only offers, stock,
 * promotions, pages and changes are accepted: a file with any other record is refused. What was imported goes
 * to `done`, what was refused to `refused`, each beside a note of what came of it.
 */
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Mapping } from '#domains/catalogue/model/import/mapping.ts';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import type { Database } from '#lib/db/pool.ts';
import { importFiles } from './import-files.ts';

/** A file that was written to this lately may not be whole yet. */
const FILE_STABLE_MS = 3_000;
const TAKEN = /\.(?:(?:csv|tsv|txt|json|ndjson)(?:\.gz)?|xlsx)$/i;
/** Whoever may write to the folder may change what is sold, not who buys, what was ordered, or money that is owed. */
const ACCEPTED_KINDS = ['offer', 'stock', 'promotion', 'page', 'change'];
/** `prices@2026-12-01T0900Z.csv` waits for its moment. */
const MOMENT = /@(\d{4}-\d\d-\d\d)(?:T(\d\d)[:-]?(\d\d))?Z?(?=\.|$)/;

interface Waiting {
  readonly path: string;
  readonly name: string;
  /** Of the folder it lies in; empty for the watched one itself. */
  readonly folder: string;
}

/** When a file is to be imported, in milliseconds since 1970; 0 where it says none. */
export function parseTimestamp(name: string): number {
  const [found, day, hours = '00', minutes = '00'] = MOMENT.exec(name) ?? [];
  return found === undefined ? 0 : Date.parse(`${day}T${hours}:${minutes}:00Z`) || 0;
}

/**
 * One look at the folder: imports every file that is whole and due, in the order of names. Of several processes one looks at a time. A
 * process that is ended between the import and the move leaves the file; the same file again changes nothing.
 * Out: how many files were taken or refused.
 */
export async function scanFolder(database: Database, folder: string, now: number = Date.now()): Promise<number> {
  return database.transaction(async (lock) => {
    const turn = await lock.queryOne<{ free: boolean }>({ text: "select pg_try_advisory_xact_lock(hashtext('cellardoor watch')) as free" });
    if (!turn?.free) return 0;
    const waiting = await filesIn(folder, now);
    for (const file of waiting) await takeIn(database, folder, file);
    return waiting.length;
  });
}

/** Whether a look would find a file that is whole and due. */
export const isFileWaiting = async (folder: string): Promise<boolean> => (await filesIn(folder, Date.now())).length > 0;

async function filesIn(root: string, now: number): Promise<Waiting[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !['done', 'refused'].includes(entry.name)).map((entry) => entry.name);
  const found: Waiting[] = [];
  for (const folder of ['', ...folders])
    for (const name of (await readdir(join(root, folder))).sort()) {
      if (!TAKEN.test(name) || name === 'mapping.json' || parseTimestamp(name) > now) continue;
      const path = join(root, folder, name);
      const facts = await stat(path);
      if (facts.isFile() && now - facts.mtimeMs >= FILE_STABLE_MS) found.push({ path, name, folder });
    }
  return found;
}

async function mappingOf(root: string, folder: string): Promise<Mapping | 'changes' | null> {
  if (folder === '') return null;
  if (folder === 'changes') return 'changes';
  const own = join(root, folder, 'mapping.json');
  const hasOwn = await stat(own).then(
    () => true,
    () => false,
  );
  return loadMapping(hasOwn ? own : folder);
}

async function takeIn(database: Database, root: string, { path, name, folder }: Waiting): Promise<void> {
  const stamped = `${new Date().toISOString().replace(/[:.]/g, '-')} ${folder === '' ? '' : `${folder} `}${basename(name)}`;
  const moveTo = async (place: 'done' | 'refused', note: string): Promise<void> => {
    await mkdir(join(root, place), { recursive: true });
    await writeFile(join(root, place, `${stamped}.note.txt`), `${note}\n`);
    await rename(path, join(root, place, stamped));
  };
  try {
    const mapping = await mappingOf(root, folder);
    await mkdir(join(root, 'done'), { recursive: true });
    const { id, written, progress } = await importFiles(database, {
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
    if (!(error instanceof Error) || !['ImportFileError', 'MappingError'].includes(error.constructor.name)) throw error;
    await moveTo('refused', error.message);
  }
}
