import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { todayIn } from '#markets/market-day.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { addDays } from '../model/date-range.ts';
import { countMissedVisits, countRecentVisits, LATE_DAYS } from './count-visits.ts';

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = openDatabase(opened.connectionString, 2);
});
afterAll(async () => {
  await database.close();
  await opened.drop();
});

const today = todayIn('AU', new Date());

/** Adds a visit at noon of a day. */
async function visit(ago: number): Promise<void> {
  const day = addDays(today, -ago);
  await database.execute({ text: 'select create_event_partition($1::date)', values: [day] });
  await database.execute({
    text: `insert into analytics_events (day, message_id, type, name, anonymous_id, market, happened_at, event)
      values ($1::date, $2, 'track', 'Product Viewed', $2, 'AU', ($1::date + time '12:00') at time zone 'Australia/Melbourne', '{}')`,
    values: [day, randomUUID()],
  });
}
const visitsOf = async (ago: number) =>
  (
    await database.queryOne<{ visits: number }>({
      text: "select visits from visit_days where market = 'AU' and day = $1::date",
      values: [addDays(today, -ago)],
    })
  )?.visits;

test('counts days that were missed once, and late visits of the last days again', async () => {
  for (const ago of [0, 1, 5, 20]) await visit(ago);
  await countRecentVisits(database, 1);
  expect([await visitsOf(0), await visitsOf(1)]).toEqual([1, undefined]);

  await countMissedVisits(database, 30);
  expect(await Promise.all([1, 5, 20].map(visitsOf))).toEqual([1, 1, 1]);

  for (const ago of [1, 5, 20]) await visit(ago);
  await countMissedVisits(database, 30);
  await countRecentVisits(database, 2);
  expect(await Promise.all([1, 5, 20].map(visitsOf))).toEqual([2, 1, 1]);

  await countRecentVisits(database, LATE_DAYS);
  expect(await Promise.all([1, 5, 20].map(visitsOf))).toEqual([2, 2, 1]);
});
