/** Processes that do not migrate: they wait until `npm run cli -- migrate` has. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/pool.ts';
import { readConfig } from '#lib/server/config.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { openDataStore } from '#server/open-database.ts';
import { startWaitingServer } from '#server/waiting-server.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { openGate } from '#tests/fixtures/gate.ts';

let empty: TestDatabase;
beforeEach(async () => {
  empty = await createTestDatabase({ isEmpty: true });
});
afterEach(() => empty.drop());

const configOf = (env: Readonly<Record<string, string>>) => readConfig({ DATABASE_URL: empty.connectionString, ...env });
/** Runs the command. It opens its own connection. */
const runMigrate = (options = {}) =>
  runCommand({ config: configOf({}), database: openDatabase(empty.connectionString, 1) }, 'migrate', [], options);
const open = (env: Readonly<Record<string, string>>) => openDataStore(configOf({ MIGRATION_WAIT_SECONDS: '0', ...env }), () => {});

test.each([
  ['SHOP_ROLE', 'web'],
  ['SHOP_ROLE', 'worker'],
  ['MIGRATION_DATABASE_URL', 'postgres://owner@localhost/shop'],
])('with %s=%s an older schema is refused with the command that helps', async (name, value) => {
  await expect(open({ [name]: value })).rejects.toThrow(
    /^The database lacks 0001_schema\.sql and \d+ more, which this release needs\. Apply it as the owner of the database: npm run cli -- migrate$/,
  );
});

test('answers that it is not ready, and why, until the schema is migrated', async () => {
  const port = await freePort();
  const config = configOf({ SHOP_ROLE: 'web', PORT: String(port) });
  const lines: string[] = [];
  const probe = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, body: await response.json() };
  };

  const opening = openDataStore(config, (line) => lines.push(line), { whileWaiting: (reason) => startWaitingServer(config, reason) });
  await expect.poll(() => lines).toEqual([expect.stringMatching(/^The database lacks .* Waiting up to 60 s until it is migrated\.$/)]);
  await expect.poll(() => probe('/healthz').catch(() => null)).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await probe('/readyz')).toEqual({ status: 503, body: { status: 'not ready', database: false, reason: lines[0] } });
  const { code, stderr, changes } = await runMigrate();
  const store = await opening;
  await store.close();

  expect(code).toBe(0);
  expect(stderr).toContain('Applied 0001_schema.sql.');
  expect(changes).toEqual(['migrate']);
  await expect(probe('/healthz')).rejects.toThrow();
});

test('stops waiting when the process is stopped', async () => {
  const stopping = new AbortController();
  const opening = openDataStore(configOf({ SHOP_ROLE: 'worker' }), () => stopping.abort(), { signal: stopping.signal });

  await expect(opening).rejects.toThrow('The database lacks');
});

test('waits for a database that does not answer yet, as when both are started at once', async () => {
  await runMigrate();
  const gate = await openGate(new URL(empty.connectionString));
  await gate.close();
  const behind = Object.assign(new URL(empty.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href;
  const config = readConfig({ DATABASE_URL: behind, SHOP_ROLE: 'web' });
  const lines: string[] = [];

  const opening = openDataStore(config, (line) => lines.push(line));
  await expect
    .poll(() => lines)
    .toEqual([expect.stringMatching(/^The database can’t be reached\. Waiting up to 60 s until it answers\. \S/)]);
  await gate.open();
  const store = await opening;
  await store.close();
  await gate.close();

  await expect(openDataStore(config, () => {}, { shareRunning: true })).rejects.toThrow('ECONNREFUSED');
});

test('waits while a former leader answers that has become a replica', async () => {
  const database = openDatabase(empty.connectionString, 1);
  // Found instead of the function of PostgreSQL.
  await database.execute({ text: 'create schema standby' });
  await database.execute({ text: "create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'" });
  await database.close();
  const onReplica = Object.assign(new URL(empty.connectionString), {
    search: `?options=${encodeURIComponent('-c search_path=standby,pg_catalog')}`,
  });
  const stopping = new AbortController();
  const lines: string[] = [];

  const opening = openDataStore(
    readConfig({ DATABASE_URL: onReplica.href, SHOP_ROLE: 'web' }),
    (line) => {
      lines.push(line);
      stopping.abort();
    },
    { signal: stopping.signal },
  );

  await expect(opening).rejects.toThrow('is a replica');
  expect(lines).toEqual([expect.stringMatching(/^The database can’t be reached\. Waiting up to 60 s/)]);
});

test('a schema of a later release is new enough, and commands do not wait', async () => {
  await runMigrate();
  const store = await open({ SHOP_ROLE: 'web' });
  await store.database.execute({ text: "insert into migration (name, checksum) values ('9999_later.sql', '')" });
  await store.close();

  await (await open({ SHOP_ROLE: 'web' })).close();

  expect((await runMigrate()).stderr).toBe('The schema is up to date.');
});

test('a dry run lists what would be applied, and changes nothing', async () => {
  const { stderr, changes } = await runMigrate({ 'dry-run': true });

  expect(stderr).toContain('Would apply 0001_schema.sql.');
  expect(changes).toEqual([]);
  await expect(open({ SHOP_ROLE: 'web' })).rejects.toThrow('The database lacks 0001_schema.sql');
});
