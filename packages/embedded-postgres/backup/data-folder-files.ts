import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../errno.ts';
import { BackupError } from './backup-error.ts';

/** A file or folder of PostgreSQL's data directory that belongs into a backup. */
export interface DataEntry {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly bytes: number;
}

/** Folders that PostgreSQL fills again at a start, or from the archive. They are backed up empty. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
/** Files that belong to the running server, or are made by a backup itself. */
const EXCLUDED_FILES = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
  'recovery.signal',
  'standby.signal',
]);
/** Beginnings of the names of temporary files. */
const TEMPORARY = ['pg_internal.init', 'pgsql_tmp'];
const isExcluded = (name: string): boolean => EXCLUDED_FILES.has(name) || TEMPORARY.some((prefix) => name.startsWith(prefix));
const BLOCK_BYTES = 256 * 1024;

/** Lists what a backup has to contain, folders before their files. @param data absolute path of the data directory */
export async function listDataEntries(data: string): Promise<DataEntry[]> {
  const entries: DataEntry[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true }).catch(ignoreMissing([]))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) throw new BackupError('not-archiving', `${path} is a link. Tablespaces are not backed up.`);
      if (entry.isDirectory()) {
        if (entry.name.startsWith('pgsql_tmp')) continue;
        entries.push({ path, isFolder: true, bytes: 0 });
        if (!EMPTY_FOLDERS.has(path)) await walk(path);
      } else if (entry.isFile() && !isExcluded(entry.name)) {
        const found = await stat(join(data, path)).catch(ignoreMissing(null));
        if (found !== null) entries.push({ path, isFolder: false, bytes: found.size });
      }
    }
  };
  await walk('');
  return entries;
}

const ignoreMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    // Tables are dropped while the shop runs. The log repeats that.
    if (isErrno(error, 'ENOENT')) return value;
    throw error;
  };

/** Opens a file. @returns null if it was deleted in the meantime */
export const openEntry = (data: string, path: string): Promise<FileHandle | null> => open(join(data, path), 'r').catch(ignoreMissing(null));

/**
 * Reads the bytes of a file that the server may be changing. What a file has lost in the meantime is filled with zeros, what it has
 * gained is left out: the log has both.
 */
export async function* readEntry(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, bytes - done));
    await handle.read(block, 0, block.length, done);
    yield block;
    done += block.length;
  }
}

/** Reads `pg_control`, which the server writes as a whole, until two reads agree. */
export async function readControlFile(data: string): Promise<Buffer> {
  const file = join(data, 'global', 'pg_control');
  for (let previous = await readFile(file); ; ) {
    const next = await readFile(file);
    if (next.equals(previous)) return next;
    previous = next;
  }
}
