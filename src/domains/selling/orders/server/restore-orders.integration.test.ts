/** Taking back what was done with orders in the office: statuses and tags, one by one and several, as far as nobody changed them since. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { readOrder } from './order-view.ts';
import { shipOrder } from './ship-order.ts';

let shop: TestShop;
let olive: OfficeBrowser;
let kim: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  await shop.database.execute({
    text: `insert into roles (name, permissions, markets) values ('Writer', '{orders.read,orders.write}', '{AU}'), ('Packer', '{orders.read,orders.ship}', '{AU}')`,
  });
  olive = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(orderOfficeContract);
const read = async (id: string) => yes(await at(olive).order({ id }));
const mark = async (id: string, status: 'Completed' | 'Awaiting Shipment') =>
  yes(await at(olive).markOrder({ id, version: (await read(id)).version, status }));
const person = async (role: string) =>
  signInAs(shop, await createTestStaff(shop.database, { email: `${role}@shop.example`, name: role, roles: [role] }));
const lastEntry = (id: string) =>
  shop.database.queryOne<{ action: string; before: unknown; after: unknown }>({
    text: "select action, before, after from activity_log where subject_kind = 'order' and subject_id = $1 order by id desc limit 1",
    values: [id],
  });

describe('a status that was set by hand', () => {
  test('is taken back to one that could not follow it, recorded in timeline and log, and the buyer sees neither', async () => {
    const id = await paidOrder(shop, [1]);
    const { event } = await mark(id, 'Completed');

    const restored = yes(await at(olive).unmarkOrder({ id, event }));

    expect(restored.order.status).toBe('Awaiting Fulfillment');
    expect(restored.timeline.map((item) => [item.event, item.to]).slice(0, 2)).toEqual([
      ['unmarked', 'Awaiting Fulfillment'],
      ['marked', 'Completed'],
    ]);
    expect(await lastEntry(id)).toEqual({
      action: 'order.restored',
      before: { status: 'Completed' },
      after: { status: 'Awaiting Fulfillment' },
    });
    expect((await readOrder(shop.database, id))?.timeline.map((item) => item.event)).toEqual(['drafted', 'placed']);
  });

  test('stays once something happened to the order, which the refusal names', async () => {
    const id = await paidOrder(shop, [1]);
    const { event } = await mark(id, 'Awaiting Shipment');
    await shipOrder(orderDepsOf(shop), id, { ...shipmentOf(null), actor: 'Sam' });

    const refused = await at(olive).unmarkOrder({ id, event });

    expect(refused).toMatchObject({
      ok: false,
      status: 409,
      title: expect.stringMatching(/^Sam changed order #\d+ just now, so it stays “Sent”\.$/),
    });
    expect((await read(id)).order.status).toBe('Shipped');
  });

  test('is taken back once, and only a mark can be', async () => {
    const id = await paidOrder(shop, [1]);
    const { event } = await mark(id, 'Completed');
    const attempts = await Promise.all([1, 2, 3].map(() => at(olive).unmarkOrder({ id, event })));
    const { version } = await read(id);

    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await at(olive).unmarkOrder({ id, event: version })).toMatchObject({ ok: false, title: 'This change can’t be taken back.' });
    expect(await at(olive).unmarkOrder({ id, event: 1 })).toMatchObject({ ok: false, code: 'action_refused' });
  });

  test('is taken back by whoever may set it', async () => {
    const id = await paidOrder(shop, [1]);
    const { event } = await mark(id, 'Completed');
    const writer = await person('Writer');
    const changes = [{ id, event, entry: null }];

    expect(await at(writer).unmarkOrder({ id, event })).toMatchObject({ ok: false, status: 403 });
    expect(await at(writer).restoreOrders({ changes })).toMatchObject({ ok: false, status: 403 });
    yes(await at(await person('Packer')).unmarkOrder({ id, event }));
  });
});

describe('tags', () => {
  test('come back and go again, except for those that somebody changed since', async () => {
    const id = await paidOrder(shop, [1]);
    yes(await at(olive).tagOrder({ id, add: ['old', 'gone'] }));
    const { undo } = yes(await at(olive).tagOrder({ id, add: ['new', 'theirs'], remove: ['old', 'gone'] }));
    yes(await at(kim).tagOrder({ id, remove: ['theirs'] }));
    yes(await at(kim).tagOrder({ id, add: ['theirs', 'own'] }));

    const [result] = yes(await at(olive).restoreOrders({ changes: [{ id, event: null, entry: undo?.entry ?? null }] })).results;

    expect(result).toMatchObject({ isDone: false, reason: 'Changed again since, so left as it is: “theirs”.' });
    const order = await read(id);
    expect(order.tags).toEqual(['gone', 'old', 'own', 'theirs']);
    expect(order.timeline[0]).toMatchObject({ event: 'tags_restored', actor: 'Olive', detail: 'gone, old, new' });
    expect(await lastEntry(id)).toEqual({ action: 'order.restored', before: null, after: null });
  });

  test('that an order had already are not taken from it', async () => {
    const id = await paidOrder(shop, [1]);
    yes(await at(kim).tagOrder({ id, add: ['gift'] }));

    expect(yes(await at(olive).tagOrder({ id, add: ['gift'] })).undo).toBeNull();
    expect(yes(await at(olive).changeOrders({ ids: [id], addTag: 'gift' })).results[0]?.undo).toBeNull();
  });
});

describe('several orders', () => {
  test('are as they were, except for those that somebody changed since', async () => {
    const [first, second, third] = await Promise.all([paidOrder(shop, [1]), paidOrder(shop, [1]), paidOrder(shop, [1])]);
    const ids = [first, second, third];
    const made = yes(await at(olive).changeOrders({ ids, status: 'Awaiting Shipment', addTag: 'packed' })).results;
    await shipOrder(orderDepsOf(shop), second, { ...shipmentOf(null), actor: 'Sam' });
    const changes = made.flatMap(({ id, undo }) => (undo ? [{ id, ...undo }] : []));

    const { results } = yes(await at(olive).restoreOrders({ changes }));

    expect(results.map(({ isDone }) => isDone)).toEqual([true, false, true]);
    expect(results[1]?.reason).toMatch(/^Sam changed order #\d+ just now, so it stays “Sent”\.$/);
    for (const id of ids) expect((await read(id)).tags).toEqual([]);
    expect((await read(third)).order.status).toBe('Awaiting Fulfillment');
  });

  test('of another market are not found', async () => {
    const id = await paidOrder(shop, [1]);
    const { event } = await mark(id, 'Completed');
    await shop.database.execute({
      text: "insert into roles (name, permissions, markets) select 'Singapore', permissions, array['SG'] from roles where name = 'Manager'",
    });
    const singapore = await person('Singapore');

    expect(await at(singapore).unmarkOrder({ id, event })).toMatchObject({ ok: false, status: 404 });
    const { results } = yes(await at(singapore).restoreOrders({ changes: [{ id, event, entry: null }] }));
    expect(results).toEqual([{ id, number: null, isDone: false, reason: 'We couldn’t find that order.' }]);
  });
});
