/** What carriers report about parcels, over the real server: kept once, in any order, and only about the markets of the secret. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { outcomeOfficeContract } from '#domains/selling/orders/outcomes-contract.ts';
import { SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import { createCarrierShop, labelDepsOf, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { type ShippitServer, startShippitServer } from '#tests/fixtures/shippit-server.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { processLabels } from '../labels/process-labels.ts';

const SECRET = { AU: 'secret-of-australia', SG: 'secret-of-singapore' } as const;
const HOUR = 3_600_000;

let server: ShippitServer;
let shop: TestShop;
let kim: OfficeBrowser;
beforeAll(async () => {
  server = await startShippitServer();
  const made = await createCarrierShop({ SHIPPIT_URL: server.url });
  ({ shop, kim } = made);
  for (const market of ['AU', 'SG'] as const)
    await saveCarrier(made.owner, market, {}, { shippitKey: server.key, webhookSecret: SECRET[market] });
});
afterAll(async () => {
  await shop?.stop();
  await server?.close();
});

/** Buys an order with a label for each case. */
async function labelled(cases: number, market: 'AU' | 'SG' = 'AU') {
  const products = Array<number>(cases).fill(1);
  const id =
    market === 'AU'
      ? await paidOrder(shop, products)
      : await paidOrder(shop, products, 'sg.localhost', { ...SG_ADDRESS, suburb: '', state: '' });
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id, parcels: null, seen: [] }] }));
  await processLabels(labelDepsOf(shop));
  const labels = yes(await kim.call(labelOfficeContract).labels({ orders: id })).rows;
  return { id, labels, numbers: labels.map(({ trackingNumber }) => trackingNumber.replace('JOB-', '')) };
}
const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));
async function ship(id: string, labels: readonly { readonly id: string }[], cases?: number): Promise<void> {
  const { version, lines } = await read(id);
  const sent = lines.map(({ position, unshipped }) => ({ position, quantity: cases ?? unshipped }));
  yes(
    await kim
      .call(orderOfficeContract)
      .shipOrder({ id, version, lines: sent, labels: labels.map((label) => label.id), carrier: 'Shippit' }),
  );
}

const unsentLabels = async (id: string) =>
  yes(await kim.call(labelOfficeContract).labels({ orders: id })).rows.filter(({ isSent }) => !isSent);

const hoursAgo = (hours: number): string => new Date(Math.floor(Date.now() / 1_000) * 1_000 - hours * HOUR).toISOString();
const history = (...statuses: readonly string[]) => statuses.map((status, index) => ({ status, time: hoursAgo(statuses.length - index) }));
const update = (tracking_number: string, status_history: readonly object[]) =>
  JSON.stringify({ tracking_number, current_state: 'any', retailer_reference: 'any', status_history });
async function post(body: string, secret: string | null = SECRET.AU, path = '/webhooks/shippit') {
  const headers = { 'content-type': 'application/json', ...(secret === null ? {} : { authorization: `Bearer ${secret}` }) };
  const { status, text } = await send(shop.running.port, 'localhost', 'POST', path, headers, body);
  return { status, body: JSON.parse(text) as unknown };
}
const recorded = (count: number) => ({ status: 200, body: { recorded: count } });
const parcelEvents = async (id: string) =>
  (await read(id)).timeline.filter(({ event }) => event.startsWith('parcel_')).map(({ event, actor, detail }) => [event, actor, detail]);

test('a delivered parcel is on the timeline, and the delivery is recorded by the carrier', async () => {
  const { id, labels, numbers } = await labelled(1);
  await ship(id, labels);

  expect(await post(update(numbers[0] ?? '', history('in_transit', 'with_driver', 'completed')))).toEqual(recorded(3));

  const code = labels[0]?.code;
  expect(await parcelEvents(id)).toEqual([
    ['parcel_delivered', 'Shippit', code],
    ['parcel_out', 'Shippit', code],
    ['parcel_moving', 'Shippit', code],
  ]);
  expect((await read(id)).outcomes).toMatchObject([{ outcome: 'delivered', actor: 'Shippit', reason: '' }]);
  const log = await shop.database.queryMany({
    text: `select actor_kind as kind, actor_name as name from activity_log where action = 'order.outcome_recorded' and subject_id = $1`,
    values: [id],
  });
  expect(log).toEqual([{ kind: 'system', name: 'Shippit' }]);
});

test('a report that comes twice, or twice at once, is kept once', async () => {
  const { id, labels, numbers } = await labelled(1);
  await ship(id, labels);
  const body = update(numbers[0] ?? '', history('in_transit', 'completed'));

  const answers = await Promise.all([post(body), post(body)]);
  expect(answers.map((each) => JSON.stringify(each.body)).toSorted()).toEqual(['{"recorded":0}', '{"recorded":2}']);
  expect(await post(body)).toEqual(recorded(0));

  expect(await parcelEvents(id)).toHaveLength(2);
  expect((await read(id)).outcomes).toHaveLength(1);
});

test('reports out of order end as those in order', async () => {
  const { id, labels, numbers } = await labelled(1);
  await ship(id, labels);
  const [moving, delivered] = history('in_transit', 'completed');

  await post(update(numbers[0] ?? '', [delivered ?? {}]));
  await post(update(numbers[0] ?? '', [moving ?? {}]));

  expect((await parcelEvents(id)).map(([event]) => event)).toEqual(['parcel_delivered', 'parcel_moving']);
  expect((await read(id)).outcomes).toMatchObject([{ outcome: 'delivered' }]);
});

test('a delivery that is reported before staff sent the order is recorded when they do', async () => {
  const { id, labels, numbers } = await labelled(1);
  await post(update(numbers[0] ?? '', history('completed')));
  expect((await read(id)).outcomes).toEqual([]);

  await ship(id, labels);

  expect(await read(id)).toMatchObject({ order: { status: 'Completed' }, outcomes: [{ outcome: 'delivered', actor: 'Shippit' }] });
});

test('a shipment of two parcels is delivered with the second, and left to staff if one came back', async () => {
  const [both, one] = [await labelled(2), await labelled(2)];
  for (const { id, labels } of [both, one]) await ship(id, labels);

  await post(update(both.numbers[0] ?? '', history('completed')));
  expect((await read(both.id)).outcomes).toEqual([]);
  await post(update(both.numbers[1] ?? '', history('completed')));
  expect((await read(both.id)).outcomes).toMatchObject([{ outcome: 'delivered' }]);

  await post(update(one.numbers[0] ?? '', history('completed')));
  await post(update(one.numbers[1] ?? '', history('returned_to_sender')));
  expect((await read(one.id)).outcomes).toEqual([]);
});

test('what staff took back stays so when the carrier repeats itself', async () => {
  const { id, labels, numbers } = await labelled(1);
  await ship(id, labels);
  const body = update(numbers[0] ?? '', history('completed'));
  await post(body);
  const [outcome] = (await read(id)).outcomes;
  yes(await kim.call(outcomeOfficeContract).undoOutcome({ id: outcome?.id ?? 0 }));

  await post(body);

  expect((await read(id)).outcomes).toEqual([]);
});

test.each([
  ['another parcel arrives', async (_: string, number: string) => void (await post(update(number, history('completed'))))],
  ['another parcel is sent', async (id: string) => ship(id, await unsentLabels(id))],
])('what staff took back stays so when %s', async (_, happen) => {
  const { id, labels, numbers } = await labelled(3);
  for (const label of labels.slice(0, 2)) await ship(id, [label], 1);
  await post(update(numbers[0] ?? '', history('completed')));
  const [outcome] = (await read(id)).outcomes;
  yes(await kim.call(outcomeOfficeContract).undoOutcome({ id: outcome?.id ?? 0 }));

  await happen(id, numbers[1] ?? '');

  expect((await read(id)).outcomes.map(({ shipmentId }) => shipmentId)).not.toContain(outcome?.shipmentId);
});

test('a state that the shop does not know is kept, and nothing follows', async () => {
  const { id, labels, numbers } = await labelled(1);
  await ship(id, labels);

  expect(await post(update(numbers[0] ?? '', history('abducted_by_aliens')))).toEqual(recorded(1));

  expect((await read(id)).timeline.find(({ event }) => event === 'parcel_other')).toMatchObject({ note: 'abducted by aliens' });
  expect((await read(id)).outcomes).toEqual([]);
});

test('parcels of others and of another market are left alone', async () => {
  const { id, labels, numbers } = await labelled(1, 'SG');
  await ship(id, labels);

  expect(await post(update('PP-of-somebody', history('completed')))).toEqual(recorded(0));
  expect(await post(update(numbers[0] ?? '', history('completed')), SECRET.AU)).toEqual(recorded(0));
  expect((await read(id)).outcomes).toEqual([]);

  expect(await post(update(numbers[0] ?? '', history('completed')), SECRET.SG)).toEqual(recorded(1));
  expect((await read(id)).outcomes).toMatchObject([{ outcome: 'delivered' }]);
});

test.each([
  { name: 'no secret', secret: null },
  { name: 'a wrong secret', secret: 'secret-of-nobody-at-all' },
])('a report with $name is refused', async ({ secret }) => {
  const { numbers } = await labelled(1);
  expect(await post(update(numbers[0] ?? '', history('completed')), secret)).toMatchObject({ status: 401, body: { code: 'secret_wrong' } });
});

test.each([
  '',
  '{"tracking_number": "PP1", "status_history": [',
  '{}',
  '[]',
  'null',
  '{"tracking_number":"PP1","status_history":[{"status":"completed","time":"yesterday"}]}',
  '{"tracking_number":"PP000001","status_history":[{"status":"completed","time":"-271821-04-20T00:00:00Z"}]}',
  '{"tracking_number":"PP1","status_history":[{"status":"a\\u0000b","time":"2026-11-28T00:00:00Z"}]}',
  `{"tracking_number":"PP1","status_history":${JSON.stringify(Array(501).fill({ status: 'x', time: '2026-11-28T00:00:00Z' }))}}`,
])('a body that is no report is refused: %.60s', async (body) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('an address of no carrier is not there', async () => {
  const { status } = await send(shop.running.port, 'localhost', 'POST', '/webhooks/pigeon', { 'content-type': 'application/json' }, '{}');
  expect(status).toBe(404);
});
