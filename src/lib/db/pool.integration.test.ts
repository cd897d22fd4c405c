import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { openGate } from '#tests/fixtures/gate.ts';
import { fail } from '../result.ts';
import { type Database, isDatabaseUnavailable, openDatabase, type Transaction } from './pool.ts';

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = openDatabase(opened.connectionString, 4);
  await database.execute({ text: 'create table notes (id integer primary key, said text not null)' });
});
afterAll(async () => {
  await database.close();
  await opened.drop();
});
beforeEach(() => database.execute({ text: 'truncate notes' }));

const note = (id: number, message: string | null = 'x') => ({
  name: 'note',
  text: 'insert into notes values ($1, $2)',
  values: [id, message],
});
const readNotes = async () => (await database.queryMany<{ id: number }>({ text: 'select id from notes order by id' })).map(({ id }) => id);

test('runs statements that nobody awaits in order and commits them with the transaction', async () => {
  const seen = await database.transaction(async (transaction) => {
    transaction.later(note(1));
    const between = await transaction.queryOne<{ count: number }>({ text: 'select count(*) from notes' });
    transaction.later(note(2));
    return between?.count;
  });
  expect([seen, await readNotes()]).toEqual([1, [1, 2]]);
});

test('rolls back a transaction that returns a failure, and returns the failure', async () => {
  const result = await database.transaction(async (transaction) => {
    await transaction.execute(note(1));
    transaction.later(note(2));
    return fail('sold_out');
  });
  expect([result, await readNotes()]).toEqual([fail('sold_out'), []]);
});

test('throws a statement that failed before the failure was returned', async () => {
  const work = database.transaction(async (transaction) => {
    transaction.later(note(1, null));
    return fail('sold_out');
  });
  await expect(work).rejects.toThrow('null value');
  expect(await readNotes()).toEqual([]);
});

const failing = note(1, null);
test.each<[string, (transaction: Transaction) => unknown]>([
  ['at its end', (transaction) => transaction.later(failing)],
  ['with more after it', (transaction) => [failing, note(2)].map((statement) => transaction.later(statement))],
  ['with a read after it', (transaction) => [transaction.later(failing), transaction.queryOne({ text: 'select 1' })][1]],
  ['with its failure swallowed', (transaction) => transaction.execute(failing).catch(() => {})],
])('rolls back the whole transaction if a statement fails %s, with the cause', async (_, fails) => {
  const work = database.transaction(async (transaction) => {
    transaction.later(note(9));
    await fails(transaction);
  });
  await expect(work).rejects.toThrow(/null value in column "said"|could not be committed/);
  expect(await readNotes()).toEqual([]);
  await database.transaction(async (transaction) => transaction.later(note(3)));
  expect(await readNotes()).toEqual([3]);
});

test('keeps work that runs in parallel with a failed statement out of other transactions', async () => {
  let went: Promise<unknown> = Promise.resolve();
  const work = database.transaction(async (transaction) => {
    const beside = async () => {
      await transaction.queryOne({ text: 'select 1 as n' });
      await new Promise((resolve) => setTimeout(resolve, 50));
      await transaction.execute({ text: "insert into notes values (77, 'late')" });
    };
    went = beside();
    went.catch(() => {});
    await transaction.queryOne({ text: 'select nothing from nowhere' });
  });
  await expect(work).rejects.toThrow('nowhere');
  await expect(went).rejects.toThrow('after its transaction had ended');
  expect(await database.queryMany({ text: 'select id from notes where id = 77' })).toEqual([]);
});

test('retries one of two deadlocked transactions, and both succeed', async () => {
  await database.execute({ text: "insert into notes values (1, ''), (2, '')" });
  let met = 0;
  const say = (first: number, second: number, word: string) =>
    database.transaction(async (transaction) => {
      await transaction.execute({ text: 'update notes set said = said || $2 where id = $1', values: [first, word] });
      met += 1;
      while (met < 2) await new Promise((resolve) => setImmediate(resolve));
      transaction.later({ text: 'update notes set said = said || $2 where id = $1', values: [second, word] });
    });
  await Promise.all([say(1, 2, 'a'), say(2, 1, 'b')]);
  const rows = await database.queryMany<{ said: string }>({ text: 'select said from notes' });
  expect(rows.map(({ said }) => [...said].sort().join(''))).toEqual(['ab', 'ab']);
});

test('returns each result to its own caller, next to failing, new and prepared statements', async () => {
  const number = (n: number) => ({ name: `number ${n % 7}`, text: `select $1::int as n, ${n % 7} as kind`, values: [n] });
  const failing = (n: number) => ({ name: `bad ${n % 3}`, text: `select $1::text as t, ${n % 3} as kind`, values: ['\0'] });
  const invalid = { text: 'select nothing from nowhere' };
  const one = async (n: number): Promise<number | string> => {
    if (n % 5 === 0) return database.queryOne(n % 2 === 0 ? failing(n) : invalid).then(String, () => 'refused');
    if (n % 5 === 1)
      return database
        .transaction((transaction) =>
          Promise.all([transaction.queryOne(number(n)), transaction.queryOne(failing(n)), transaction.queryOne(number(n))]),
        )
        .then(String, () => 'refused');
    const read = async (db: Pick<Database, 'queryOne'>) => (await db.queryOne<{ n: number }>(number(n)))?.n ?? 0;
    return n % 5 === 2
      ? database.transaction(async (transaction) => (await Promise.all([read(transaction), read(transaction)]))[1])
      : read(database);
  };
  const all = Array.from({ length: 400 }, (_, n) => n);
  expect(await Promise.all(all.map(one))).toEqual(all.map((n) => (n % 5 < 2 ? 'refused' : n)));
});

test('refuses a replica, on connections of the pool and on others', async () => {
  // Found instead of the function of PostgreSQL.
  await database.execute({ text: 'create schema standby' });
  await database.execute({ text: "create function standby.pg_is_in_recovery() returns boolean language sql as 'select true'" });
  const asReplica = new URL(opened.connectionString);
  asReplica.searchParams.set('options', '-c search_path=standby,pg_catalog');
  const replica = openDatabase(asReplica.href, 1);

  const error = await replica.queryOne({ text: 'select 1' }).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ message: 'The database that answered is a replica.' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  await expect(replica.connect()).rejects.toThrow('is a replica');
  await replica.close();
});

test('a connection that breaks while it is checked does not end the process', async () => {
  // Lets everybody in, and is gone at the first statement.
  const server = createServer((socket) => {
    const isIn = Buffer.concat([Buffer.from('R\0\0\0\b\0\0\0\0'), Buffer.from('Z\0\0\0\u0005I')]);
    socket.once('data', () => socket.write(isIn, () => socket.once('data', () => socket.destroy())));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const broken = openDatabase(`postgres://somebody@127.0.0.1:${port}/shop`, 1);

  await expect(broken.connect()).rejects.toThrow('Connection terminated unexpectedly');
  await expect(broken.queryOne({ text: 'select 1' })).rejects.toThrow('Connection terminated unexpectedly');

  await broken.close();
  server.close();
});

test('closes the connection of a statement that has a time limit of its own', async () => {
  const gate = await openGate(new URL(opened.connectionString));
  const far = Object.assign(new URL(opened.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href;
  const database = openDatabase(far, 1);
  const read = () => database.queryOne<{ one: number }>({ name: 'one', text: 'select 1 as one', timeoutMs: 200 });
  try {
    await read();
    gate.hang(true);
    await expect(read()).rejects.toSatisfy(isDatabaseUnavailable);

    gate.hang(false);
    expect(await read()).toEqual({ one: 1 });
  } finally {
    await gate.close();
    await database.close();
  }
});

test('closes connections whose statements get no answer, and goes on with new ones', async () => {
  const gate = await openGate(new URL(opened.connectionString));
  const far = Object.assign(new URL(opened.connectionString), { hostname: '127.0.0.1', port: String(gate.port) }).href;
  const database = openDatabase(far, 2, { queryTimeoutMs: 1_000 });
  const read = () => database.queryOne<{ one: number }>({ name: 'one', text: 'select 1 as one' });
  try {
    await Promise.all([read(), read()]);
    gate.hang(true);
    const answers = await Promise.allSettled([read(), database.transaction((transaction) => transaction.execute({ text: 'select 2' }))]);

    expect(answers.map((answer) => answer.status === 'rejected' && isDatabaseUnavailable(answer.reason))).toEqual([true, true]);

    gate.hang(false);
    expect(await Promise.all([read(), read()])).toEqual([{ one: 1 }, { one: 1 }]);
  } finally {
    await gate.close();
    await database.close();
  }
});
