/** Kills the process that works on an import of the office while it writes and while it takes back. The next process goes on. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findImport, type ImportEntry, insertImport, insertPart, updateImport } from '#domains/imports/server/import.repository.ts';
import { countWaiting } from '#domains/imports/server/import-row.repository.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { seededRandom } from '#tests/fixtures/openapi.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { runs, stressSeed } from '#tests/stress/run-count.ts';

const WORKER = fileURLToPath(new URL('../../src/server/jobs/import-worker.ts', import.meta.url));
/** Wines that the shop has, and those of the next list, in six batches. */
const [OLD, ALL] = [1_000, 3_000];
const KILLS = 3;
/** Longest pause between a sign of work and the kill, in ms: about a batch. */
const MAX_PAUSE_MS = 500;

let database: Database;
let connectionString: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ connectionString, drop } = await createTestDatabase());
  database = openDatabase(connectionString, 6);
});
afterAll(async () => {
  await database?.close();
  await drop?.();
});

const list = (count: number, price: number): string => wineListOf(...Array.from({ length: count }, (_, at) => listedWine(at + 1, price)));

async function found(id: number): Promise<ImportEntry> {
  const entry = await findImport(database, id);
  if (entry === null) throw new Error(`there is no import ${id}`);
  return entry;
}

/** Stores a list and compares it. @returns the id of an import that is ready */
async function compared(content: string): Promise<number> {
  const id = await database.transaction(async (transaction) => {
    const created = await insertImport(transaction, {
      file: 'house.csv',
      actor: 'Test',
      staffId: null,
      source: 'office',
      scheduleId: null,
    });
    await insertPart(transaction, created, 0, Buffer.from(content));
    return created;
  });
  for (const state of ['inspecting', 'comparing'] as const) {
    await updateImport(database, id, { state });
    await workOnImport(workDeps(database), id);
  }
  expect((await found(id)).state).toBe('ready');
  return id;
}

const startWorker = (id: number): ChildProcess =>
  spawn(process.execPath, [WORKER, String(id)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: connectionString },
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Kills a worker a moment after a sign of its work. @returns false if it had ended before */
async function killAfter(id: number, pauseMs: number, isWorking: () => Promise<boolean>): Promise<boolean> {
  const child = startWorker(id);
  const ended = once(child, 'exit');
  while (child.exitCode === null && !(await isWorking())) await pause(20);
  await pause(pauseMs);
  const isKilled = child.kill('SIGKILL') && child.exitCode === null;
  await ended;
  return isKilled;
}

/** Lets a worker finish. */
async function finish(id: number): Promise<void> {
  const [code] = await once(startWorker(id), 'exit');
  expect(code).toBe(0);
}

async function isLocked(): Promise<boolean> {
  const row = await database.queryOne<{ locks: number }>({
    text: `select count(*)::integer as locks from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  });
  return (row?.locks ?? 0) > 0;
}

const contentOfShop = () =>
  Promise.all([
    database.queryMany({ text: 'select offer_id, record from offers order by 1' }),
    database.queryMany({ text: 'select product_id, market, level from stock_levels order by 1, 2' }),
  ]);

test('a killed import is taken over: no wine is written twice or missing, and its undo restores everything', async () => {
  const random = seededRandom(stressSeed);
  const kills = { writing: 0, 'taking back': 0 };
  for (let turn = 0; turn < runs(1); turn += 1) {
    await database.execute({ text: 'truncate offers, stock_levels, imports restart identity cascade' });
    const first = await compared(list(OLD, 20));
    await updateImport(database, first, { state: 'applying' });
    await workOnImport(workDeps(database), first);
    const before = await contentOfShop();

    const id = await compared(list(ALL, 30));
    await updateImport(database, id, { state: 'applying' });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { appliedRows } = await found(id);
      const isKilled = await killAfter(id, random() * MAX_PAUSE_MS, async () => (await found(id)).appliedRows > appliedRows);
      if (isKilled) kills.writing += 1;
    }
    await finish(id);

    const done = await found(id);
    expect(done).toMatchObject({ state: 'done', appliedRows: ALL, counts: { offer: { added: ALL - OLD, changed: OLD } } });
    expect(await countWaiting(database, id, done.appliedThrough)).toBe(0);
    const written = await database.queryOne({
      text: `select count(*)::integer as offers, count(distinct record->>'sku')::integer as skus,
        count(*) filter (where record->'prices'->'AU'->>'packPrice' = '180')::integer as priced from offers`,
    });
    expect(written).toEqual({ offers: ALL, skus: ALL, priced: ALL });
    const [, stock] = await contentOfShop();

    await updateImport(database, id, { state: 'undoing', undoneBy: 'Test' });
    for (let kill = 0; kill < KILLS; kill += 1) if (await killAfter(id, random() * MAX_PAUSE_MS, isLocked)) kills['taking back'] += 1;
    await finish(id);

    expect(await found(id)).toMatchObject({
      state: 'undone',
      undo: { restored: OLD, removed: ALL - OLD + (stock.length - before[1].length), unchanged: {} },
    });
    expect(await contentOfShop()).toEqual(before);
  }
  expect(kills.writing).toBeGreaterThan(0);
  expect(kills['taking back']).toBeGreaterThan(0);
  recordStressResult('Killed processes', ['while', 'times'], Object.entries(kills));
});
