/** The migration that takes texts about customers out of the activity log, on a database with entries of the release before. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS_FOLDER } from './migration-files.ts';

const MIGRATION = '0033_texts_about_customers.sql';
const ORDER = '11111111-1111-4111-8111-111111111111';
/** An order whose buyer was erased. */
const ERASED = '22222222-2222-4222-8222-222222222222';

let folder: string;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  database = await createTestDatabase({ isEmpty: true });
  for (const name of await readdir(MIGRATIONS_FOLDER))
    if (name.endsWith('.sql') && name < MIGRATION) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name));
  await migrate(database.connectionString, { folder });
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const log = (kind: string, action: string, id: string, after: unknown) =>
  client.query(
    `insert into activity_log (actor_kind, staff_id, actor_name, action, subject_kind, subject_id, market, after) values ('staff', 7, 'Kim', $1, $2, $3, 'AU', $4)`,
    [action, kind, id, JSON.stringify(after)],
  );
const rows = async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows;

const insertOrder = (id: string, email: string) =>
  client.query(
    `with c as (insert into checkouts (token_hash, market, cart_id, expires_at) values ($1, 'AU', gen_random_uuid(), now()) returning id, cart_id)
      insert into orders (id, market, checkout_id, cart_id, cart_version, status, email, details, totals, total_cents, reserved_until, charge_cents)
      select $1::text::uuid, 'AU', id, cart_id, 1, 'Completed', $2, '{}', '{}', 0, now(), 0 from c`,
    [id, email],
  );

test('moves tags and reasons to tables that can be erased, and keeps what is no text', async () => {
  await client.query(`insert into customers (id, subject, email, email_key) values (42, 'sub', 'q@example.com', 'q@example.com')`);
  await insertOrder(ORDER, 'q@example.com');
  await insertOrder(ERASED, '');
  await client.query(
    `insert into order_events (order_id, event, data) values ($1, 'cancelled', '{"reason":"quokka","to":"Cancelled"}'), ($1, 'account_deleted', '{}')`,
    [ERASED],
  );
  await client.query("insert into order_notes (order_id, staff_id, author, text) values ($1, 7, 'Kim', 'quokka')", [ERASED]);
  await log('order', 'order.tagged', ORDER, { added: ['quokka'], removed: [] });
  await log('order', 'order.restored', ORDER, { added: [], removed: ['quokka'] });
  await log('order', 'order.refunded', ORDER, { refundId: 'r', amountCents: 500, reason: 'quokka' });
  await log('order', 'order.noted', ORDER, { text: 'quokka' });
  await log('membership', 'membership.cancelled', 'm', { reason: 'member', why: 'quokka' });
  await log('customer', 'customer.loyalty_excluded', '42', { reason: 'quokka' });
  await log('credit', 'credit.granted', 'AU:42', { amount: 5, note: 'quokka', reason: '' });
  await log('gift_card', 'gift_card.sent', 'g', { recipient: 'q…@quokka.example', sendOn: '' });
  await log('stock', 'stock.adjusted', 'AU-1', { reason: 'broken' });

  await migrate(database.connectionString);
  await log('order', 'order.noted', ORDER, { text: 'quokka of the last release' });

  expect(await rows('select action, after from activity_log order by id')).toEqual([
    { action: 'order.tagged', after: null },
    { action: 'order.restored', after: null },
    { action: 'order.refunded', after: { refundId: 'r', amountCents: 500, fields: ['reason'] } },
    { action: 'order.noted', after: null },
    { action: 'membership.cancelled', after: { reason: 'member', fields: ['why'] } },
    { action: 'customer.loyalty_excluded', after: { fields: ['reason'] } },
    { action: 'credit.granted', after: { amount: 5, fields: ['note'] } },
    { action: 'gift_card.sent', after: { sendOn: '', fields: ['recipient'] } },
    { action: 'stock.adjusted', after: { reason: 'broken' } },
    { action: 'order.noted', after: null },
  ]);
  expect(await rows('select customer_id, market, staff_id, author, text from customer_notes')).toEqual([
    { customer_id: 42, market: 'AU', staff_id: 7, author: 'Kim', text: 'Excluded from the loyalty programme: quokka' },
  ]);
  expect(await rows('select order_id, author, added, removed, is_undo from order_tag_changes order by id')).toEqual([
    { order_id: ORDER, author: 'Kim', added: ['quokka'], removed: [], is_undo: false },
    { order_id: ORDER, author: 'Kim', added: [], removed: ['quokka'], is_undo: true },
  ]);
  expect(await rows('select data from order_events order by id')).toEqual([{ data: { to: 'Cancelled' } }, { data: {} }]);
  expect(await rows('select id from order_notes')).toEqual([]);
  await expect(client.query("update order_events set event = 'x'")).rejects.toThrow('append-only');
  await expect(client.query('delete from order_events')).rejects.toThrow('append-only');
  await expect(client.query("update activity_log set action = 'x'")).rejects.toThrow('append-only');
});
