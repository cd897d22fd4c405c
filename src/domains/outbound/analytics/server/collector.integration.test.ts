import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { COLLECTOR_LIMITS } from '../model/collected-event.ts';
import { serveCollector } from './collector.ts';
import { eventData, eventStore, purgeEvents } from './event.repository.ts';
import { forwardEvents } from './forward-events.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
const DAILY_BYTES = 1_500_000;
const app = Fastify();
const UA = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const BASIC = `Basic ${Buffer.from('key:').toString('base64')}`;

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connectionString, 4);
  serveCollector(app, {
    store: eventStore(database, { isForwarded: () => true, dailyBytes: DAILY_BYTES }),
    writeKey: 'key',
    marketOf: () => 'AU',
    isAllowedOrigin: () => true,
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await own.drop();
});

const post = (url: string, payload: unknown, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain', authorization: BASIC, 'user-agent': UA, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const readEvents = (anonymousId: string) =>
  database.queryMany<{ type: string; name: string | null; event: Record<string, unknown> }>({
    text: 'select type, name, event from analytics_events where anonymous_id = $1 order by name',
    values: [anonymousId],
  });
const event = (anonymousId: string, more: object = {}) => ({ type: 'track', event: 'Coupon Applied', anonymousId, ...more });

describe('every path of the protocol [ANA-1, ANA-2]', () => {
  const long = { t: 'track', p: 'page', i: 'identify', g: 'group', a: 'alias', s: 'screen' } as const;
  test.each(Object.entries(long).flatMap(([short, name]) => [short, name].map((path) => ({ path, name }))))(
    'stores a $name of /v1/$path',
    async ({ path, name }) => {
      const response = await post(`/v1/${path}`, { event: 'Search', anonymousId: `visitor ${path}`, writeKey: 'key' });
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
      expect(await readEvents(`visitor ${path}`)).toMatchObject([{ type: name }]);
    },
  );

  test.each(['/v1/b', '/v1/batch', '/v1/import'])('%s stores a batch, as text and as JSON', async (url) => {
    for (const type of ['text/plain', 'application/json'])
      expect((await post(url, { batch: [event(`${url} ${type}`)] }, { 'content-type': type })).statusCode).toBe(200);
    expect(await readEvents(`${url} text/plain`)).toHaveLength(1);
    expect(await readEvents(`${url} application/json`)).toHaveLength(1);
  });

  test('accepts and discards the library’s own metrics', async () => {
    expect((await post('/v1/m', { series: [] })).statusCode).toBe(200);
  });
});

describe('rejected events', () => {
  const big = 'x'.repeat(COLLECTOR_LIMITS.event);
  test.each([
    ['another key', '/v1/t', event('no'), { authorization: 'Basic bm86' }, 401],
    ['no key', '/v1/t', event('no'), { authorization: '' }, 401],
    ['no JSON', '/v1/t', '{', {}, 400],
    ['a list', '/v1/t', [], {}, 400],
    ['nobody', '/v1/t', { event: 'Search' }, {}, 400],
    ['no name', '/v1/t', { anonymousId: 'no' }, {}, 400],
    ['no batch', '/v1/b', { batch: 3 }, {}, 400],
    ['more than 32 KB', '/v1/t', event('no', { properties: { big } }), {}, 413],
    ['more than 500 KB', '/v1/b', { batch: Array.from({ length: 20 }, () => event('no', { properties: { big } })) }, {}, 413],
  ] as const)('%s', async (_name, url, body, headers, status) => {
    expect((await post(url, body, headers)).statusCode).toBe(status);
    expect(await readEvents('no')).toEqual([]);
  });

  test('answers a bot without counting it', async () => {
    const response = await post('/v1/t', event('bot'), { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    expect([response.statusCode, await readEvents('bot')]).toEqual([200, []]);
  });
});

test('stores the valid events of a batch, without values that cannot be stored', async () => {
  const batch = [
    event('mixed', { properties: { words: 'a\0b\ud800' } }),
    { type: 'nonsense' },
    7,
    event('mixed', { properties: { big: 'x'.repeat(40_000) } }),
  ];
  expect((await post('/v1/b', { batch })).statusCode).toBe(200);
  expect((await readEvents('mixed')).map((row) => row.event.properties)).toEqual([{ words: 'ab\ufffd' }]);
});

test('counts a repeated event once, whichever time it has within a day', async () => {
  const twice = event('twice', { messageId: 'm-1', timestamp: new Date().toISOString() });
  await Promise.all([post('/v1/t', twice), post('/v1/b', { batch: [twice, twice] })]);
  expect(await readEvents('twice')).toHaveLength(1);
});

test('does not store the sender’s IP address', async () => {
  await post('/v1/t', event('ip', { context: { ip: '203.0.113.9', locale: 'en-AU' } }));
  expect((await readEvents('ip'))[0]?.event.context).toEqual({ locale: 'en-AU' });
});

test('drops partitions older than the retention time, and a deleted customer’s events', async () => {
  await database.execute({ text: "select create_event_partition('2020-01-01')" });
  expect(await purgeEvents(database, 395)).toBe(1);
  await post('/v1/i', { userId: 'auth|1', traits: {} });
  const person = { id: 1, subject: 'auth|1', email: 'x@example.com' };
  expect(await eventData.read(database, person)).toHaveLength(1);
  await database.transaction((transaction) => eventData.erase(transaction, person));
  expect(await eventData.read(database, person)).toEqual([]);
});

test('forwards each event again until the service has accepted it', async () => {
  const service = Fastify();
  const statuses = [500, 200];
  const bodies: { batch: { messageId: string }[] }[] = [];
  service.post('/v1/batch', async (request, reply) => {
    bodies.push(request.body as (typeof bodies)[number]);
    return reply.code(statuses[bodies.length - 1] ?? 200).send({ success: true });
  });
  const host = await service.listen({ port: 0, host: '127.0.0.1' });
  await database.execute({ text: 'update analytics_events set forward_at = null' });
  await post('/v1/t', event('sent on', { messageId: 'm-9' }));
  expect(await forwardEvents(database, { writeKey: 'theirs', host })).toBe(0);
  expect(await forwardEvents(database, { writeKey: 'theirs', host })).toBe(0);
  await database.execute({ text: 'update analytics_events set forward_at = now() where forward_at is not null' });
  expect(await forwardEvents(database, { writeKey: 'theirs', host })).toBe(1);
  expect(bodies.map(({ batch }) => batch.map(({ messageId }) => messageId))).toEqual([['m-9'], ['m-9']]);
  expect(await forwardEvents(database, { writeKey: 'theirs', host })).toBe(0);
  await service.close();
});

describe('limits of a client', () => {
  const QUOTA = { perMinute: 5_000, perDay: 8_000 };
  let second: Database;
  /** Two processes, and the first one after a restart. */
  let processes: readonly FastifyInstance[];
  const collectorOn = (on: Database): FastifyInstance => {
    const instance = Fastify();
    serveCollector(instance, {
      store: eventStore(on, { isForwarded: () => false, dailyBytes: 10_000_000, quota: QUOTA }),
      writeKey: 'key',
      marketOf: () => 'AU',
      isAllowedOrigin: () => true,
    });
    return instance;
  };
  const from = async (remoteAddress: string, on: number, size = 3_000) => {
    const { statusCode, headers } = (await processes[on]?.inject({
      method: 'POST',
      url: '/v1/t',
      remoteAddress,
      headers: { authorization: BASIC, 'user-agent': UA },
      payload: JSON.stringify(event(remoteAddress, { properties: { words: 'x'.repeat(size) } })),
    })) ?? { statusCode: 0, headers: {} };
    return { status: statusCode, wait: Number(headers['retry-after'] ?? 0) };
  };
  const endWindows = (kind: string) =>
    database.execute({ text: 'update rate_limit_counters set window_ends_at = now() where kind = $1', values: [`event_bytes_by_${kind}`] });

  beforeAll(() => {
    second = openDatabase(own.connectionString, 2);
    processes = [collectorOn(database), collectorOn(second), collectorOn(database)];
  });
  afterAll(async () => {
    for (const instance of processes) await instance.close();
    await second.close();
  });

  test('are shared by all processes, and last over a restart', async () => {
    expect(await from('2001:db8::1', 0)).toEqual({ status: 200, wait: 0 });
    const refused = [await from('2001:db8::2', 1), await from('2001:db8::3', 2)];

    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    for (const { wait } of refused) expect(wait).toSatisfy((seconds: number) => seconds > 50 && seconds <= 60);
    expect(await readEvents('2001:db8::2')).toEqual([]);
    // Another network, at the same time.
    expect((await Promise.all([from('2001:db8::1', 0, 1_200), from('2001:db8:0:1::1', 0)])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
  });

  test('end after a minute and after a day', async () => {
    await endWindows('minute');
    expect(await from('198.51.100.7', 0)).toMatchObject({ status: 200 });
    await endWindows('minute');
    expect(await from('198.51.100.7', 0)).toMatchObject({ status: 200 });
    await endWindows('minute');
    const refused = await from('198.51.100.7', 1);
    expect(refused.status).toBe(429);
    expect(refused.wait).toSatisfy((seconds: number) => seconds > 86_000 && seconds <= 86_400);
    await endWindows('day');
    await endWindows('minute');
    expect(await from('198.51.100.7', 0)).toMatchObject({ status: 200 });
  });

  test('refuse one client of several whose events are written together', async () => {
    const both = await Promise.all([from('198.51.100.8', 0, 6_000), from('198.51.100.9', 0)]);

    expect(both.map(({ status }) => status)).toEqual([429, 200]);
    expect([await readEvents('198.51.100.8'), await readEvents('198.51.100.9')].map((rows) => rows.length)).toEqual([0, 1]);
    // The process answers for a minute without asking the database.
    expect(await from('198.51.100.8', 0, 10)).toMatchObject({ status: 429 });
    expect(await from('198.51.100.8', 1, 10)).toMatchObject({ status: 200 });
  });
});

test('accepts no more events per day than the cap over all clients', async () => {
  await database.execute({ text: 'delete from analytics_volume' });
  const batch = () =>
    post('/v1/b', { batch: Array.from({ length: 16 }, () => event('cap', { properties: { words: 'x'.repeat(30_000) } })) });

  const statuses = [(await batch()).statusCode, (await batch()).statusCode, (await batch()).statusCode, (await batch()).statusCode];

  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await readEvents('cap')).toHaveLength(48);
});
