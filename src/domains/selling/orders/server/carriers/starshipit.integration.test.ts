/** What is particular to Starshipit: its orders, refusals with status 200, and reports by webhook and by asking. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import { failOnce } from '#tests/fixtures/carrier-server.ts';
import { createCarrierShop, labelDepsOf, resetLabels, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { type StarshipitServer, startStarshipitServer } from '#tests/fixtures/starshipit-server.ts';
import { processLabels } from '../labels/process-labels.ts';
import { trackParcels } from '../tracking/track-parcels.ts';

const SECRET = { AU: 'secret-of-australia', SG: 'secret-of-singapore' } as const;

let server: StarshipitServer;
let shop: TestShop;
let kim: OfficeBrowser;
beforeAll(async () => {
  server = await startStarshipitServer();
  const made = await createCarrierShop({ STARSHIPIT_URL: server.url, STARSHIPIT_REQUESTS_PER_SECOND: '100' });
  ({ shop, kim } = made);
  for (const market of ['AU', 'SG'] as const)
    await saveCarrier(made.owner, market, { carrier: 'starshipit' }, { ...server.keys, webhookSecret: SECRET[market] });
});
beforeEach(async () => {
  await resetLabels(shop, server);
  server.orders.clear();
});
afterAll(async () => {
  await shop?.stop();
  await server?.close();
});

const calls = () => kim.call(labelOfficeContract);
const buy = async (id: string, service = '') =>
  yes(await calls().buyLabels({ orders: [{ id, parcels: null, seen: [], service }] })).results.flatMap((each) => each.labels);
const labels = async (id: string) => yes(await calls().labels({ orders: id })).rows;
const run = () => processLabels(labelDepsOf(shop));
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });
const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));

/** Sends an order with one parcel, which the carrier knows is handed over. */
async function sent(): Promise<{ readonly id: string; readonly label: string; readonly number: string }> {
  const id = await paidOrder(shop, [1]);
  const ids = await buy(id);
  await run();
  yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
  await run();
  const { version } = await read(id);
  const lines = [{ position: 0, quantity: 1 }];
  yes(await kim.call(orderOfficeContract).shipOrder({ id, version, lines, labels: ids, carrier: 'Starshipit' }));
  const [label] = await labels(id);
  return { id, label: label?.id ?? '', number: label?.trackingNumber ?? '' };
}

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const report = (label: string, status: string, at = minutesAgo(1)) =>
  JSON.stringify({
    order_number: label,
    carrier_name: 'Australia Post',
    carrier_service: '7B05',
    shipment_date: minutesAgo(60),
    tracking_number: 'any',
    tracking_status: status,
    last_updated_date: at,
  });
async function post(body: string, signature: string | null) {
  const headers = { 'content-type': 'application/json', ...(signature === null ? {} : { 'x-starshipit-signature': signature }) };
  const { status, text } = await send(shop.running.port, 'localhost', 'POST', '/webhooks/starshipit', headers, body);
  return { status, body: JSON.parse(text) as unknown };
}

test('an order there has the address, the age check and the number of the label', async () => {
  const id = await paidOrder(shop, [1], 'localhost', { instructions: 'Ring twice', authorityToLeave: true });
  await buy(id, '7J05');
  await run();

  const [label] = await labels(id);
  expect([...server.orders.values()]).toMatchObject([
    {
      number: label?.id,
      service: '7J05',
      prints: 1,
      body: {
        reference: label?.code,
        currency: 'AUD',
        signature_required: false,
        destination: { suburb: 'Clifton Hill', country: 'Australia', delivery_instructions: 'Age check: 18+. Ring twice' },
        packages: [{ weight: 9, length: 0.37, width: 0.27, height: 0.19 }],
      },
    },
  ]);
  expect(label).toMatchObject({ price: null, service: '7J05' });
});

test('an order of Singapore names the country in place of suburb and state', async () => {
  const id = await paidOrder(shop, [1], 'sg.localhost', { ...SG_ADDRESS, suburb: '', state: '' });
  await buy(id);
  await run();

  const destination = { suburb: 'Singapore', state: 'Singapore', country: 'Singapore' };
  expect([...server.orders.values()]).toMatchObject([{ body: { currency: 'SGD', destination } }]);
});

test('prices are those of all parcels', async () => {
  const id = await paidOrder(shop, [1]);

  expect(yes(await calls().labelQuotes({ id, parcels: 2 }))).toMatchObject({
    services: [
      { id: '7B05', name: 'PARCEL POST + SIGNATURE', price: 24.1 },
      { id: '7J05', name: 'EXPRESS POST + SIGNATURE', price: 29.3 },
    ],
  });
});

test('an order whose answer was lost is found by its number and printed', async () => {
  const id = await paidOrder(shop, [1]);
  await buy(id);
  failOnce(server, 'POST /orders', 'lost');
  await run();
  await wait();
  await run();

  expect(await labels(id)).toMatchObject([{ state: 'bought' }]);
  expect([...server.orders.values()]).toMatchObject([{ prints: 1 }]);
});

test('an order that cannot be read is not taken for one that is not there', async () => {
  const id = await paidOrder(shop, [1]);
  await buy(id);
  failOnce(server, 'POST /orders/shipment', 'lost');
  await run();
  await wait();
  failOnce(server, 'GET /orders', { body: { success: false, errors: [{ message: 'The account is being migrated.' }] } });
  await run();
  expect(await labels(id)).toMatchObject([{ state: 'intended', reason: 'Starshipit refused: The account is being migrated.' }]);
  await wait();
  await run();

  expect(await labels(id)).toMatchObject([{ state: 'bought' }]);
  expect([...server.orders.values()]).toMatchObject([{ prints: 1 }]);
});

test('an order that was not printed is deleted when its label is cancelled, a printed one archived', async () => {
  const id = await paidOrder(shop, [1, 1]);
  const ids = await buy(id);
  failOnce(server, 'POST /orders/shipment', 503);
  await run();
  yes(await calls().cancelLabels({ ids }));
  await wait();
  await run();

  expect((await labels(id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  expect([...server.orders.values()]).toMatchObject([{ prints: 1, isArchived: true }]);
  expect(server.requests.filter((request) => request.startsWith('DELETE') || request.endsWith('/archive'))).toHaveLength(2);
});

test.each(['base64', 'hex'] as const)('a report signed in %s is kept once, and records the delivery', async (encoding) => {
  const { id, label } = await sent();
  const body = report(label, 'Delivered');
  const signature = createHmac('sha256', SECRET.AU).update(body).digest(encoding);

  expect(await post(body, signature)).toEqual({ status: 200, body: { recorded: 1 } });
  expect(await post(body, signature)).toEqual({ status: 200, body: { recorded: 0 } });

  expect((await read(id)).outcomes).toMatchObject([{ outcome: 'delivered', actor: 'Starshipit' }]);
});

test('a report with another signature, or of another market, changes nothing', async () => {
  const { id, label } = await sent();
  const body = report(label, 'Delivered');
  expect(await post(body, null)).toMatchObject({ status: 401 });
  expect(await post(body, server.sign(report(label, 'Exception'), SECRET.AU))).toMatchObject({ status: 401 });
  expect(await post(body, SECRET.AU)).toMatchObject({ status: 401 });
  expect(await post(body, server.sign(body, SECRET.SG))).toEqual({ status: 200, body: { recorded: 0 } });

  expect((await read(id)).outcomes).toEqual([]);
});

test.each([
  '{}',
  'null',
  '{"order_number":"a","tracking_status":"Delivered","last_updated_date":"yesterday"}',
  '{"order_number":"a\\u0000","tracking_status":"Delivered","last_updated_date":"2026-11-28T00:00:00Z"}',
])('a body that is no report is refused: %s', async (body) => {
  expect(await post(body, server.sign(body, SECRET.AU))).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('a report about the order of another system does nothing', async () => {
  const { id, label } = await sent();
  const known = await shop.database.queryOne<{ reference: string }>({
    text: 'select carrier_reference as reference from parcel_labels where id = $1',
    values: [label],
  });
  // The number of another shop on the account may be what Starshipit calls one of ours.
  for (const number of ['SHOPIFY-1001', known?.reference ?? '']) {
    const body = report(number, 'Delivered');
    expect(await post(body, server.sign(body, SECRET.AU))).toEqual({ status: 200, body: { recorded: 0 } });
  }
  expect((await read(id)).outcomes).toEqual([]);
});

test('where parcels are is asked too, and what the webhook reported is kept once', async () => {
  const [first, second] = [await sent(), await sent()];
  const at = minutesAgo(5);
  for (const { number } of [first, second]) server.states.set(number, { tracking_status: 'OutForDelivery', last_updated_date: at });
  const told = report(first.label, 'OutForDelivery', at);
  await post(told, server.sign(told, SECRET.AU));
  const track = () => trackParcels(shop.database, labelDepsOf(shop).carriers);
  await wait();
  expect(await track()).toBe(1);
  server.states.set(second.number, { tracking_status: 'Delivered', last_updated_date: minutesAgo(1) });
  await wait();
  expect(await track()).toBe(1);

  expect((await read(second.id)).outcomes).toMatchObject([{ outcome: 'delivered', actor: 'Starshipit' }]);
  expect((await read(first.id)).timeline.filter(({ event }) => event === 'parcel_out')).toHaveLength(1);
});
