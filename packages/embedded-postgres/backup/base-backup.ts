import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Pack, pack } from 'tar-stream';
import { POSTGRES_MAJOR } from '../binaries.ts';
import { readDatabaseId } from '../database-id.ts';
import { clusterPaths } from '../paths.ts';
import type { BackupArchive } from './backup-archive.ts';
import { BackupError } from './backup-error.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { byteStream, writeAll } from './byte-stream.ts';
import { listDataEntries, openEntry, readControlFile, readEntry } from './data-folder-files.ts';

const CONTROL_FILE = 'global/pg_control';
/** Number of the lock of PostgreSQL that one backup at a time has. */
const BACKUP_LOCK = 7_102;
const POLL_MS = 250;
/** Time without a newly archived segment after which a backup gives up. */
const ARCHIVE_PATIENCE_MS = 5 * 60_000;

export interface BaseBackupOptions {
  readonly dataDir: string;
  /** Superuser of the running server in `dataDir`, connected directly. */
  readonly adminConnectionString: string;
  readonly archive: BackupArchive;
  /** Called often, with the bytes that were read and the bytes to read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** `20261124T093000Z` */
const backupId = (at: Date): string => at.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Backs up the database while it is used: PostgreSQL notes where the backup begins, its files are copied as they are, and the
 * write-ahead log of that time makes them consistent in a restore. A backup that is interrupted leaves nothing in PostgreSQL.
 * @throws BackupError `not-archiving`, `already-running`, or what the archive reports
 */
export async function makeBaseBackup({ dataDir, adminConnectionString, archive, onProgress }: BaseBackupOptions): Promise<BackupManifest> {
  const paths = clusterPaths(dataDir);
  const client = new pg.Client({ connectionString: adminConnectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkServer(client);
    const databaseId = await readDatabaseId(paths.data);
    await archive.removeIncomplete(databaseId);
    const startedAt = new Date();
    const id = backupId(startedAt);
    const started = await client.query<{ segment: string }>('select pg_walfile_name(pg_backup_start($1, true)) as segment', [id]);
    const tar = pack();
    const total = { bytes: 0 };
    const filling = fill(tar, client, { data: paths.data, passwords: paths.passwords }, (done, bytes) => {
      total.bytes = bytes;
      onProgress?.(done, bytes);
    });
    // What fails in one of the two ends the other.
    filling.catch((error: Error) => tar.destroy(error));
    await archive.putData(databaseId, id, byteStream(tar));
    const lastSegment = await filling;
    await waitForArchive(client, lastSegment);
    const firstSegment = started.rows[0]?.segment ?? '';
    const manifest: BackupManifest = {
      id,
      databaseId,
      startedAt,
      stoppedAt: new Date(),
      version: POSTGRES_MAJOR,
      timeline: Number.parseInt(firstSegment.slice(0, 8), 16),
      firstSegment,
      lastSegment,
      bytes: total.bytes,
    };
    await archive.putManifest(manifest);
    return manifest;
  } finally {
    // Ends the backup in PostgreSQL too, if it failed before its end.
    await client.end().catch(() => {});
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string; locked: boolean }>(
    `select current_setting('archive_mode') as mode, pg_try_advisory_lock(${BACKUP_LOCK}) as locked`,
  );
  const [state] = rows;
  if (state?.mode !== 'on')
    throw new BackupError(
      'not-archiving',
      'The running shop doesn’t archive its changes. Set BACKUP_TARGET and BACKUP_KEY and restart it.',
    );
  if (!state.locked) throw new BackupError('already-running', 'Another backup is running. Wait until it has ended.');
}

/** Packs the files, ends the backup in PostgreSQL and packs its label. @returns the last segment that a restore needs */
async function fill(
  tar: Pack,
  client: pg.Client,
  { data, passwords }: { readonly data: string; readonly passwords: string },
  onProgress: (done: number, total: number) => void,
): Promise<string> {
  const add = (name: string, content: Buffer): void => {
    tar.entry({ name, mode: 0o600 }, content);
  };
  const entries = await listDataEntries(data);
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  onProgress(done, total);
  for (const { path, isFolder, bytes } of entries) {
    if (isFolder) tar.entry({ name: `data/${path}`, type: 'directory', mode: 0o700 });
    else if (path === CONTROL_FILE) add(`data/${path}`, await readControlFile(data));
    else await packFile(tar, data, path, bytes);
    done += bytes;
    onProgress(done, total);
  }
  add('passwords.json', await readFile(passwords));
  const { rows } = await client.query<{ segment: string; label: string; map: string }>(
    'select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as map from pg_backup_stop(false)',
  );
  const [stopped] = rows;
  if (stopped === undefined) throw new Error('pg_backup_stop returned nothing');
  add('data/backup_label', Buffer.from(stopped.label));
  if (stopped.map.trim() !== '') add('data/tablespace_map', Buffer.from(stopped.map));
  tar.finalize();
  return stopped.segment;
}

async function packFile(tar: Pack, data: string, path: string, bytes: number): Promise<void> {
  const handle = await openEntry(data, path);
  if (handle === null) return;
  try {
    await writeAll(readEntry(handle, bytes), tar.entry({ name: `data/${path}`, size: bytes, mode: 0o600 }));
  } finally {
    await handle.close();
  }
}

/** Waits until PostgreSQL has archived a segment. @throws BackupError with the reason if it cannot */
async function waitForArchive(client: pg.Client, segment: string): Promise<void> {
  let last = '';
  for (let deadline = Date.now() + ARCHIVE_PATIENCE_MS; ; ) {
    const { rows } = await client.query<{ archived: string; failed: string | null }>(
      `select coalesce(left(last_archived_wal, 24), '') as archived,
        case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed from pg_stat_archiver`,
    );
    const { archived = '', failed = null } = rows[0] ?? {};
    if (archived.slice(8) >= segment.slice(8)) return;
    if (archived !== last) deadline = Date.now() + ARCHIVE_PATIENCE_MS;
    last = archived;
    if (Date.now() > deadline)
      throw new BackupError(
        'unreachable',
        failed === null
          ? `PostgreSQL has not archived ${segment} for ${ARCHIVE_PATIENCE_MS / 60_000} minutes.`
          : `PostgreSQL can’t archive ${failed}. The reason is at the end of postgres.log in DATA_DIR.`,
      );
    await sleep(POLL_MS);
  }
}
