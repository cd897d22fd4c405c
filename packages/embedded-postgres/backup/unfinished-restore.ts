/**
 * What is noted on disk while a restore runs, so that one that was killed is never taken for a database.
 *
 * A restore into a folder has a marker there from its first file to its end. A restore in place builds a complete folder beside the
 * database; then a note says which, and every step of the exchange can be done again.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { acquireClusterLock } from '../cluster-lock.ts';
import { isErrno } from '../errno.ts';
import { EmbeddedPostgresError } from '../errors.ts';
import { type FileLock, tryLock } from '../file-lock.ts';
import { type ClusterPaths, clusterPaths } from '../paths.ts';
import { noteArchivingBreak } from './archiving-since.ts';
import { BackupError } from './backup-error.ts';

const markerOf = ({ folder }: ClusterPaths): string => join(folder, 'restore-unfinished');
const noteOf = ({ folder }: ClusterPaths): string => join(folder, 'restore-exchange');
/** Folder in the data directory in which a restore in place is built. */
const BESIDE = /^restore-[0-9a-f]{12}$/;

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Waits until no PostgreSQL of an earlier restore uses a folder, and deletes it. */
async function removeFolder(paths: ClusterPaths, folder: string, log: (line: string) => void): Promise<void> {
  if (existsSync(paths.clusterLock)) (await acquireClusterLock(paths, log)).release();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Creates the folder of a restore with its marker. What a killed restore has left there is deleted.
 * @returns the lock that shows other restores that this one runs
 * @throws BackupError `not-empty`, or `already-running` while another restore writes there
 */
export async function beginRestore(dataDir: string, log: (line: string) => void): Promise<FileLock> {
  const paths = clusterPaths(dataDir);
  const marker = markerOf(paths);
  if (existsSync(paths.folder)) {
    if (!existsSync(marker))
      throw new BackupError('not-empty', `${paths.folder} already exists. Choose an empty folder, or restore in place with --in-place.`);
    const abandoned = tryLock(marker);
    if (abandoned === undefined)
      throw new BackupError('already-running', `Another restore into ${dataDir} is running. Wait until it has ended.`);
    log('A restore into this folder was interrupted. It starts again from the beginning.');
    await removeFolder(paths, paths.folder, log);
    abandoned.release();
  }
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  const lock = tryLock(marker);
  if (lock === undefined) throw new BackupError('already-running', `Another restore into ${dataDir} is running. Wait until it has ended.`);
  syncFolder(paths.folder);
  return lock;
}

/** To be called when the restored database is complete. */
export function endRestore(dataDir: string, lock: FileLock): void {
  const paths = clusterPaths(dataDir);
  rmSync(markerOf(paths), { force: true });
  syncFolder(paths.folder);
  lock.release();
}

/** @throws EmbeddedPostgresError if a restore into the folder was killed, or is running */
export function refuseUnfinishedRestore(paths: ClusterPaths): void {
  if (existsSync(markerOf(paths)))
    throw new EmbeddedPostgresError(
      'data-unusable',
      `The restore into ${paths.dataDir} has not ended, so its database is incomplete. If it was interrupted, run it again with the same --into: it starts from the beginning.`,
    );
}

/** Deletes what killed restores in place have left beside the database. To be called by the owner of the data directory. */
export async function removeAbandonedRestores(dataDir: string, log: (line: string) => void): Promise<void> {
  for (const name of readdirSync(dataDir))
    if (BESIDE.test(name)) await removeFolder(clusterPaths(join(dataDir, name)), join(dataDir, name), log);
}

/**
 * Moves the former database aside and the restored one to its place.
 * @param restored name of the folder beside it. It must be complete
 * @returns where the former database is; null if there was none
 */
export function exchangeDatabase(dataDir: string, restored: string): string | null {
  const paths = clusterPaths(dataDir);
  const suffix = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  const formerData = existsSync(paths.data) ? `${paths.data}-${suffix}` : null;
  const temporary = `${noteOf(paths)}.new`;
  writeFileSync(temporary, JSON.stringify([restored, suffix]), { mode: 0o600, flush: true });
  renameSync(temporary, noteOf(paths));
  syncFolder(paths.folder);
  finishExchange(dataDir);
  return formerData;
}

function readNote(paths: ClusterPaths): readonly [restored: string, suffix: string] | null {
  let text: string;
  try {
    text = readFileSync(noteOf(paths), 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  const note: unknown = JSON.parse(text);
  const [restored, suffix] = Array.isArray(note) ? note : [];
  if (typeof restored !== 'string' || !BESIDE.test(restored) || typeof suffix !== 'string')
    throw new EmbeddedPostgresError('data-unusable', `${noteOf(paths)} is damaged. Restore again with --into and another folder.`);
  return [restored, suffix];
}

/**
 * Does the steps of an exchange that were not done yet, if one was begun. To be called by the owner of the data directory while no
 * PostgreSQL runs.
 * @returns whether there was one
 */
export function finishExchange(dataDir: string): boolean {
  const paths = clusterPaths(dataDir);
  const note = readNote(paths);
  if (note === null) return false;
  const [name, suffix] = note;
  const restored = clusterPaths(join(dataDir, name));
  if (existsSync(restored.data)) {
    if (existsSync(paths.data)) renameSync(paths.data, `${paths.data}-${suffix}`);
    renameSync(restored.data, paths.data);
  }
  if (existsSync(restored.passwords)) {
    if (existsSync(paths.passwords)) renameSync(paths.passwords, join(paths.folder, `passwords-${suffix}.json`));
    renameSync(restored.passwords, paths.passwords);
  }
  noteArchivingBreak(dataDir);
  // Rebuilt from the restored catalogue at the next start.
  rmSync(join(dataDir, 'search-index.snapshot'), { force: true });
  syncFolder(paths.folder);
  rmSync(noteOf(paths), { force: true });
  rmSync(join(dataDir, name), { recursive: true, force: true });
  return true;
}
