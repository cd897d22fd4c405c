import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { addresses, type DatabaseAddresses } from './addresses.ts';
import { finishExchange, refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { findPostgresBinaries, POSTGRES_MAJOR } from './binaries.ts';
import { acquireClusterLock } from './cluster-lock.ts';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';
import { type FileLock, tryLock } from './file-lock.ts';
import { initialiseCluster } from './initialise.ts';
import { type Account, chooseAccount, chownRecursive } from './os-user.ts';
import { type ClusterPasswords, createPasswords, readPasswords } from './passwords.ts';
import { type ClusterPaths, clusterPaths } from './paths.ts';
import { chooseRunner } from './runner.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import type { Durability } from './settings.ts';

export interface ClusterOptions {
  /** Absolute path of the shop's data directory. All files are in its subdirectory `postgres`. */
  readonly dataDir: string;
  /** Default: `full`. */
  readonly durability?: Durability;
  /** Receives log messages, which are complete sentences. */
  readonly log: (line: string) => void;
  /** Settings of the server that differ from the usual ones, such as those of archiving. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Variables of the server, for the programs that it runs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** True while a restore recovers its own database, which is incomplete. */
  readonly isRestore?: boolean;
  /** Called before each start, with the data directory and the account that PostgreSQL runs as. */
  readonly prepare?: (cluster: { readonly data: string; readonly account: Account | undefined }) => void;
}

/** A data directory that this process owns and whose server can be started repeatedly. */
export interface Cluster {
  /** Returns the connection strings of a server on a port. */
  addresses(port: number): DatabaseAddresses;
  /** Starts the server on a port of 127.0.0.1. Only one at a time. @throws like `launchServer` and `acquireClusterLock` */
  launch(port: number): Promise<ServerProcess>;
  /** Releases the directory. The server must have stopped. */
  close(): void;
}

/**
 * Opens a data directory: locks it, chooses a runner, stops processes of an earlier run, and creates the database if there is
 * none. @throws EmbeddedPostgresError every problem except `port-taken`
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  if (!isAbsolute(options.dataDir)) throw new RangeError(`dataDir must be an absolute path, not '${options.dataDir}'`);
  const paths = clusterPaths(options.dataDir);
  const durability = options.durability ?? 'full';
  const binaries = findPostgresBinaries();
  const { account, owner } = explainPermissions(paths, () => claimFolder(paths));
  try {
    const runner = chooseRunner(account, binaries, paths);
    const lock = await acquireClusterLock(paths, options.log);
    let passwords: ClusterPasswords;
    try {
      if (options.isRestore !== true) refuseUnfinishedRestore(paths);
      if (finishExchange(options.dataDir)) options.log('A restore was interrupted while it exchanged the databases. That is finished now.');
      passwords = explainPermissions(paths, () => checkData(paths, account)) ?? createPasswords(paths.passwords, account);
      if (!existsSync(paths.data)) {
        const durable = durability === 'full';
        await initialiseCluster({ paths, binaries, runner, account, passwords, durable, lockFd: lock.fd });
      }
    } finally {
      lock.release();
    }
    const { settings = {}, environment = {} } = options;
    return {
      addresses: (port) => addresses(passwords, port),
      async launch(port) {
        options.prepare?.({ data: paths.data, account });
        // PostgreSQL inherits the lock. This process closes its copy, so that the lock shows whether PostgreSQL has ended.
        const inherited = await acquireClusterLock(paths, options.log);
        try {
          return await launchServer({
            paths,
            binaries,
            runner,
            durability,
            port,
            settings,
            environment,
            lockFd: inherited.fd,
            log: options.log,
          });
        } finally {
          inherited.release();
        }
      },
      close: () => owner.release(),
    };
  } catch (error) {
    owner.release();
    throw error;
  }
}

/** Creates the directory and the files that PostgreSQL's user must own, and locks them for this process. */
function claimFolder(paths: ClusterPaths): { account: Account | undefined; owner: FileLock } {
  const account = chooseAccount(paths);
  const dataDirIsNew = !existsSync(paths.dataDir);
  mkdirSync(dirname(paths.dataDir), { recursive: true });
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  if (process.platform !== 'win32') chmodSync(paths.folder, 0o700);
  for (const file of [paths.ownerLock, paths.clusterLock, paths.log]) closeSync(openSync(file, 'a', 0o600));
  if (account !== undefined) {
    const own = [paths.folder, paths.ownerLock, paths.clusterLock, paths.log, paths.passwords];
    if (dataDirIsNew) own.push(paths.dataDir);
    for (const path of own) if (existsSync(path)) chownSync(path, account.uid, account.gid);
  }
  const owner = tryLock(paths.ownerLock);
  if (owner === undefined) {
    const pid = readFileSync(paths.ownerLock, 'utf8').trim();
    throw new EmbeddedPostgresError(
      'already-running',
      `The shop is already running on the data folder ${paths.dataDir} (process ${pid || 'unknown'}): ` +
        'stop it first, or set DATA_DIR to another folder.',
    );
  }
  ftruncateSync(owner.fd);
  writeSync(owner.fd, `${process.pid}\n`);
  return { account, owner };
}

/**
 * Checks an existing data directory and repairs owner and mode, which a copy by root changes.
 * @returns its passwords, undefined if neither directory nor passwords exist yet
 */
function checkData(paths: ClusterPaths, account: Account | undefined): ClusterPasswords | undefined {
  const passwords = readPasswords(paths.passwords);
  const stats = statSync(paths.data, { throwIfNoEntry: false });
  if (stats === undefined) return passwords;
  if (passwords === undefined) {
    throw new EmbeddedPostgresError(
      'data-unusable',
      `The passwords of the database are missing: ${paths.passwords}. Restore the file from a backup of the data folder.`,
    );
  }
  const version = dataVersion(paths);
  if (version !== POSTGRES_MAJOR) {
    const found = version === undefined ? 'holds no database that PostgreSQL could open' : `was made by PostgreSQL ${version}`;
    throw new EmbeddedPostgresError(
      'data-unusable',
      `${paths.data} ${found}; this shop needs PostgreSQL ${POSTGRES_MAJOR}. ${RECOVERY_HINT}`,
    );
  }
  if (account !== undefined && stats.uid !== account.uid) chownRecursive(paths.data, account);
  if (process.platform !== 'win32' && (stats.mode & 0o777) !== 0o700) chmodSync(paths.data, 0o700);
  return passwords;
}

function dataVersion(paths: ClusterPaths): string | undefined {
  try {
    return readFileSync(join(paths.data, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function explainPermissions<T>(paths: ClusterPaths, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC') || !(error instanceof Error)) throw error;
    throw new EmbeddedPostgresError(
      'no-permission',
      `This user can’t use the data folder ${paths.dataDir} (${error.message}). ` +
        `Change its owner, or start the shop as its owner. ${RECOVERY_HINT}`,
      { cause: error },
    );
  }
}
