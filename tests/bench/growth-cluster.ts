/** PostgreSQL with the memory of a server of its own, and a database of the sample shop that each step of growth copies. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#packages/embedded-postgres/start.ts';
import { updateSchema } from '#server/update-schema.ts';
import { removeData, startBenchShop } from './bench-shop.ts';

/** Settings of a machine with 24 GB of memory and two cores. */
const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  track_io_timing: 'on',
  shared_buffers: '4GB',
  effective_cache_size: '14GB',
  work_mem: '64MB',
  maintenance_work_mem: '2GB',
  max_wal_size: '8GB',
  max_connections: '200',
  max_parallel_workers_per_gather: '2',
  max_parallel_maintenance_workers: '2',
};
const BASE = 'base';
const CONNECTIONS = 4;

export interface GrowthDatabase {
  /** False for a database of an earlier run, which is filled. */
  readonly isNew: boolean;
  /** Address for shops, as the owner of the database. */
  readonly url: string;
  /** Connections of a superuser. */
  readonly admin: Database;
  /** Deletes the database. */
  drop(): Promise<void>;
}

export interface GrowthCluster {
  /** Data directory of the server. */
  readonly dataDir: string;
  /** Creates a copy of the sample shop, or opens the one of an earlier run and migrates it. */
  createDatabase(name: string): Promise<GrowthDatabase>;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

const at = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function createBase(postgres: EmbeddedPostgres, server: Database): Promise<void> {
  const role = new URL(postgres.connectionString).username;
  await server.execute({ text: `create database ${BASE} owner ${role}` });
  const shop = await startBenchShop({ databaseUrl: at(postgres.connectionString, BASE) });
  await shop.stop();
}

const exists = async (server: Database, name: string): Promise<boolean> =>
  (await server.queryOne({ text: 'select 1 from pg_database where datname = $1', values: [name] })) !== null;

/**
 * Starts the server and creates the sample shop.
 * @param isDurable false to skip the synchronisation with the disk
 * @param folder of an earlier run, to continue with its databases. It is not deleted
 */
export async function startGrowthCluster(isDurable: boolean, folder?: string): Promise<GrowthCluster> {
  const dataDir = folder === undefined ? await mkdtemp(join(tmpdir(), 'cellardoor-growth-')) : resolve(folder);
  const postgres = await startEmbeddedPostgres({ dataDir, durability: isDurable ? 'full' : 'none', settings: SETTINGS, log: () => {} });
  const server = openDatabase(postgres.adminConnectionString, 1);
  if (!(await exists(server, BASE))) await createBase(postgres, server);
  return {
    dataDir,
    async createDatabase(name) {
      const isNew = !(await exists(server, name));
      if (isNew)
        await server.execute({ text: `create database ${name} template ${BASE} owner ${new URL(postgres.connectionString).username}` });
      // Databases of an earlier run may lack later migrations.
      await updateSchema(at(postgres.connectionString, name), () => {});
      const admin = openDatabase(at(postgres.adminConnectionString, name), CONNECTIONS);
      await admin.execute({ text: 'create extension if not exists pg_stat_statements' });
      return {
        isNew,
        url: at(postgres.connectionString, name),
        admin,
        async drop() {
          await admin.close();
          if (folder === undefined) await server.execute({ text: `drop database ${name} with (force)` });
        },
      };
    },
    async stop() {
      await server.close();
      await postgres.stop();
      if (folder === undefined) await removeData(dataDir);
    },
  };
}
