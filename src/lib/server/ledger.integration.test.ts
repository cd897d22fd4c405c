import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { runs } from '#tests/stress/run-count.ts';
import { type Database, openDatabase } from '../db/pool.ts';
import { availableCents, balanceOf, closeHolds, lockAccounts, placeHold, recordEntry } from './ledger.repository.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connectionString, 10);
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const record = (account: string, cents: number, source: string) =>
  database.transaction((transaction) => recordEntry(transaction, { account, kind: cents > 0 ? 'grant' : 'spend', cents, source }));
const hold = (account: string, key: string, cents: number) =>
  database.transaction(async (transaction) => {
    await lockAccounts(transaction, [account]);
    return placeHold(transaction, { account, key, kind: 'spend', cents });
  });

test('records a source once, however often and simultaneously it is sent', async () => {
  const outcomes = await Promise.all(Array.from({ length: runs(20) }, () => record('a', 500, 'a:grant')));
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
  expect(await balanceOf(database, 'a')).toEqual({ cents: 500, holdCents: 0 });
});

test('never spends below zero under concurrent requests', async () => {
  await record('b', 1_000, 'b:grant');
  const outcomes = await Promise.all(Array.from({ length: runs(30) }, (_, index) => record('b', -300, `b:${index}`)));
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(3);
  expect(await availableCents(database, 'b')).toBe(100);
});

test('reserves an amount once, captures or releases it, and ignores a second end', async () => {
  await record('c', 1_000, 'c:grant');
  const holds = await Promise.all(Array.from({ length: runs(20) }, (_, index) => hold('c', `order-${index}`, 400)));
  expect(holds.filter(Boolean)).toHaveLength(2);
  const [first = '', second = ''] = holds.flatMap((isHeld, index) => (isHeld ? [`order-${index}`] : []));
  expect(await balanceOf(database, 'c')).toEqual({ cents: 1_000, holdCents: 800 });
  for (const _ of [1, 2])
    await database.transaction(async (transaction) => {
      await closeHolds(transaction, first, 'captured');
      await closeHolds(transaction, second, 'released');
    });
  expect(await balanceOf(database, 'c')).toEqual({ cents: 600, holdCents: 0 });
});
