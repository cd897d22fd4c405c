/** What is particular to Australia Post: its shipments, orders and tracking, over the real server and job. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { type AuspostServer, startAuspostServer } from '#tests/fixtures/auspost-server.ts';
import { type CarrierFailure, failOnce } from '#tests/fixtures/carrier-server.ts';
import { createCarrierShop, labelDepsOf, resetLabels, SHIPPIT_VALUE, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { processLabels } from '../labels/process-labels.ts';
import { trackParcels } from '../tracking/track-parcels.ts';

let server: AuspostServer;
let shop: TestShop;
let kim: OfficeBrowser;
let owner: OfficeBrowser;
beforeAll(async () => {
  server = await startAuspostServer();
  ({ shop, kim, owner } = await createCarrierShop({ AUSPOST_URL: server.url }));
  const { auspostAccount, ...secrets } = server.account;
  await saveCarrier(owner, 'AU', { carrier: 'auspost', auspostIsTest: true, auspostAccount }, secrets);
});
beforeEach(async () => {
  await resetLabels(shop, server);
  server.shipments.clear();
  server.isBlocked = false;
});
afterAll(async () => {
  await shop?.stop();
  await server?.close();
});

const calls = () => kim.call(labelOfficeContract);
const buy = async (id: string, service = '') =>
  yes(await calls().buyLabels({ orders: [{ id, parcels: null, seen: [], service }] })).results;
const labels = async (id: string) => yes(await calls().labels({ orders: id })).rows;
const run = () => processLabels(labelDepsOf(shop));
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });
const count = (name: string) => server.requests.filter((request) => request === name).length;

test('a label is bought for the cheapest product where staff chose none, and printed as Australia Post drew it', async () => {
  const id = await paidOrder(shop, [1], 'localhost', { instructions: 'Ring twice' });
  await buy(id);
  await run();

  const [label] = await labels(id);
  expect(label).toMatchObject({
    ...{ state: 'bought', carrier: 'Australia Post', price: 10.45, trackingNumber: 'ARTS1' },
    trackingUrl: 'https://auspost.com.au/mypost/track/details/ARTS1',
  });
  expect([...server.shipments.values()]).toMatchObject([
    {
      reference: label?.id,
      senderReferences: [label?.code],
      body: {
        from: { lines: ['1 Sample Street'], suburb: 'Clifton Hill', state: 'VIC', postcode: '3068' },
        to: { delivery_instructions: 'Age check: 18+. Ring twice' },
        items: [{ product_id: 'T28S', weight: 9, length: 37, width: 27, height: 19, authority_to_leave: false }],
      },
    },
  ]);
  const { content } = yes(await calls().labelDocument({ orders: id }));
  expect((await readPdf(Buffer.from(content, 'base64'))).pages.map(({ lines }) => lines[0])).toEqual(['Australia Post']);
});

test.each(['Long Street '.repeat(10).trim(), `${'a'.repeat(25)} `.repeat(4).trim(), 'W'.repeat(120)])(
  'the label has the whole address: %s',
  async (address) => {
    await buy(await paidOrder(shop, [1], 'localhost', { address }));
    await run();

    const [sent] = [...server.shipments.values()];
    const { lines } = z.object({ to: z.object({ lines: z.array(z.string()) }) }).parse(sent?.body).to;
    expect(lines.join('').replaceAll(' ', '')).toBe(address.replaceAll(' ', ''));
  },
);

test('prices are those of the contract, and the chosen product is bought', async () => {
  const id = await paidOrder(shop, [1]);
  expect(yes(await calls().labelQuotes({ id, parcels: 2 }))).toMatchObject({
    carrier: 'Australia Post',
    services: [
      { id: 'T28S', name: 'PARCEL POST + SIGNATURE', price: 18 },
      { id: 'E34', name: 'EXPRESS POST', price: 85.4 },
    ],
  });

  await buy(id, 'E34');
  await run();

  expect([...server.shipments.values()]).toMatchObject([{ body: { items: [{ product_id: 'E34' }] } }]);
});

test.each<[name: string, request: string, failure: CarrierFailure, says: string]>([
  ['loses the answer', 'POST /shipments', 'lost', 'Australia Post couldn’t be reached.'],
  [
    'draws slowly',
    'POST /labels',
    { body: { labels: [{ status: 'PENDING' }] } },
    'Australia Post has the parcel, but no label for it yet: PENDING',
  ],
  ['does not send the drawing', 'GET /labels/S.pdf', 500, 'Australia Post has a problem of its own (status 500).'],
])('if Australia Post %s, one shipment is made in the end', async (_name, request, failure, says) => {
  const id = await paidOrder(shop, [1]);
  await buy(id);
  failOnce(server, request, failure);
  await run();
  expect(await labels(id)).toMatchObject([{ state: 'intended', reason: says }]);

  await wait();
  await run();

  expect(await labels(id)).toMatchObject([{ state: 'bought', reason: '' }]);
  expect(server.shipments.size).toBe(1);
});

test('a label is cancelled, unless it is in an order there', async () => {
  const [early, late] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  const asked = [...(await buy(early)), ...(await buy(late))];
  await run();
  const lateLabel = (await labels(late))[0]?.id;
  for (const shipment of server.shipments.values()) if (shipment.reference === lateLabel) shipment.orderId = 'AP9';
  yes(await calls().cancelLabels({ ids: asked.flatMap((each) => each.labels) }));
  await run();

  expect(await labels(early)).toMatchObject([{ state: 'cancelled' }]);
  expect(await labels(late)).toMatchObject([{ state: 'bought', reason: expect.stringContaining('in a manifest') }]);
  expect(server.shipments.size).toBe(1);
});

test('a manifest is one order there, also if its answer is lost', async () => {
  const id = await paidOrder(shop, [1, 1]);
  await buy(id);
  await run();
  yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
  failOnce(server, 'PUT /orders', 'lost');
  await run();
  for (let round = 0; round < 2; round += 1) {
    await wait();
    await run();
  }

  expect([...server.shipments.values()].map(({ orderId }) => orderId)).toEqual(['AP1', 'AP1']);
  expect(count('PUT /orders')).toBe(1);
  expect((await labels(id)).map(({ reason }) => reason)).toEqual(['', '']);
});

test('where parcels are is asked until they are delivered, and the delivery is recorded', async () => {
  const id = await paidOrder(shop, [1]);
  const [asked] = await buy(id);
  await run();
  yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
  const track = () => trackParcels(shop.database, labelDepsOf(shop).carriers);
  await wait();
  expect(await track()).toBe(0);
  expect(count('GET /track')).toBe(0);
  await run();
  const order = () => kim.call(orderOfficeContract).order({ id });
  const { version } = yes(await order());
  const lines = [{ position: 0, quantity: 1 }];
  yes(await kim.call(orderOfficeContract).shipOrder({ id, version, lines, labels: asked?.labels ?? [], carrier: 'Australia Post' }));
  const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const moving = [
    { description: 'Processed through Australia Post facility', date: minutesAgo(3) },
    { description: 'Parrot on board', date: minutesAgo(4) },
  ];
  const number = (await labels(id))[0]?.trackingNumber ?? '';
  server.events.set(number, moving);
  await wait();
  failOnce(server, 'GET /track', 429);
  expect(await track()).toBe(0);
  await wait();
  expect(await track()).toBe(2);
  server.events.set(number, [{ description: 'Delivered', date: minutesAgo(1) }, ...moving]);
  expect(await track()).toBe(0);
  await wait();
  expect(await track()).toBe(1);
  await wait();
  expect(await track()).toBe(0);

  expect(count('GET /track')).toBe(3);
  const { timeline, outcomes } = yes(await order());
  expect(timeline.map(({ event }) => event)).toEqual(expect.arrayContaining(['parcel_delivered', 'parcel_moving', 'parcel_other']));
  expect(outcomes).toMatchObject([{ outcome: 'delivered', actor: 'Australia Post' }]);
});

test('an account that is blocked is noticed before it is saved', async () => {
  const { auspostAccount, ...secrets } = server.account;
  const value = { ...SHIPPIT_VALUE, carrier: 'auspost', auspostIsTest: true, auspostAccount };
  server.isBlocked = true;

  const tried = owner.call(settingOfficeContract).testSetting({ group: 'carriers', scope: 'AU', value, secrets });

  expect(await tried).toMatchObject({ value: { isConnected: false, message: expect.stringContaining('asks for payment') } });
});
