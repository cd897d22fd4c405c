/** Data folders for the tests of the embedded PostgreSQL itself: real clusters in a temporary folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/server/postgres/start.ts';

export interface DataFolders {
  /** A path below the temporary folder of these tests; nothing is there yet. */
  fresh(...path: readonly string[]): string;
  /** Makes a data folder with a cluster that is not running. */
  initialise(dataDir: string): Promise<void>;
  /** Removes everything. Servers must have been stopped. */
  remove(): void;
}

export function dataFolders(): DataFolders {
  const root = mkdtempSync(join(tmpdir(), 'postgres-folder-'));
  chmodSync(root, 0o755);
  return {
    fresh: (...path) => join(root, ...path),
    async initialise(dataDir) {
      const postgres = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => {} });
      await postgres.stop();
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Another process of the shop that owns a data folder. */
export interface OwnerProcess {
  readonly connectionString: string;
  /** Ends it without giving it a chance to tidy up, and waits until it is gone. */
  killHard(): Promise<void>;
}

/** Starts the embedded PostgreSQL from a Node process of its own. */
export async function startOwnerProcess(dataDir: string): Promise<OwnerProcess> {
  const start = new URL('../../src/platform/server/postgres/start.ts', import.meta.url).href;
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(start)});
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(postgres.connectionString);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [connectionString] = await once(createInterface(owner.stdout), 'line');
  return {
    connectionString,
    async killHard() {
      const gone = once(owner, 'exit');
      owner.kill('SIGKILL');
      await gone;
    },
  };
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function queryOnce<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
