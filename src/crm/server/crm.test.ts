import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../dev/testing/database.ts';
import { readConfig } from '../../platform/server/config.ts';
import { type Database, openDatabase } from '../../platform/server/database/pool.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { contactReader } from './hubspot.ts';
import { sendContacts } from './send-contacts.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let host: string;
let status = 200;
const asked: { url: string; token: string; body: unknown }[] = [];
const crm = Fastify();

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connectionString, 4);
  crm.all('/*', async (request, reply) => {
    asked.push({ url: request.url, token: request.headers.authorization ?? '', body: request.body });
    const contact = { id: '7', properties: { loyalty_tier: 'Gold', email: null }, createdAt: 'then', updatedAt: 'now', archived: false };
    return reply.code(status).send(request.method === 'GET' ? contact : { results: [] });
  });
  host = await crm.listen({ port: 0, host: '127.0.0.1' });
  await database.run({
    text: "insert into customers (subject, email, email_key, email_verified, given_name, family_name) values ('s', 'Grace@example.com', 'grace@example.com', true, 'Grace', 'Hopper')",
  });
  await database.run({
    text: "insert into customer_markets (customer_id, market, tier) select id, 'AU', 'GOLD' from customers on conflict (customer_id, market) do update set tier = 'GOLD'",
  });
});
afterAll(async () => {
  await crm.close();
  await database.close();
  await own.drop();
});
const config = () => readConfig({ HUBSPOT_TOKEN_AU: 'pat-au', HUBSPOT_URL: host });

test('a contact is read in the form of the wire; without a token nobody is asked', async () => {
  expect(await contactReader(config())('AU', 'a/b')).toMatchObject({ id: '7', properties: { loyalty_tier: 'Gold' } });
  expect(asked.at(-1)).toMatchObject({
    url: expect.stringMatching(/^\/crm\/v3\/objects\/contacts\/a%2Fb\?properties=email,/),
    token: 'Bearer pat-au',
  });
  expect(await contactReader(config())('SG', '7')).toBeNull();
});

test('a CRM that is down is asked three times, then left alone', async () => {
  status = 503;
  const read = contactReader(config());
  const before = asked.length;
  for (let time = 0; time < 5; time += 1) expect(await read('AU', '7')).toBeNull();
  expect(asked.length - before).toBe(3);
  status = 200;
});

test('the breaker closes again after its rest, and one that takes too long has failed', async () => {
  let now = 0;
  const breaker = circuitBreaker({ timeLimit: 5, failures: 1, rest: 100 }, () => now);
  const slow = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  expect(await breaker.ask(slow)).toBeNull();
  expect(await breaker.ask(async () => 'never asked')).toBeNull();
  now = 101;
  expect(await breaker.ask(async () => 'well')).toBe('well');
});

test('a customer is sent until the CRM takes them, once, and again when something changes', async () => {
  status = 500;
  expect(await sendContacts(database, config())).toBe(0);
  status = 200;
  expect(await sendContacts(database, config())).toBe(0);
  await database.run({ text: 'update crm_contacts set try_at = now()' });
  expect(await sendContacts(database, config())).toBe(1);
  const properties = { firstname: 'Grace', lastname: 'Hopper', loyalty_tier: 'Gold', loyalty_eligible_for_loyalty: 'true' };
  expect(asked.at(-1)).toMatchObject({
    url: '/crm/v3/objects/contacts/batch/upsert',
    body: { inputs: [{ idProperty: 'email', id: 'Grace@example.com', properties }] },
  });
  expect(await sendContacts(database, config())).toBe(0);
  await database.run({ text: "update customer_markets set tier = 'BLACK' where market = 'AU'" });
  expect(await sendContacts(database, config())).toBe(1);
});
