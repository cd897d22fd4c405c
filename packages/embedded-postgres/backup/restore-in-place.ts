import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, statSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { acquireClusterLock } from '../cluster-lock.ts';
import { readDatabaseId } from '../database-id.ts';
import { tryLock } from '../file-lock.ts';
import { clusterPaths } from '../paths.ts';
import { BackupError } from './backup-error.ts';
import { type RestoreOptions, type RestoreResult, restoreBackup } from './restore-backup.ts';
import { exchangeDatabase, finishExchange, refuseUnfinishedRestore, removeAbandonedRestores } from './unfinished-restore.ts';

export interface InPlaceResult extends RestoreResult {
  /** Where the former database is now; null if there was none. */
  readonly formerData: string | null;
}

type InPlaceOptions = Omit<RestoreOptions, 'isTemporary' | 'formerWalFolder'>;

/** Returns `pg_wal` of the database of a shop. @returns null if there is none, or it is another one than the backup's */
export async function formerWalFolderOf(dataDir: string, databaseId: string): Promise<string | null> {
  const { data } = clusterPaths(dataDir);
  const isSame = existsSync(data) && (await readDatabaseId(data).catch(() => '')) === databaseId;
  return isSame ? join(data, 'pg_wal') : null;
}

/**
 * Restores a backup beside the database of a stopped shop, and exchanges the two when it is complete. The former database is kept. If
 * its log is readable, changes that were not archived yet are restored too. What a killed restore has left is finished or deleted first.
 * @throws BackupError `already-running` while the shop runs
 */
export async function restoreInPlace(options: InPlaceOptions): Promise<InPlaceResult> {
  const { dataDir, backup, log } = options;
  const paths = clusterPaths(dataDir);
  await mkdir(paths.folder, { recursive: true, mode: 0o700 });
  const owner = tryLock(paths.ownerLock);
  if (owner === undefined) {
    const pid = (await readFile(paths.ownerLock, 'utf8')).trim();
    throw new BackupError('already-running', `The shop is running on ${dataDir} (process ${pid || 'unknown'}). Stop it first.`);
  }
  const temporary = join(dataDir, `restore-${randomBytes(6).toString('hex')}`);
  try {
    const cluster = await acquireClusterLock(paths, log);
    try {
      refuseUnfinishedRestore(paths);
      if (finishExchange(dataDir)) log('A restore was interrupted while it exchanged the databases. That is finished now.');
      await removeAbandonedRestores(dataDir, log);
      await mkdir(temporary, { mode: 0o755 });
      const { uid, gid } = statSync(paths.folder);
      if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
      const formerWalFolder = await formerWalFolderOf(dataDir, backup.databaseId);
      const result = await restoreBackup({ ...options, dataDir: temporary, formerWalFolder, isTemporary: false });
      return { ...result, formerData: exchangeDatabase(dataDir, basename(temporary)) };
    } finally {
      cluster.release();
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
    owner.release();
  }
}
