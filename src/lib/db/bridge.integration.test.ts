import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createDatabaseBeforeSquash } from '#tests/fixtures/database-before-squash.ts';
import { MigrationError, migrate } from './migrate.ts';
import { MIGRATIONS_FOLDER } from './migration-files.ts';

let old: TestDatabase;

beforeEach(async () => {
  old = await createDatabaseBeforeSquash();
});
afterEach(() => old.drop());

async function query<Row extends pg.QueryResultRow>(sql: string, connectionString = old.connectionString): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const result = await client.query<Row>(sql);
    return Array.isArray(result) ? [] : result.rows;
  } finally {
    await client.end();
  }
}

/** Leaves out partitions, which change daily. */
const DESCRIPTION = `
  with tables as (select c.oid, c.oid::regclass::text as name, c.relkind, c.reloptions, pg_get_partkeydef(c.oid) as partition_key from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace in ('public'::regnamespace, 'sandbox_gateway'::regnamespace))
  select format('table %s %s %s %s', name, relkind, reloptions, partition_key) as line from tables
  union all select format('column %s.%s %s %s %s %s %s', t.name, a.attname, rank() over (partition by t.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity::text || a.attstorage::text, pg_get_expr(d.adbin, d.adrelid))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  union all select format('constraint %s.%s %s', t.name, k.conname, pg_get_constraintdef(k.oid)) from tables t join pg_constraint k on k.conrelid = t.oid
  union all select format('index %s', pg_get_indexdef(x.indexrelid)) from tables t join pg_index x on x.indrelid = t.oid
  union all select format('trigger %s', pg_get_triggerdef(g.oid)) from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
  union all select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all select format('sequence %s %s %s', q.sequencename, q.data_type, q.start_value) from pg_sequences q where q.schemaname in ('public', 'sandbox_gateway')
  order by 1`;

/** Describes the tables, constraints, indexes, triggers, functions and sequences of a database, a line each. */
const describeSchema = async (connectionString: string): Promise<readonly string[]> =>
  (await query<{ line: string }>(DESCRIPTION, connectionString)).map(({ line }) => line);

describe('the bridge from the last release with numbered migrations', () => {
  test('ends at the schema of a new database', async () => {
    const fresh = await createTestDatabase();

    await migrate(old.connectionString);

    expect(await describeSchema(old.connectionString)).toEqual(await describeSchema(fresh.connectionString));
    await fresh.drop();
  });

  test('keeps orders, carts, balances, idempotency keys, sessions and waiting jobs', async () => {
    const counts = (tables: readonly string[]) => query(`select ${tables.map((name) => `(select count(*)::int from ${name})`).join(', ')}`);
    const same = ['orders', 'order_lines', 'order_events', 'carts', 'ledger_entries', 'idempotency_keys', 'customers', 'pgboss.job'];
    const before = await counts([...same, 'reservations', 'sign_ins', 'stock']);

    await migrate(old.connectionString);

    const after = await counts([...same, 'stock_reservations', 'sessions', 'stock_levels']);
    expect(after.map((row) => Object.values(row))).toEqual(before.map((row) => Object.values(row)));
  });

  test('renames the states of reservations, holds and webhooks', async () => {
    await migrate(old.connectionString);

    const states = (table: string) => query(`select state, count(*)::int from ${table} group by state order by state`);
    expect(await states('stock_reservations')).toEqual([
      { state: 'active', count: 2 },
      { state: 'committed', count: 4 },
      { state: 'released', count: 1 },
    ]);
    expect(await states('promotion_redemptions')).toEqual([
      { state: 'active', count: 1 },
      { state: 'committed', count: 1 },
    ]);
    expect(await states('ledger_holds')).toEqual([
      { state: 'active', count: 1 },
      { state: 'captured', count: 1 },
    ]);
    expect(await states('webhook_deliveries')).toEqual([
      { state: 'failed', count: 1 },
      { state: 'pending', count: 3 },
    ]);
  });

  test('is crossed once, by processes that start together too', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(old.connectionString)));

    const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    expect(await query('select name from migration order by name')).toEqual(files.map((name) => ({ name })));
  });

  test('refuses an older database, unchanged, and names the release to start first', async () => {
    await query("delete from migration where name = '0107_offer_addresses.sql'");

    const upgrade = migrate(old.connectionString);

    await expect(upgrade).rejects.toThrow(MigrationError);
    await expect(upgrade).rejects.toThrow(
      'This database is older than release 0.1.0: 0107_offer_addresses.sql was not applied. Start release 0.1.0 on it once, then this one.',
    );
    expect(await query("select to_regclass('stock')::text as stock")).toEqual([{ stock: 'stock' }]);
  });

  test('refuses a database with migrations that the release does not have', async () => {
    await query("insert into migration (name, checksum) values ('0999_mine.sql', '')");

    await expect(migrate(old.connectionString)).rejects.toThrow('has the migration 0999_mine.sql, which release 0.1.0 does not have');
  });
});
