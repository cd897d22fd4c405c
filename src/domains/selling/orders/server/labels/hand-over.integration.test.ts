/** Manifests that carriers are told about, over the real server and job. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { createShippitShop, labelDepsOf, resetLabels } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import type { ShippitServer } from '#tests/fixtures/shippit-server.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { postponeHandover, storeHandover } from './label.repository.ts';
import { processLabels } from './process-labels.ts';

let server: ShippitServer;
let shop: TestShop;
let kim: OfficeBrowser;
beforeAll(async () => {
  ({ server, shop, kim } = await createShippitShop());
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
const labels = async (id: string) => yes(await calls().labels({ orders: id })).rows;
const run = () => processLabels(labelDepsOf(shop));
/** Makes postponed and leased labels due. */
const wait = () => shop.database.execute({ text: 'update parcel_labels set next_attempt_at = now()' });

/** Buys labels and puts them on the manifest of today. */
async function manifested(cases: number): Promise<string> {
  const id = await paidOrder(shop, Array<number>(cases).fill(1));
  yes(await calls().buyLabels({ orders: [{ id, parcels: null, seen: [] }] }));
  await run();
  yes(await calls().addToManifest({ market: 'AU', includeUnsent: true }));
  return id;
}
const states = () => [...server.orders.values()].map(({ state }) => state).toSorted();
const bookings = () => server.requests.filter((request) => request === 'POST /book').length;

test('a manifest books all its parcels at once, and no parcel twice', async () => {
  const id = await manifested(3);
  await run();
  await wait();
  await run();

  expect(states()).toEqual(['ready_for_pickup', 'ready_for_pickup', 'ready_for_pickup']);
  expect(bookings()).toBe(1);
  expect((await labels(id)).map(({ reason }) => reason)).toEqual(['', '', '']);
});

test('a manifest that a killed process had booked is not booked again', async () => {
  await manifested(2);
  server.failure = (request) => (request === 'POST /book' ? 'lost' : null);
  await run();
  server.failure = () => null;
  expect(states()).toEqual(['ready_for_pickup', 'ready_for_pickup']);
  await wait();
  await run();
  await wait();
  await run();

  expect(bookings()).toBe(1);
});

test('a manifest with a parcel that Shippit does not take says so, and books the others', async () => {
  const id = await manifested(2);
  const [bad] = [...server.orders.values()];
  if (bad) bad.state = 'order_placed';
  await run();
  await wait();
  await run();

  expect(states()).toEqual(['order_placed', 'ready_for_pickup']);
  expect((await labels(id)).map(({ reason }) => reason).toSorted()).toEqual(['', expect.stringContaining('not ready to be booked')]);
});

test('a manifest waits while Shippit is down', async () => {
  const id = await manifested(1);
  server.failure = () => 503;
  await run();
  expect(await labels(id)).toMatchObject([
    { state: 'bought', reason: 'The carrier does not know yet that it is handed over: Shippit has a problem of its own (status 503).' },
  ]);

  server.failure = () => null;
  await wait();
  await run();
  expect(states()).toEqual(['ready_for_pickup']);
  expect(await labels(id)).toMatchObject([{ reason: '' }]);
});

test('a parcel that was cancelled at Shippit is not taken as booked', async () => {
  const id = await manifested(1);
  for (const order of server.orders.values()) order.state = 'cancelled';
  await run();
  await wait();
  await run();

  expect(await labels(id)).toMatchObject([{ reason: expect.stringContaining('It was cancelled at Shippit') }]);
});

test('a parcel whose state Shippit does not say is not taken as booked', async () => {
  const id = await manifested(1);
  server.failure = () => 503;
  await run();
  server.failure = () => null;
  for (const order of server.orders.values()) order.state = '';
  await wait();
  await run();

  expect(await labels(id)).toMatchObject([{ reason: expect.stringContaining('answered in a way that we can’t read') }]);
});

test('a run that Shippit delays ends before another process may claim its parcels', async () => {
  const id = await manifested(3);
  server.failure = () => 503;
  await run();
  server.requests.length = 0;
  const clock = vi.spyOn(Date, 'now');
  server.failure = () => {
    clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
    return 503;
  };
  await run();
  clock.mockRestore();

  expect(server.requests).toHaveLength(1);
  server.failure = () => null;
  await wait();
  await run();
  expect((await labels(id)).map(({ reason }) => reason)).toEqual(['', '', '']);
});

test('a failure does not hide that another process told the carrier', async () => {
  const id = await manifested(1);
  const ids = (await labels(id)).map((label) => label.id);
  await storeHandover(shop.database, ids);

  await postponeHandover(shop.database, ids, 'too late', 60);

  expect(await labels(id)).toMatchObject([{ reason: '' }]);
});
