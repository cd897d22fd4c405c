/** The shop as a database role that cannot change the schema, which `npm run cli -- migrate --grant` sets up. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStore, purgeEvents } from '#domains/outbound/analytics/server/event.repository.ts';
import { listRuns } from '#domains/system/server/job-run.repository.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { readConfig } from '#lib/server/config.ts';
import { QUEUES } from '#server/jobs/scheduler.ts';
import { openDataStore } from '#server/open-database.ts';
import { loadSampleIfEmpty } from '#server/sample-shop.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import { createTestDatabase, createTestRole, type TestRole } from '#tests/fixtures/database.ts';
import { readGuideCommand } from '#tests/fixtures/guide-blocks.ts';
import { createImporter, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REFUSED = /permission denied|must be owner/;

let role: TestRole;
let owner: Database;
let shop: TestShop;

/** Runs the command of the guide, with another name for the user of the shop. */
async function grant(name: string, by = owner.connectionString) {
  const [command = '', ...rest] = await readGuideCommand('run-in-production', 'migrate --grant');
  const words = rest.map((word) => (word === 'cellardoor' ? name : word));
  return runCommand({ config: readConfig({ DATABASE_URL: by }), database: owner }, command, words);
}

beforeAll(async () => {
  role = await createTestRole();
  shop = await createTestShop({}, ROOT, {}, async () => {
    const own = await createTestDatabase();
    owner = openDatabase(own.connectionString, 2);
    expect((await grant(role.name)).stderr).toMatch(/Applied the queue .*can run the shop, and cannot change the schema\.$/s);
    return {
      connectionString: role.on(own.connectionString),
      async drop() {
        await owner.close();
        await own.drop();
        await role.drop();
      },
    };
  });
}, 60_000);
afterAll(() => shop?.stop());

const run = (text: string) => shop.database.execute({ text });

test('a web process finds nothing missing, and before the rights are granted says that they are', async () => {
  const open = (connectionString: string) =>
    openDataStore(readConfig({ DATABASE_URL: connectionString, SHOP_ROLE: 'web', MIGRATION_WAIT_SECONDS: '0' }), () => {});
  const other = await createTestRole();

  await (await open(shop.connectionString)).close();
  await expect(open(other.on(owner.connectionString))).rejects.toThrow(
    'The database lacks rights for the user of DATABASE_URL (migrate --grant), which this release needs.',
  );
  await other.drop();
});

test('the role may use every schema', async () => {
  expect(
    await shop.database.queryMany({
      text: "select nspname from pg_namespace where nspname !~ '^pg_(toast|temp)' and not has_schema_privilege(oid, 'usage')",
    }),
  ).toEqual([]);
});

test('imports the sample with customers and their numbers, sells, and sends the receipt', async () => {
  await loadSampleIfEmpty(shop.database, ROOT, () => {});
  await shop.stock({ offerId: 'own', productId: 900_001, level: 10 });

  await paidOrder(shop, [900_001]);

  const subjects = async () => (await readMailbox(shop.database, 20)).map(({ subject }) => subject).join();
  await expect.poll(subjects, { timeout: 10_000 }).toMatch(/order/i);
}, 60_000);

test('imports a file in the office', async () => {
  const buyer = await signInAs(shop, await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'] }));
  const importer = createImporter(shop.database, buyer);

  const done = await importer.start(await importer.compare(await importer.upload('list.csv', wineListOf(listedWine(1), listedWine(2)))));

  expect(done.state).toBe('done');
  expect((await importer.undo(done)).state).toBe('undone');
});

test('runs every scheduled job', async () => {
  await shop.database.transaction(async (transaction) => {
    for (const name of QUEUES.scheduled) await shop.running.services.jobs.queue(transaction, name, {});
  });
  const outcomes = async () =>
    (await listRuns(shop.database))
      .filter(({ name, finishedAt }) => QUEUES.scheduled.includes(name) && finishedAt !== null)
      .map(({ name, error }) => `${name} ${error}`.trim())
      .toSorted();

  await expect.poll(outcomes, { timeout: 60_000, interval: 500 }).toEqual(QUEUES.scheduled.toSorted());
  const polled = (await listRuns(shop.database)).filter(({ error }) => error !== '');
  expect(polled).toEqual([]);
}, 90_000);

test('stores events in partitions that the owner has, and drops old ones', async () => {
  const event = { day: '2020-02-03', messageId: 'm', type: 'track' as const, name: 'n', anonymousId: 'a', userId: null };
  const store = eventStore(shop.database, { isForwarded: () => false, dailyBytes: 10_000 });
  await store.save('AU', [{ ...event, happenedAt: '2020-02-03T00:00:00Z', event: {} }], { client: '127.0.0.1', bytes: 100 });

  expect(await shop.database.queryMany({ text: "select day::text from analytics_events where message_id = 'm'" })).toEqual([
    { day: '2020-02-03' },
  ]);
  expect(await purgeEvents(shop.database, 395)).toBe(1);
});

test.each([
  'create table mine (id integer)',
  'create schema mine',
  'alter table orders add column mine integer',
  'drop table orders',
  'truncate orders',
  'create index mine on orders (email)',
  "create table analytics_events_mine partition of analytics_events for values from ('2031-01-01') to ('2031-01-02')",
  'create table pgboss.mine (id integer)',
  "select pgboss.create_queue('mine', '{}')",
  "insert into migration (name, checksum) values ('9999_mine.sql', '')",
  'alter function create_event_partition(date) security invoker',
  'create function mine() returns integer language sql as $$ select 1 $$',
  'alter table orders disable trigger all',
])('may not run: %s', async (statement) => {
  await expect(run(statement)).rejects.toThrow(REFUSED);
});

test('may use the tables of later migrations, and not change them', async () => {
  await owner.execute({ text: 'create table later_table (id integer generated always as identity, name text)' });

  await run("insert into later_table (name) values ('one')");

  await expect(run('drop table later_table')).rejects.toThrow(REFUSED);
});

test('loses rights to change the schema that it had', async () => {
  const database = new URL(owner.connectionString).pathname.slice(1);
  await owner.execute({ text: `grant create on schema public to ${role.name}` });
  await owner.execute({ text: `grant create on database ${database} to ${role.name}` });
  await owner.execute({ text: `grant truncate on orders to ${role.name}` });

  await grant(role.name);

  await expect(run('create table mine (id integer)')).rejects.toThrow(REFUSED);
  await expect(run('create schema mine')).rejects.toThrow(REFUSED);
  await expect(run('truncate orders')).rejects.toThrow(REFUSED);
});

describe('rights are not granted by a superuser', () => {
  let superuser: TestRole;
  let admin: Database;
  let other: TestRole;
  const grantAsSuperuser = (name: string) => grant(name, superuser.on(owner.connectionString));
  beforeAll(async () => {
    superuser = await createTestRole('SUPERUSER');
    other = await createTestRole();
    admin = openDatabase(superuser.on(owner.connectionString), 1);
  });
  afterAll(async () => {
    await admin.close();
    await other.drop();
    await superuser.drop();
  });

  test('to a missing role', async () => {
    await expect(grantAsSuperuser('nobody of this name')).rejects.toThrow('There is no database role nobody of this name. Create it');
  });

  test('to a superuser', async () => {
    await expect(grantAsSuperuser('postgres')).rejects.toThrow(
      'The role postgres could change the schema: it is a superuser. Nothing was granted.',
    );
  });

  test('to the role that owns the database', async () => {
    await expect(grantAsSuperuser('cellardoor')).rejects.toThrow('The role cellardoor could change the schema: it owns the database');
  });

  test.each([
    {
      to: 'a member of the owner',
      change: 'grant cellardoor to',
      undo: 'revoke cellardoor from',
      what: 'it is a member of cellardoor, which owns the database',
    },
    { to: 'the owner of a table', change: 'alter table favourites owner to', undo: null, what: 'it owns favourites' },
    {
      to: 'a member of a role that writes files',
      change: 'grant pg_write_server_files to',
      undo: 'revoke pg_write_server_files from',
      what: 'it is a member of pg_write_server_files',
    },
  ])('to $to', async ({ change, undo, what }) => {
    await admin.execute({ text: `${change} ${other.name}` });

    await expect(grantAsSuperuser(other.name)).rejects.toThrow(what);

    await admin.execute({ text: undo === null ? 'alter table favourites owner to cellardoor' : `${undo} ${other.name}` });
  });

  test('to a role that has rights by another one or may create roles, and nothing is granted', async () => {
    const group = await createTestRole('CREATEROLE');
    const member = await createTestRole('CREATEROLE');
    await admin.execute({ text: `grant create on schema public to ${group.name}` });
    await admin.execute({ text: `grant truncate on orders to ${group.name}` });
    await admin.execute({ text: `grant ${group.name} to ${member.name}` });

    await expect(grantAsSuperuser(member.name)).rejects.toThrow(
      'it may create roles (createrole), it may create tables in the schema public, it may truncate or add triggers to orders.',
    );

    expect(await admin.queryOne({ text: `select has_table_privilege('${member.name}', 'orders', 'select') as granted` })).toEqual({
      granted: false,
    });
    await admin.execute({ text: `drop owned by ${group.name}` });
    await member.drop();
    await group.drop();
  });
});
