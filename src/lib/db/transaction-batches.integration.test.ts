import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { fail } from '../result.ts';
import { type Database, openDatabase, type Transaction } from './pool.ts';

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = openDatabase(opened.connectionString, 4);
  await database.execute({ text: 'create table counters (id text primary key, value integer not null)' });
});
afterAll(async () => {
  await database.close();
  await opened.drop();
});
beforeEach(async () => {
  await database.execute({ text: 'truncate counters' });
  await database.execute({ text: "insert into counters values ('a', 0)" });
});

const countOf = async () => (await database.queryOne<{ value: number }>({ text: "select value from counters where id = 'a'" }))?.value;

/** Adds one and returns the value with the connection that it ran on. */
async function add(transaction: Transaction) {
  const row = await transaction.queryOne<{ value: number; pid: number }>({
    name: 'add',
    text: "update counters set value = value + 1 where id = 'a' returning value, pg_backend_pid() as pid",
  });
  if (!row) throw new Error('no counter');
  return row;
}
const inBatch = <T>(work: (transaction: Transaction) => Promise<T>) => database.transaction(work, { batch: 'a' });
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('runs waiting transactions in order on one connection, each with the changes of those before', async () => {
  const rows = await times(10, () => inBatch(add));

  expect(rows.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
});

test('runs each of many transactions once', async () => {
  const rows = await times(100, () => inBatch(add));

  expect(rows.map(({ value }) => value).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  expect(await countOf()).toBe(100);
});

test('rolls back failures and errors alone', async () => {
  const results = await times(12, async (index) => {
    const work = inBatch(async (transaction) => {
      const { value } = await add(transaction);
      if (index % 3 === 1) return fail('sold_out');
      if (index % 6 === 2) throw new Error('refused');
      if (index % 6 === 5) transaction.later({ text: 'select nothing from nowhere' });
      return value;
    });
    return work.catch((error: Error) => error.message);
  });

  expect(results.filter((_, index) => index % 3 === 0)).toEqual([1, 2, 3, 4]);
  expect(results[1]).toEqual(fail('sold_out'));
  expect(results[2]).toBe('refused');
  expect(results[5]).toContain('nowhere');
  expect(await countOf()).toBe(4);
});

test('runs transactions of different keys beside each other', async () => {
  let met = 0;
  const meet = async () => {
    met += 1;
    while (met < 2) await new Promise((resolve) => setImmediate(resolve));
    return true;
  };

  expect(await Promise.all(['b', 'c'].map((batch) => database.transaction(meet, { batch })))).toEqual([true, true]);
});

test('goes on after a lost connection', async () => {
  const lost = times(5, (index) =>
    inBatch(async (transaction) => {
      await add(transaction);
      if (index === 2) await transaction.execute({ text: 'select pg_terminate_backend(pg_backend_pid())' });
    }).then(
      () => 'done',
      () => 'lost',
    ),
  );

  expect((await lost).slice(2)).toEqual(['lost', 'lost', 'lost']);
  const before = (await countOf()) ?? 0;
  expect((await inBatch(add)).value).toBe(before + 1);
});

test('rejects all that wait if there is no connection', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', 1);

  const results = await Promise.allSettled(['x', 'x', 'y'].map((batch) => nowhere.transaction(add, { batch })));

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(nowhere.transaction(add, { batch: 'x' })).rejects.toThrow('ECONNREFUSED');
  await nowhere.close();
});
