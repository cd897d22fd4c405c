import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { readConfig } from '#lib/server/config.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { contactReader } from './hubspot.ts';
import { sendContacts } from './send-contacts.ts';

let own: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let host: string;
let status = 200;
/** The CRM's contacts of the requested customers. */
let contacts: { id: string; properties: Record<string, string | null> }[] = [];
const requests: { url: string; token: string; body: unknown }[] = [];
const crm = Fastify();

beforeAll(async () => {
  own = await createTestDatabase();
  database = openDatabase(own.connectionString, 4);
  crm.all('/*', async (request, reply) => {
    requests.push({ url: request.url, token: request.headers.authorization ?? '', body: request.body });
    const contact = { id: '7', properties: { loyalty_tier: 'Gold', email: null }, createdAt: 'then', updatedAt: 'now', archived: false };
    const results = request.url.endsWith('/batch/read') ? contacts : [{ id: '41', properties: { email: 'grace@example.com' } }];
    return reply.code(status).send(request.method === 'GET' ? contact : { results });
  });
  host = await crm.listen({ port: 0, host: '127.0.0.1' });
  await database.execute({
    text: "insert into customers (subject, email, email_key, email_verified, given_name, family_name) values ('s', 'Grace@example.com', 'grace@example.com', true, 'Grace', 'Hopper')",
  });
  await database.execute({
    text: "insert into customer_markets (customer_id, market, tier) select id, 'AU', 'GOLD' from customers on conflict (customer_id, market) do update set tier = 'GOLD'",
  });
});
afterAll(async () => {
  await crm.close();
  await database.close();
  await own.drop();
});
const config = () => readConfig({ HUBSPOT_TOKEN_AU: 'pat-au', HUBSPOT_URL: host });

test('reads a contact with its properties, and sends no request without a token [CRM-1, API-42]', async () => {
  expect(await contactReader(config())('AU', { contactId: 'a/b', email: 'grace@example.com' })).toMatchObject({
    id: '7',
    properties: { loyalty_tier: 'Gold' },
  });
  expect(requests.at(-1)).toMatchObject({
    url: expect.stringMatching(/^\/crm\/v3\/objects\/contacts\/a%2Fb\?properties=email,/),
    token: 'Bearer pat-au',
  });
  expect(await contactReader(config())('SG', { contactId: '7', email: 'grace@example.com' })).toBeNull();
});

test('stops calling a failing CRM after three attempts', async () => {
  status = 503;
  const read = contactReader(config());
  const before = requests.length;
  for (let time = 0; time < 5; time += 1) expect(await read('AU', { contactId: '7', email: 'grace@example.com' })).toBeNull();
  expect(requests.length - before).toBe(3);
  status = 200;
});

test('closes the circuit breaker after its delay, and counts a timeout as a failure', async () => {
  let now = 0;
  const breaker = circuitBreaker({ timeLimit: 5, failures: 1, rest: 100 }, () => now);
  const slow = (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  expect(await breaker.ask(slow)).toBeNull();
  expect(await breaker.ask(async () => 'never asked')).toBeNull();
  now = 101;
  expect(await breaker.ask(async () => 'well')).toBe('well');
});

test('sends a customer until the CRM accepts the contact, and again after a change [CRM-2]', async () => {
  status = 500;
  expect(await sendContacts(database, config())).toBe(0);
  status = 200;
  expect(await sendContacts(database, config())).toBe(0);
  await database.execute({ text: 'update crm_contacts set next_attempt_at = now()' });
  expect(await sendContacts(database, config())).toBe(1);
  const properties = { firstname: 'Grace', lastname: 'Hopper', loyalty_tier: 'Gold', loyalty_eligible_for_loyalty: 'true' };
  expect(requests.at(-1)).toMatchObject({
    url: '/crm/v3/objects/contacts/batch/upsert',
    body: { inputs: [{ idProperty: 'email', id: 'Grace@example.com', properties }] },
  });
  expect(await marketRow()).toEqual({ contact_id: '41', crm_eligible: true });
  expect(await sendContacts(database, config())).toBe(0);
  contacts = [{ id: '41', properties: { email: 'grace@example.com', loyalty_eligible_for_loyalty: 'true' } }];
  await database.execute({ text: "update customer_markets set tier = 'BLACK' where market = 'AU'" });
  expect(await sendContacts(database, config())).toBe(1);
});

const marketRow = () => database.queryOne({ text: "select contact_id, crm_eligible from customer_markets where market = 'AU'" });
const sentProperties = () => {
  const { body } = requests.findLast(({ url }) => url.endsWith('/batch/upsert')) ?? { body: null };
  return (body as { inputs: { properties: Record<string, string> }[] }).inputs[0]?.properties ?? {};
};

test.each([
  { said: 'false', eligible: false },
  { said: 'true', eligible: true },
  { said: null, eligible: false },
])('reads and never writes the eligibility $said of an existing contact [CRM-3]', async ({ said, eligible }) => {
  contacts = [{ id: '41', properties: { email: 'GRACE@example.com', loyalty_eligible_for_loyalty: said } }];
  await database.execute({ text: "update customers set family_name = family_name || 'x'" });

  expect(await sendContacts(database, config())).toBe(1);

  expect(sentProperties()).not.toHaveProperty('loyalty_eligible_for_loyalty');
  expect(await marketRow()).toEqual({ contact_id: '41', crm_eligible: eligible });
});

test('sends consents and withdrawals with time and wording, and no channel that was never asked about', async () => {
  const record = (granted: boolean, at: string) =>
    database.execute({
      text: `insert into marketing_consents (customer_id, channel, granted, wording, source, at) select id, 'email', $1, 'Email me', 'account', $2 from customers`,
      values: [granted, at],
    });
  await record(true, '2026-05-01T00:00:00Z');
  expect(await sendContacts(database, config())).toBe(1);
  const consent = {
    marketing_email_consent: 'true',
    marketing_email_consent_at: '2026-05-01T00:00:00Z',
    marketing_email_consent_wording: 'Email me',
  };
  expect(sentProperties()).toMatchObject(consent);
  expect(Object.keys(sentProperties()).filter((name) => name.includes('sms') || name.includes('push'))).toEqual([]);

  await record(false, '2026-06-01T00:00:00Z');
  expect(await sendContacts(database, config())).toBe(1);
  expect(sentProperties()).toMatchObject({ marketing_email_consent: 'false', marketing_email_consent_at: '2026-06-01T00:00:00Z' });
});

test('reports a CRM error with what to do', async () => {
  status = 400;
  await database.execute({ text: "update customers set family_name = 'Hopper'" });
  await expect(sendContacts(database, config())).rejects.toThrow('docs/guides/connect-services.md');
  status = 200;
});
