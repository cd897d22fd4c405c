/**
 * A PostgreSQL of the tests' own: nothing is forced to disk, and every test database is a copy of one migrated template.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/platform/server/database/migrate.ts';
import { tryLock } from '../../src/platform/server/postgres/file-lock.ts';
import { clusterPaths } from '../../src/platform/server/postgres/paths.ts';
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/start.ts';

/** What a test needs to make databases of its own; plain data, so that it travels between processes. */
export interface TestClusterAddresses {
  readonly adminConnectionString: string;
  /** The shop's role; its database is empty and not for tests. */
  readonly connectionString: string;
}

export interface TestCluster extends TestClusterAddresses {
  /** Stops the server and removes everything it wrote. */
  stop(): Promise<void>;
}

export interface TestDatabase {
  /** The shop's role, owner of a migrated database that nobody else knows. */
  readonly connectionString: string;
  /** Removes the database, also under open connections. */
  drop(): Promise<void>;
}

const PREFIX = 'cellardoor-test-';
const TEMPLATE = 'migrated';
const ROOM_NEEDED_BYTES = 2 ** 30;
const ABANDONED_AFTER_MS = 10 * 60_000;

/** Starts a cluster in a temporary folder, in memory where the system has room, and makes the template from `migrations/`. */
export async function startTestCluster(): Promise<TestCluster> {
  const parent = roomiestParent();
  removeAbandoned(parent);
  const dataDir = mkdtempSync(join(parent, PREFIX));
  chmodSync(dataDir, 0o755);
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => {} });
    const { adminConnectionString, connectionString } = postgres;
    const stop = async () => {
      await postgres.stop();
      removeData();
    };
    try {
      await makeTemplate({ adminConnectionString, connectionString });
    } catch (error) {
      await stop();
      throw error;
    }
    return { adminConnectionString, connectionString, stop };
  } catch (error) {
    removeData();
    throw error;
  }
}

/** Makes a database as a copy of the template. */
export async function cloneDatabase(admin: pg.Pool, addresses: TestClusterAddresses): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} OWNER ${roleOf(addresses)} STRATEGY file_copy`);
  return {
    connectionString: withDatabase(addresses.connectionString, name),
    async drop() {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Nobody may connect to a template while it is copied, so it refuses connections once it is migrated. */
async function makeTemplate(addresses: TestClusterAddresses): Promise<void> {
  const admin = new pg.Client({ connectionString: addresses.adminConnectionString });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${TEMPLATE} OWNER ${roleOf(addresses)} STRATEGY file_copy`);
    await migrate(withDatabase(addresses.connectionString, TEMPLATE));
    await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}

function withDatabase(connectionString: string, database: string): string {
  return Object.assign(new URL(connectionString), { pathname: `/${database}` }).href;
}

function roleOf(addresses: TestClusterAddresses): string {
  return new URL(addresses.connectionString).username;
}

function roomiestParent(): string {
  if (!existsSync('/dev/shm')) return tmpdir();
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= ROOM_NEEDED_BYTES ? '/dev/shm' : tmpdir();
}

/** A run that was killed leaves its folder behind; the lock tells that nobody uses it any more. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(parent, name);
    const { ownerLock } = clusterPaths(dataDir);
    const stats = statSync(dataDir, { throwIfNoEntry: false });
    if (stats === undefined || Date.now() - stats.mtimeMs < ABANDONED_AFTER_MS || !mayOpen(stats.uid)) continue;
    const lock = existsSync(ownerLock) ? tryLock(ownerLock) : undefined;
    if (existsSync(ownerLock) && lock === undefined) continue;
    rmSync(dataDir, { recursive: true, force: true });
    lock?.release();
  }
}

function mayOpen(uid: number): boolean {
  return process.getuid === undefined || process.getuid() === 0 || process.getuid() === uid;
}
