/** Several orders that are sent with their labels, over the real server. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { sendOrdersContract } from '#domains/selling/orders/send-orders-contract.ts';
import { createShippitShop, labelDepsOf, saveCarrier } from '#tests/fixtures/carriers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import type { ShippitServer } from '#tests/fixtures/shippit-server.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { cancelOrder } from '../cancel-order.ts';
import { shipOrder } from '../ship-order.ts';
import { processLabels } from './process-labels.ts';

let server: ShippitServer;
let shop: TestShop;
let kim: OfficeBrowser;
let owner: OfficeBrowser;
beforeAll(async () => {
  ({ server, shop, kim, owner } = await createShippitShop());
});
beforeEach(() => shop.database.execute({ text: 'delete from parcel_labels' }));
afterAll(async () => {
  await shop?.stop();
  await server?.close();
});

const run = () => processLabels(labelDepsOf(shop));
async function labelled(products: readonly number[] = [1, 2]): Promise<string> {
  const id = await paidOrder(shop, products);
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id, parcels: null, seen: [] }] }));
  await run();
  return id;
}
const send = async (ids: readonly string[], input: { isPreview?: boolean; carrier?: string } = {}, options = {}) =>
  yes(await kim.call(sendOrdersContract).sendOrders({ ids: [...ids], ...input }, options)).results;
const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));
const setDetail = (id: string, detail: object) =>
  shop.database.execute({ text: 'update orders set details = details || $2::jsonb where id = $1', values: [id, JSON.stringify(detail)] });

test('orders leave with their labels after a preview that changes nothing', async () => {
  const ids = [await labelled(), await labelled([1])];
  expect(await send(ids, { isPreview: true })).toMatchObject([{ isDone: true }, { isDone: true }]);
  expect((await read(ids[0] ?? '')).order.shipments).toEqual([]);

  expect(await send(ids)).toMatchObject([{ isDone: true, reason: '' }, { isDone: true }]);

  const { order, labels } = await read(ids[0] ?? '');
  expect(order.status).toBe('Shipped');
  expect(order.shipments).toMatchObject([{ carrier: 'Shippit', trackingNumber: labels.map((label) => label.trackingNumber).join(', ') }]);
  expect(labels.map(({ isSent }) => isSent)).toEqual([true, true]);
});

test('a request that is repeated, and two at once, send each order once', async () => {
  const id = await labelled([1]);
  const options = { idempotencyKey: 'key-of-kim-send-1' };
  const [first, second] = await Promise.all([send([id], {}, options), send([id], {}, options)]);
  expect([first, second]).toMatchObject([[{ isDone: true }], [{ isDone: true }]]);
  // A process that was killed before it stored its answer.
  await shop.database.execute({ text: 'delete from idempotency_keys' });
  expect(await send([id], {}, options)).toMatchObject([{ isDone: true }]);
  const other = await send([id]);

  expect(other).toMatchObject([{ isDone: false, reason: 'Nothing is left to send.' }]);
  expect((await read(id)).order.shipments).toHaveLength(1);
});

test('an order that cannot leave says why, and the others leave', async () => {
  const good = await labelled();
  const [none, moved, later, cancelled, sent, collected] = [
    await paidOrder(shop, [1]),
    ...(await Promise.all([labelled(), labelled(), labelled(), labelled(), labelled()])),
  ];
  const waiting = await paidOrder(shop, [1]);
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id: waiting, parcels: null, seen: [] }] }));
  await setDetail(moved ?? '', { address: '2 Queens Parade' });
  await setDetail(later ?? '', { dispatchOn: '2099-01-05' });
  await cancelOrder(orderDepsOf(shop), cancelled ?? '', { reason: '', actor: 'Sam' });
  await shipOrder(orderDepsOf(shop), sent ?? '', shipmentOf());
  await setDetail(collected ?? '', {
    collection: { name: 'Cellar door', address: '', state: 'VIC', hours: '', bring: '', code: 'K7M4PA' },
  });

  const results = await send([none, moved, later, cancelled, sent, collected, waiting, good].map((id) => id ?? ''));

  expect(results.map(({ reason }) => reason)).toEqual([
    'It has no labels. Buy labels first, or send it on its page.',
    'The delivery changed since its labels were bought. Cancel them and buy new ones.',
    expect.stringMatching(/^It’s to be sent on .*2099/),
    'Nothing is left to send.',
    'Nothing is left to send.',
    expect.stringContaining('collect'),
    'Its labels are still being bought.',
    '',
  ]);
});

test('labels of the shop need the name of a carrier', async () => {
  await saveCarrier(owner, 'AU', { carrier: 'none' }, {});
  const id = await labelled([1]);
  await saveCarrier(owner, 'AU', {}, {});
  expect(await send([id])).toMatchObject([{ isDone: false, reason: 'Enter who carries it.' }]);

  expect(await send([id], { carrier: 'Overland Express' })).toMatchObject([{ isDone: true }]);

  expect((await read(id)).order.shipments).toMatchObject([{ carrier: 'Overland Express', trackingNumber: '' }]);
});

test('an order whose label failed is not sent without it', async () => {
  const id = await labelled([1, 2]);
  await shop.database.execute({ text: "update parcel_labels set state = 'failed' where order_id = $1 and number = 2", values: [id] });

  expect(await send([id])).toMatchObject([{ isDone: false, reason: 'A label of it failed. See its page.' }]);
});

test('an order of which a label was cancelled is not sent without it', async () => {
  const id = await labelled([1, 2]);
  const [, second] = (await read(id)).labels;
  yes(await kim.call(labelOfficeContract).cancelLabels({ ids: [second?.id ?? ''] }));

  expect(await send([id])).toMatchObject([{ isDone: false, reason: 'One of its parcels has no label. See its page.' }]);

  const seen = (await read(id)).labels.map((label) => label.id);
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id, parcels: 1, seen }] }));
  await run();
  expect(await send([id])).toMatchObject([{ isDone: true }]);
});

test('the rest of an order that was sent in part leaves with its label', async () => {
  const id = await labelled([1, 2]);
  const [first] = (await read(id)).labels;
  await shipOrder(orderDepsOf(shop), id, { ...shipmentOf([{ position: 0, quantity: 1 }]), labels: [first?.id ?? ''] });

  expect(await send([id])).toMatchObject([{ isDone: true }]);

  expect((await read(id)).order.status).toBe('Shipped');
});

test('the buyer gets one email', async () => {
  const email = 'sent-together@example.com';
  const id = await paidOrder(shop, [1], 'localhost', { email });
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id, parcels: null, seen: [] }] }));
  await run();
  await send([id]);

  const queued = await shop.database.queryMany({
    text: "select 1 from pgboss.job where name = 'send-order-email' and data->>'kind' = 'shipment' and data->>'orderId' = $1",
    values: [id],
  });
  expect(queued).toHaveLength(1);
});
