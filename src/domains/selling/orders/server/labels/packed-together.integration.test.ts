/** Wines that were added to an order: its labels are for both, and both leave together. Over the real server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { labelOfficeContract } from '#domains/selling/orders/labels-contract.ts';
import { linesOfficeContract } from '#domains/selling/orders/lines-office-contract.ts';
import { deliveryOf } from '#domains/selling/orders/model/delivery-change.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { sendOrdersContract } from '#domains/selling/orders/send-orders-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { createLabelShop, depsOfCarrier, TestCarrier } from '#tests/fixtures/test-carrier.ts';
import { cancelOrder } from '../cancel-order.ts';
import { findAddedTo } from '../find-added-to.ts';
import { shipOrder } from '../ship-order.ts';
import type { LabelDeps } from './label-deps.ts';
import { processLabels } from './process-labels.ts';
import { quoteLabels } from './quote-labels.ts';

const BOTTLE = 1_500;
const NO_LABELS = 'It has no labels. Buy labels first, or send it on its page.';
let shop: TestShop;
let kim: OfficeBrowser;
let carrier: TestCarrier;
let deps: LabelDeps;
beforeAll(async () => {
  shop = await createLabelShop();
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Owner'] }));
});
beforeEach(async () => {
  await shop.database.execute({ text: 'delete from parcel_labels' });
  carrier = new TestCarrier();
  deps = depsOfCarrier(shop.database, carrier);
});
afterAll(() => shop?.stop());

const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));
const at = () => kim.call(orderOfficeContract);
const deliveries = () => kim.call(deliveryOfficeContract);
const buy = async (ids: readonly string[], parcels: number | null = null, isPreview = false) =>
  yes(await kim.call(labelOfficeContract).buyLabels({ orders: ids.map((id) => ({ id, parcels, seen: [] })), isPreview })).results;
const send = async (ids: readonly string[], { isPreview = false, ...options }: { isPreview?: boolean; idempotencyKey?: string } = {}) =>
  yes(await kim.call(sendOrdersContract).sendOrders({ ids: [...ids], carrier: 'Own van', isPreview }, options)).results;
const setDetail = (id: string, detail: object) =>
  shop.database.execute({ text: 'update orders set details = details || $2::jsonb where id = $1', values: [id, JSON.stringify(detail)] });

/** Places an order, and another one whose wines are added to it. */
async function placedTogether(first: readonly number[] = [1], added: readonly number[] = [2, 2]) {
  const [id, addedId] = [await paidOrder(shop, first), await paidOrder(shop, added)];
  await shop.database.execute({ text: 'insert into order_additions (order_id, adds_to) values ($1, $2)', values: [addedId, id] });
  return { id, addedId, number: (await read(id)).order.number, addedNumber: (await read(addedId)).order.number };
}
/** Places an order whose wines are added to another one. @returns its id */
async function addedTo(id: string): Promise<string> {
  const added = await paidOrder(shop, [2]);
  await shop.database.execute({ text: 'insert into order_additions (order_id, adds_to) values ($1, $2)', values: [added, id] });
  return added;
}
const setStatus = (id: string, status: string) =>
  shop.database.execute({ text: 'update orders set status = $2 where id = $1', values: [id, status] });
/** Buys the labels of the first order. */
async function labelled(): Promise<Awaited<ReturnType<typeof placedTogether>>> {
  const placed = await placedTogether();
  await buy([placed.id]);
  await processLabels(deps);
  return placed;
}

describe('labels of an order with added wines', () => {
  test('are as many, and weigh as much, as the wines of both', async () => {
    const { id } = await placedTogether();
    expect((await read(id)).parcels).toBe(3);
    expect(await buy([id], null, true)).toMatchObject([{ isDone: true, parcels: 3 }]);
    const weights: number[] = [];
    carrier.before = ({ weightGrams }) => void weights.push(weightGrams);

    await buy([id], 2);
    await processLabels(deps);

    expect(weights).toEqual([9 * BOTTLE, 9 * BOTTLE]);
  });

  test('are quoted for the wines of both', async () => {
    const { id } = await placedTogether();
    const weights: number[] = [];
    const quote = async ({ weightGrams }: { readonly weightGrams: number }) => {
      weights.push(weightGrams);
      return [];
    };

    await quoteLabels(depsOfCarrier(shop.database, { ...carrier, quote }), id, 1);

    expect(weights).toEqual([18 * BOTTLE]);
  });

  test('are bought for the first order only', async () => {
    const { id, addedId, number } = await placedTogether();
    const reason = `It goes with order #${number}: the labels of that order are for its wines, too.`;

    expect(await buy([id, addedId], null, true)).toMatchObject([
      { isDone: true, parcels: 3 },
      { isDone: false, reason, parcels: 0 },
    ]);
    expect(await buy([addedId])).toMatchObject([{ isDone: false, reason, labels: [] }]);
    expect(await read(addedId)).toMatchObject({ labels: [], parcels: 0 });
  });

  test.each([
    { name: 'left', change: ({ id }: { id: string }) => shipOrder(orderDepsOf(shop), id, shipmentOf()) },
    { name: 'was cancelled', change: ({ id }: { id: string }) => cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' }) },
    { name: 'goes elsewhere', change: ({ id }: { id: string }) => setDetail(id, { address: '2 Queens Parade' }) },
    { name: 'leaves on another day', change: ({ id }: { id: string }) => setDetail(id, { dispatchOn: '2099-01-05' }) },
  ])('are bought for the added wines alone if the first order $name', async ({ change }) => {
    const placed = await placedTogether();
    await change(placed);

    expect(await buy([placed.addedId])).toMatchObject([{ isDone: true, parcels: 2 }]);
  });

  test('count wines that were added to what was added', async () => {
    const { id, addedId, number } = await placedTogether();
    const last = await addedTo(addedId);

    expect(await buy([id, last], null, true)).toMatchObject([{ parcels: 4 }, { reason: expect.stringContaining(`#${number}`) }]);
  });

  test('keep the added wines as they are until they are cancelled', async () => {
    const { id, addedId, number } = await labelled();
    const refused = {
      ok: false,
      title: `These wines go in the parcels of order #${number}, which have 3 labels. Cancel them there first.`,
    };
    const { version } = await read(addedId);
    const choice = { lines: [{ position: 0, quantity: 1 }] };

    expect(await kim.call(linesOfficeContract).changeLines({ id: addedId, version, ...choice })).toMatchObject(refused);
    expect(await kim.call(orderOfficeContract).previewRefund({ id: addedId, ...choice })).toMatchObject(refused);
    expect((await findAddedTo(shop.database, addedId))?.refusal).toMatch(/is being packed/);

    const { labels } = await read(id);
    yes(await kim.call(labelOfficeContract).cancelLabels({ ids: labels.map((label) => label.id) }));
    await processLabels(deps);
    expect((await kim.call(orderOfficeContract).previewRefund({ id: addedId, ...choice })).ok).toBe(true);
  });
});

describe('an added order in labelled parcels', () => {
  const moving = async (id: string) => {
    const { version, order } = await read(id);
    return { id, version, ...deliveryOf(order.details) };
  };

  test.each([
    { name: 'cancelled', act: async (id: string) => at().cancelOrder({ id, version: (await read(id)).version }) },
    { name: 'refunded in full', act: async (id: string) => at().refundOrder({ id, version: (await read(id)).version, all: true }) },
    { name: 'offered a full refund', act: (id: string) => at().previewRefund({ id, all: true }) },
    {
      name: 'sent elsewhere',
      act: async (id: string) => deliveries().changeDelivery({ ...(await moving(id)), address: '9 Other Street' }),
    },
  ])('is not $name until they are cancelled', async ({ act }) => {
    const { id, addedId, number } = await labelled();
    const before = await read(addedId);

    expect(await act(addedId)).toMatchObject({
      ok: false,
      status: 409,
      code: 'action_refused',
      title: `These wines go in the parcels of order #${number}, which have 3 labels. Cancel them there first.`,
    });
    expect(await read(addedId)).toEqual(before);

    const { labels } = await read(id);
    yes(await kim.call(labelOfficeContract).cancelLabels({ ids: labels.map((label) => label.id) }));
    await processLabels(deps);
    expect((await act(addedId)).ok).toBe(true);
  });

  test('does not get its earlier delivery back until they are cancelled', async () => {
    const { id, addedId, number } = await placedTogether();
    const { event } = yes(await deliveries().changeDelivery({ ...(await moving(addedId)), instructions: 'Ring twice' }));
    await buy([id]);

    expect(await deliveries().restoreDelivery({ id: addedId, event })).toMatchObject({
      ok: false,
      status: 409,
      title: expect.stringContaining(`#${number}`),
    });
  });

  test('does not keep the first order from being cancelled', async () => {
    const { id, addedId } = await labelled();

    expect((await at().cancelOrder({ id, version: (await read(id)).version })).ok).toBe(true);
    expect((await at().cancelOrder({ id: addedId, version: (await read(addedId)).version })).ok).toBe(true);
  });
});

describe('sending an order with added wines', () => {
  test('sends both with the labels of the first one, however they were chosen', async () => {
    const { id, addedId } = await labelled();
    expect(await send([addedId, id], { isPreview: true })).toMatchObject([{ isDone: true }, { isDone: true }]);
    expect((await read(addedId)).order.shipments).toEqual([]);

    expect(await send([addedId, id])).toMatchObject([{ isDone: true }, { isDone: true }]);

    const [first, added] = [await read(id), await read(addedId)];
    expect([first.order.status, added.order.status]).toEqual(['Shipped', 'Shipped']);
    expect(added.order.shipments).toMatchObject([{ carrier: 'Own van', trackingNumber: first.order.shipments[0]?.trackingNumber }]);
    expect(first.labels.map(({ isSent }) => isSent)).toEqual([true, true, true]);
  });

  test('sends the added wines if the first one is chosen, and not without it', async () => {
    const { id, addedId, number } = await labelled();

    expect(await send([addedId])).toMatchObject([
      { isDone: false, reason: `It goes with order #${number}, and leaves together with that one.` },
    ]);
    expect(await send([id])).toMatchObject([{ isDone: true }]);

    expect((await read(addedId)).order.status).toBe('Shipped');
  });

  test('sends each once if the request is repeated, and by two at once', async () => {
    const { id, addedId } = await labelled();
    const idempotencyKey = 'key-of-kim-together-1';
    await Promise.all([send([id, addedId], { idempotencyKey }), send([addedId, id])]);
    await shop.database.execute({ text: 'delete from idempotency_keys' });
    await send([id, addedId], { idempotencyKey });

    for (const each of [id, addedId]) expect((await read(each)).order.shipments).toHaveLength(1);
  });

  test('sends neither if one of them can’t be sent any more', async () => {
    const { id, addedId, number } = await labelled();
    await shop.database.execute({ text: "update parcel_labels set state = 'failed' where order_id = $1 and number = 1", values: [id] });

    expect(await send([id, addedId])).toMatchObject([
      { isDone: false, reason: 'A label of it failed. See its page.' },
      { isDone: false, reason: expect.stringContaining(`#${number}`) },
    ]);
    for (const each of [id, addedId]) expect((await read(each)).order.shipments).toEqual([]);
  });

  test('leaves out what was placed after the labels were bought, which then has labels of its own', async () => {
    const id = await paidOrder(shop, [1]);
    await buy([id]);
    await processLabels(deps);
    const late = await addedTo(id);

    expect(await send([late])).toMatchObject([{ isDone: false, reason: NO_LABELS }]);
    expect(await send([id])).toMatchObject([{ isDone: true }]);

    expect((await read(late)).order.shipments).toEqual([]);
    expect(await buy([late])).toMatchObject([{ isDone: true, parcels: 1 }]);
  });

  test('sends what was added to late wines with these', async () => {
    const id = await paidOrder(shop, [1]);
    await buy([id]);
    const late = await addedTo(id);
    const last = await addedTo(late);

    expect(await buy([late, last])).toMatchObject([{ parcels: 2 }, { isDone: false }]);
    await processLabels(deps);
    expect(await send([last, late])).toMatchObject([{ isDone: true }, { isDone: true }]);

    expect((await read(id)).order.shipments).toEqual([]);
  });

  test('sends what was added to wines that share the parcels on its own if it came after the labels', async () => {
    const { id, addedId } = await labelled();
    const late = await addedTo(addedId);

    expect(await send([id, late])).toMatchObject([{ isDone: true }, { isDone: false, reason: NO_LABELS }]);

    expect((await read(addedId)).order.shipments).toHaveLength(1);
    expect((await read(late)).order.shipments).toEqual([]);
  });

  test.each([
    { name: 'is checked by hand', status: 'Manual Verification Required', reason: 'The order is “Manual Verification Required”.' },
    { name: 'is disputed', status: 'Disputed', reason: NO_LABELS },
  ])('says of an added order that $name why it stays', async ({ status, reason }) => {
    const { id, addedId } = await labelled();
    await setStatus(addedId, status);

    for (const isPreview of [true, false])
      expect(await send([addedId, id], { isPreview })).toMatchObject([{ isDone: false, reason }, { isDone: true }]);

    expect((await read(addedId)).order).toMatchObject({ status, shipments: [] });
  });

  test('says of an added order with nothing left that it stays', async () => {
    const { id, addedId } = await placedTogether();
    await shipOrder(orderDepsOf(shop), addedId, shipmentOf());
    await buy([id]);
    await processLabels(deps);

    expect(await send([addedId, id])).toMatchObject([{ isDone: false, reason: 'Nothing is left to send.' }, { isDone: true }]);
  });

  test('does not send a disputed order with what was added to it, nor the other way round', async () => {
    const { id, addedId } = await placedTogether();
    await setStatus(id, 'Disputed');

    expect(await buy([addedId])).toMatchObject([{ isDone: true, parcels: 2 }]);
    await processLabels(deps);
    expect(await send([addedId])).toMatchObject([{ isDone: true }]);

    expect((await read(id)).order).toMatchObject({ status: 'Disputed', shipments: [] });
  });

  test('sends a disputed order that is chosen alone', async () => {
    const { id, addedId } = await placedTogether();
    await setStatus(id, 'Disputed');
    await buy([id]);
    await processLabels(deps);

    expect(await send([id])).toMatchObject([{ isDone: true }]);

    expect((await read(addedId)).order.shipments).toEqual([]);
  });
});
