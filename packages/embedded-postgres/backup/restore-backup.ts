import { mkdir, open, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { extract, type Header } from 'tar-stream';
import type { DatabaseAddresses } from '../addresses.ts';
import { openCluster } from '../cluster.ts';
import { isErrno } from '../errno.ts';
import { EmbeddedPostgresError } from '../errors.ts';
import { clusterPaths } from '../paths.ts';
import { readLog } from '../server-log.ts';
import { launchOnFreePort } from '../start.ts';
import { recoveryOptions } from './archive-settings.ts';
import type { BackupArchive, BackupLocation } from './backup-archive.ts';
import { BackupError } from './backup-error.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { byteStream, writeAll } from './byte-stream.ts';
import { canReach, hasLogOf, type Lineage, readLineage } from './timelines.ts';
import { beginRestore, endRestore } from './unfinished-restore.ts';
import { firstGap } from './wal-names.ts';

export interface RestoreOptions {
  readonly archive: BackupArchive;
  /** The same place, for PostgreSQL. */
  readonly location: BackupLocation;
  readonly backup: BackupManifest;
  /** The moment to return to; null for everything that was archived. */
  readonly time: Date | null;
  /** The timeline to follow. Default: the latest one of which the archive has log. */
  readonly timeline?: number | null;
  /** Absolute path of the data directory of a shop. Its subdirectory `postgres` is created, and must not exist. */
  readonly dataDir: string;
  /** `pg_wal` of the database that is replaced. */
  readonly formerWalFolder?: string | null;
  /** True for a copy that is deleted afterwards: it need not survive a crash. */
  readonly isTemporary: boolean;
  readonly log: (line: string) => void;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with the recovered database, which is stopped afterwards. */
  readonly use?: (addresses: DatabaseAddresses) => Promise<void>;
}

export interface RestoreResult {
  /** Time of the last change that was restored; null if nothing has changed since the backup. */
  readonly lastChangeAt: Date | null;
}

/** Room for the segments of the log that a recovery has at once. */
const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * Restores a backup into a new directory and recovers it up to a time with PostgreSQL. The directory is complete and stopped when this
 * returns, and deleted if it fails. One whose restore was killed cannot be started, and the same restore can be run again. Nothing is
 * written to the archive: the history of the new timeline follows when a server starts on the directory that archives its log.
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const paths = clusterPaths(options.dataDir);
  const lock = await beginRestore(options.dataDir, options.log);
  try {
    const { archive, backup, timeline = null, formerWalFolder = null } = options;
    const lineage = await readLineage(archive, backup.databaseId, timeline, formerWalFolder);
    await checkLog(options, lineage);
    await checkSpace(dirname(paths.folder), options.backup.bytes);
    await extractData(options);
    const result = await recover(options, lineage);
    endRestore(options.dataDir, lock);
    return result;
  } catch (error) {
    await rm(paths.folder, { recursive: true, force: true });
    lock.release();
    if (isErrno(error, 'ENOSPC', 'EDQUOT'))
      throw new BackupError('disk-full', `The disk of ${options.dataDir} is full. Free space, or restore into another folder.`, {
        cause: error,
      });
    throw error;
  }
}

/** Checks that the archive has the log that the recovery needs: until the end of the backup, or without a gap if all is wanted. */
async function checkLog({ archive, backup, time, formerWalFolder }: RestoreOptions, lineage: Lineage): Promise<void> {
  const { databaseId, firstSegment, lastSegment, stoppedAt, id } = backup;
  if (time !== null && time < stoppedAt)
    throw new BackupError('no-backup', `The backup ${id} ended at ${stoppedAt.toISOString()}, after the time to restore to.`);
  if (!canReach(backup, lineage))
    throw new BackupError(
      'no-backup',
      `The backup ${id} is on timeline ${backup.timeline}, from which timeline ${lineage.timeline} doesn’t descend.`,
    );
  const former = formerWalFolder ? await readdir(formerWalFolder) : [];
  const isWanted = (name: string): boolean => hasLogOf(name, lineage);
  const archived = (await archive.listWal(databaseId)).filter(isWanted);
  // Segments of the former database are used where the archive has none. Names above the archived ones may be of reused files.
  const names = [...archived, ...former.filter(isWanted)];
  const missing =
    firstGap(names, firstSegment, lastSegment, lineage.timeline) ??
    (time === null ? firstGap(archived, firstSegment, null, lineage.timeline) : null);
  if (missing === null || (time === null && former.includes(missing))) return;
  throw new BackupError(
    'missing-wal',
    `The archive has a gap: ${missing} is missing. ` +
      (firstGap(names, firstSegment, lastSegment, lineage.timeline) === null
        ? 'Restore to a time before it with --to, or another backup with --backup.'
        : `The backup ${id} can’t be restored without it. Choose another one with --backup.`),
  );
}

async function checkSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + SPARE_BYTES;
  const mb = (value: number): string => `${Math.ceil(value / 1_000_000)} MB`;
  if (free < needed) throw new BackupError('disk-full', `${folder} has ${mb(free)} free, and the restore needs ${mb(needed)}.`);
}

/** Returns where an entry of the archive belongs. @throws BackupError for a path outside of the folder */
function pathOf(folder: string, name: string): string {
  const path = normalize(name);
  if (isAbsolute(path) || path.startsWith('..')) throw new BackupError('damaged', `The backup contains the path ${name}.`);
  return join(folder, path);
}

async function extractData({ archive, backup, dataDir, onProgress }: RestoreOptions): Promise<void> {
  const { folder, data } = clusterPaths(dataDir);
  let done = 0;
  const write = async ({ name, type, size }: Header, content: Readable): Promise<void> => {
    const path = pathOf(folder, name);
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) await handle.appendFile(chunk);
    } finally {
      await handle.close();
    }
    done += size;
    onProgress?.(Math.min(done, backup.bytes), backup.bytes);
  };
  const entries = extract();
  const reading = writeAll(await archive.getData(backup), entries).catch((error: Error) => {
    entries.destroy(error);
    throw error;
  });
  const writing = (async () => {
    for await (const entry of entries) {
      await write(entry.header, byteStream(entry));
    }
  })();
  await Promise.all([reading, writing]);
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await mkdir(join(data, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
}

async function recover(
  { location, backup, time, dataDir, formerWalFolder = null, isTemporary, log, use }: RestoreOptions,
  { timeline }: Lineage,
): Promise<RestoreResult> {
  const paths = clusterPaths(dataDir);
  const cluster = await openCluster({
    dataDir,
    durability: isTemporary ? 'none' : 'full',
    isRestore: true,
    log,
    ...recoveryOptions(location, { time, formerWalFolder, timeline: timeline === backup.timeline ? 'current' : timeline }),
  });
  try {
    const { server, port } = await launchOnFreePort(cluster);
    try {
      const addresses = cluster.addresses(port);
      const lastChangeAt = await readLastChange(addresses.adminConnectionString);
      await use?.(addresses);
      return { lastChangeAt };
    } finally {
      await server.stop();
      cluster.close();
    }
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || error.problem !== 'start-failed') throw error;
    throw explainRecovery(readLog(paths.log, 0), backup, time, error);
  }
}

async function readLastChange(connectionString: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString });
  // A server that ends between two statements emits an error, which would end the process. The next statement says so.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
    return rows[0]?.at ?? null;
  } finally {
    await client.end();
  }
}

/** Translates what PostgreSQL logged about a recovery that failed. */
function explainRecovery(log: string, backup: BackupManifest, time: Date | null, cause: EmbeddedPostgresError): BackupError {
  const of = (pattern: RegExp): string | undefined => pattern.exec(log)?.[1]?.trim();
  const reason = of(/LOG: {2}(?:restore|archive) of \S+ could not be done: (.*)/);
  if (reason !== undefined) return new BackupError('recovery-failed', `The archived log can’t be read: ${reason}`, { cause });
  if (/No space left on device/.test(log))
    return new BackupError('disk-full', 'The disk is full. Free space, or restore into another folder.', { cause });
  if (/recovery ended before configured recovery target was reached/.test(log))
    return new BackupError(
      'missing-wal',
      `The archive ends before ${time?.toISOString() ?? 'the end'}, or a part of it is missing. The last change in it is of ${of(/last completed transaction was at log time (.*)/) ?? backup.stoppedAt.toISOString()}. ` +
        'Choose an earlier time, or leave --to out to restore all of it.',
      { cause },
    );
  if (log.split('\n').some((line) => line.includes('wal_level') && line.includes('minimal')))
    return new BackupError(
      'missing-wal',
      'The shop ran without BACKUP_TARGET after this backup, and what it changed then is not in the archive. Choose another backup, or an earlier time.',
      { cause },
    );
  return new BackupError('recovery-failed', `PostgreSQL couldn’t recover the backup ${backup.id}: ${cause.message}`, { cause });
}
