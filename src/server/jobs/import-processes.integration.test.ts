import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockWatchedFolder } from '#domains/catalogue/server/import/import-log.repository.ts';
import { insertImport, lockWork, updateImport } from '#domains/imports/server/import.repository.ts';
import { type Database, openDatabase, type Transaction } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import type { ProgramOptions } from './child-processes.ts';
import { importProcesses } from './import-processes.ts';
import { watchInOwnProcess } from './import-watcher-process.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const own = await createTestDatabase();
  drop = own.drop;
  database = openDatabase(own.connectionString, 4);
});
afterAll(async () => {
  await database?.close();
  await drop?.();
});

/** Records the programs that would be started, and their databases. */
function recordPrograms() {
  const programs: string[] = [];
  const databases: (string | undefined)[] = [];
  const run = async (args: readonly string[], { env }: ProgramOptions): Promise<void> => {
    programs.push(args.slice(1).join(' '));
    databases.push(env?.DATABASE_URL);
  };
  return { programs, databases, run };
}

/** Runs `work` while another process has a lock. */
const whileLocked = (lock: (transaction: Transaction) => Promise<boolean>, work: () => Promise<void>) =>
  database.transaction(async (transaction) => {
    expect(await lock(transaction)).toBe(true);
    await work();
  });

test('starts a program for an import that no other process works on', async () => {
  const id = await database.transaction((transaction) =>
    insertImport(transaction, { file: 'list.csv', actor: 'Test', staffId: null, source: 'office', scheduleId: null }),
  );
  await updateImport(database, id, { state: 'inspecting' });
  const { programs, databases, run } = recordPrograms();
  const startImports = importProcesses({ run }, () => {});

  await whileLocked(
    (transaction) => lockWork(transaction, id),
    () => startImports(database),
  );
  expect(programs).toEqual([]);
  await startImports(database);

  expect(programs).toEqual([String(id)]);
  expect(databases).toEqual([database.connectionString]);
});

test('starts a program for the watched folder unless another process imports from it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-watched-'));
  await writeFile(join(folder, 'list.ndjson'), '');
  await utimes(join(folder, 'list.ndjson'), 0, 0);
  const { programs, databases, run } = recordPrograms();
  const watch = () => watchInOwnProcess({ run }, database, folder);

  await whileLocked(lockWatchedFolder, watch);
  expect(programs).toEqual([]);
  await watch();

  expect(programs).toEqual([`import watch --once ${folder}`]);
  expect(databases).toEqual([database.connectionString]);
  await rm(folder, { recursive: true });
});
