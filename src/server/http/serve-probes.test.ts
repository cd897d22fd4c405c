import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import type { Statement } from '#lib/db/pool.ts';
import { createDatabaseCheck, mayReadMetrics, serveProbes, waitForLists } from './serve-probes.ts';

const TOKEN = 'a-token-of-sixteen';

test.each([
  { name: 'this machine', ip: '127.0.0.1', headers: {}, token: undefined, may: true },
  { name: 'this machine, by IPv6', ip: '::1', headers: {}, token: undefined, may: true },
  { name: 'another machine', ip: '10.0.0.7', headers: {}, token: undefined, may: false },
  { name: 'a proxy on this machine', ip: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' }, token: undefined, may: false },
  { name: 'a proxy that writes Forwarded', ip: '127.0.0.1', headers: { forwarded: 'for=203.0.113.9' }, token: undefined, may: false },
  { name: 'the token', ip: '203.0.113.9', headers: { authorization: `Bearer ${TOKEN}` }, token: TOKEN, may: true },
  { name: 'another token', ip: '127.0.0.1', headers: { authorization: 'Bearer nonsense' }, token: TOKEN, may: false },
  { name: 'this machine without the token', ip: '127.0.0.1', headers: {}, token: TOKEN, may: false },
])('$name', ({ ip, headers, token, may }) => {
  expect(mayReadMetrics({ ip, headers }, token)).toBe(may);
});

test.each([
  { name: 'role web, while they are built', role: 'web', isPreparing: true, seconds: 119, waits: true },
  { name: 'role web, once they are built or the build failed', role: 'web', isPreparing: false, seconds: 0, waits: false },
  { name: 'role web, after two minutes', role: 'web', isPreparing: true, seconds: 120, waits: false },
  { name: 'role all', role: 'all', isPreparing: true, seconds: 0, waits: false },
] as const)('a process waits for its lists: $name: $waits', ({ role, isPreparing, seconds, waits }) => {
  let now = 5_000;
  const isWaiting = waitForLists(role, { isPreparing }, () => now);

  now += seconds * 1_000;

  expect(isWaiting()).toBe(waits);
});

describe('a process and its database', () => {
  let now = 0;
  const answers: (() => Promise<boolean>)[] = [];
  const open = () => {
    now = 1_000_000;
    return createDatabaseCheck(
      () => answers.shift()?.() ?? Promise.reject(new Error('unavailable')),
      () => now,
      10,
    );
  };
  const migrated = async () => true;
  const empty = async () => false;

  test('stays ready for a minute without its database, and is ready again with it', async () => {
    const check = open();
    answers.push(migrated);
    expect(await check()).toEqual({ isMigrated: true, isUsable: true });

    now += 59_999;
    expect(await check()).toEqual({ isMigrated: false, isUsable: true });
    now += 1;
    expect(await check()).toEqual({ isMigrated: false, isUsable: false });

    answers.push(migrated);
    expect(await check()).toEqual({ isMigrated: true, isUsable: true });
  });

  test('is unready at once, and stays so, when the database has no schema', async () => {
    const check = open();
    answers.push(migrated, empty);
    await check();
    expect(await check()).toEqual({ isMigrated: false, isUsable: false });
    expect(await check()).toEqual({ isMigrated: false, isUsable: false });
  });

  test('is answered while the database hangs, which is asked once at a time', async () => {
    const hanging = Promise.withResolvers<boolean>();
    const query = vi.fn(() => hanging.promise);
    const check = createDatabaseCheck(query, () => now, 10);

    const unavailable = { isMigrated: false, isUsable: true };
    expect(await Promise.all([check(), check()])).toEqual([unavailable, unavailable]);
    expect(await check()).toEqual(unavailable);
    expect(query).toHaveBeenCalledTimes(1);

    hanging.reject(new Error('Query read timeout'));
    await setImmediate();
    query.mockResolvedValue(true);
    expect(await check()).toEqual({ isMigrated: true, isUsable: true });
  });

  test('counts an answer that came after the probe was answered, from the moment when it came', async () => {
    const late = Promise.withResolvers<boolean>();
    const check = open();
    answers.push(() => late.promise);
    now += 60_000;
    expect(await check()).toEqual({ isMigrated: false, isUsable: false });

    now += 5_000;
    late.resolve(true);
    await setImmediate();

    expect(await check()).toEqual({ isMigrated: false, isUsable: true });
    now += 59_999;
    expect(await check()).toEqual({ isMigrated: false, isUsable: true });
  });
});

/** The probes of a process with a database that hangs. */
function serve(isStopping: boolean) {
  const app = fastify();
  const statements: Statement[] = [];
  const hang = (statement: Statement): Promise<never> => {
    statements.push(statement);
    return new Promise(() => {});
  };
  serveProbes(app, {
    database: { queryOne: hang, queryMany: hang, execute: hang },
    readMetrics: async () => [],
    token: undefined,
    isStopping: () => isStopping,
    details: () => ({}),
  });
  return { app, statements };
}

test('a probe is answered while the database hangs, whose connection is closed, sooner than load balancers give up', async () => {
  const { app, statements } = serve(false);

  const { statusCode, body } = await app.inject('/readyz');

  expect([statusCode, JSON.parse(body)]).toEqual([200, { status: 'ready', database: false }]);
  expect(statements.map(({ timeoutMs }) => timeoutMs)).toEqual([2_000]);
  // `timeout check` of deploy/haproxy/haproxy.cfg.
}, 5_000);

test('a process that stops is unready', async () => {
  const { statusCode, body } = await serve(true).app.inject('/readyz');

  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'stopping', database: false }]);
});
