import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterOptions } from '../cluster.ts';
import { readDatabaseIdSync } from '../database-id.ts';
import { type BackupLocation, walFolders } from './backup-archive.ts';
import { BackupError } from './backup-error.ts';

const PROGRAM = fileURLToPath(new URL('./wal-program.ts', import.meta.url));
/** Time in seconds after which a segment is archived that is not full. What happened since may be lost with the disk. */
export const ARCHIVE_TIMEOUT_SECONDS = 60;

const TARGET = 'BACKUP_TARGET';
const KEYS = 'BACKUP_KEYS';

/** Variables by which a program reaches storage: proxies, certificates, and the folder with the profiles of the AWS SDK. */
const NETWORK = [
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HOME',
];

/** Returns the variables by which the program of the write-ahead log finds the archive. Only PostgreSQL and its programs have them. */
function environmentOf({ target, keys }: BackupLocation): Record<string, string> {
  const environment: Record<string, string> = { [TARGET]: target, [KEYS]: JSON.stringify(keys) };
  for (const [name, value] of Object.entries(process.env))
    if ((name.startsWith('AWS_') || NETWORK.includes(name)) && value !== undefined) environment[name] = value;
  return environment;
}

/** @throws BackupError if the program was not started by PostgreSQL of the shop */
export function locationFromEnvironment(environment: Readonly<Record<string, string | undefined>>): BackupLocation {
  const target = environment[TARGET];
  const parsed: unknown = JSON.parse(environment[KEYS] ?? '[]');
  const [current, ...previous] = Array.isArray(parsed) ? parsed.filter((key) => typeof key === 'string') : [];
  if (target === undefined || current === undefined) throw new BackupError('unreachable', `${TARGET} and ${KEYS} are not set.`);
  return { target, keys: [current, ...previous] };
}

/** Quotes a path for `sh` in a setting whose `%` are placeholders. */
const quote = (path: string): string => `'${path.replaceAll('%', '%%').replaceAll("'", `'\\''`)}'`;
const command = (args: string): string => `exec ${quote(process.execPath)} ${quote(PROGRAM)} ${args}`;

type ArchiveOptions = Required<Pick<ClusterOptions, 'settings' | 'environment' | 'prepare'>>;

/** Returns the options of a server that archives its write-ahead log. */
export function archiveOptions(location: BackupLocation): ArchiveOptions {
  return {
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
      archive_command: command('archive "%p" "%f"'),
    },
    environment: environmentOf(location),
    prepare: (cluster) => {
      prepareFolder(location)(cluster);
      queueHistories(cluster);
    },
  };
}

/**
 * Lets PostgreSQL archive where its timelines began. A restore leaves these files without archiving them, because a database that is only
 * looked at must not change the archive.
 */
function queueHistories({ data, account }: Parameters<ArchiveOptions['prepare']>[0]): void {
  const wal = join(data, 'pg_wal');
  const status = join(wal, 'archive_status');
  for (const name of readdirSync(wal)) {
    if (!name.endsWith('.history') || existsSync(join(status, `${name}.done`))) continue;
    const ready = join(status, `${name}.ready`);
    writeFileSync(ready, '', { mode: 0o600 });
    if (account !== undefined) chownSync(ready, account.uid, account.gid);
  }
}

/**
 * Creates the folders in which PostgreSQL writes and reads its log, for the account that it runs as. Files that root has copied
 * there are given to that account, like those of the data directory.
 */
const prepareFolder =
  (location: BackupLocation): ArchiveOptions['prepare'] =>
  ({ data, account }) => {
    const folders = walFolders(location, readDatabaseIdSync(data));
    for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account === undefined) return;
    const wal = folders.at(-1);
    const files = wal === undefined ? [] : readdirSync(wal).map((name) => join(wal, name));
    for (const path of [...folders, ...files]) if (statSync(path).uid !== account.uid) chownSync(path, account.uid, account.gid);
  };

export interface RecoveryTarget {
  /** Null for everything that was archived. */
  readonly time: Date | null;
  /** `pg_wal` of the database that is replaced, with what it had not archived yet. */
  readonly formerWalFolder: string | null;
  /** The timeline to follow: that of the backup, or one that descends from it. */
  readonly timeline: 'current' | number;
}

/** Returns the options of a server that recovers from the archive, and then accepts changes without archiving them. */
export function recoveryOptions(location: BackupLocation, { time, formerWalFolder, timeline }: RecoveryTarget): ArchiveOptions {
  return {
    settings: {
      wal_level: 'replica',
      hot_standby: 'off',
      restore_command: command('restore "%f" "%p"'),
      recovery_target_timeline: String(timeline),
      ...(time === null ? {} : { recovery_target_time: time.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
    },
    environment: { ...environmentOf(location), ...(formerWalFolder === null ? {} : { FORMER_WAL_DIR: formerWalFolder }) },
    prepare: prepareFolder(location),
  };
}
