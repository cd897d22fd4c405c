/** The office's order calls over the real server, by people with different roles. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let packer: OfficeBrowser;
beforeAll(async () => {
  ({ shop, owner, kim: packer } = await createOrderShop());
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(orderOfficeContract);
const read = async (id: string, browser = owner) => yes(await at(browser).order({ id }));
const SHIPMENT = { carrier: 'Overland Express', trackingNumber: 'OX 1', trackingUrl: 'https://overland.example/OX1' };
const activityOf = (id: string) =>
  shop.database.queryMany<{ action: string; actor_name: string; market: string | null }>({
    text: "select action, actor_name, market from activity_log where subject_kind = 'order' and subject_id = $1 order by id",
    values: [id],
  });

describe('an order in the office', () => {
  test('is sent in parts, each with the version that was shown', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    const before = await read(id);
    expect(before).toMatchObject({ actions: { canShip: true, canRefund: true, canCancel: true }, payment: { state: 'paid' } });

    const part = yes(await at(packer).shipOrder({ id, version: before.version, lines: [{ position: 0, quantity: 1 }], ...SHIPMENT }));
    expect(part.order.status).toBe('Partially Shipped');
    expect(part.lines.map(({ shipped, unshipped }) => [shipped, unshipped])).toEqual([
      [1, 1],
      [0, 1],
    ]);

    const late = await at(owner).shipOrder({ id, version: before.version, lines: null, ...SHIPMENT });
    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Kim changed this just now/),
    });

    const whole = yes(await at(owner).shipOrder({ id, version: part.version, lines: null, ...SHIPMENT }));
    expect(whole.order.status).toBe('Shipped');
    expect(await activityOf(id)).toEqual([
      { action: 'order.shipped', actor_name: 'Kim', market: 'AU' },
      { action: 'order.shipped', actor_name: 'Olive', market: 'AU' },
    ]);
  });

  test('is refunded once, however often the button is pressed', async () => {
    const id = await paidOrder(shop, [1, 2]);
    const { version } = await read(id);
    const input = { id, version, lines: [{ position: 0, quantity: 1 }], reason: 'a broken bottle' };
    const idempotencyKey = randomUUID();

    const answers = await Promise.all(Array.from({ length: 4 }, () => at(owner).refundOrder(input, { idempotencyKey })));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    const order = await read(id);
    expect(order.refunds).toHaveLength(1);
    expect(order).toMatchObject({ payment: { state: 'partly_refunded', refunded: 60 }, order: { status: 'Partially Refunded' } });
    // The second press with a new key is refused, because the order is no longer the one that was shown.
    expect(await at(owner).refundOrder(input)).toMatchObject({ ok: false, code: 'changed_meanwhile' });
  });

  test('previews exactly what the refund then does', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    const choice = { lines: [{ position: 0, quantity: 2 }], shipping: false, amountCents: 250 };
    const preview = yes(await at(owner).previewRefund({ id, ...choice }));
    expect(preview).toEqual({
      amount: 122.5,
      toCard: 122.5,
      shipping: 0,
      withdrawn: 2,
      restocked: 2,
      needsStepUp: false,
      isOverLimit: false,
      limit: null,
    });

    const { version } = await read(id);
    const refunded = yes(await at(owner).refundOrder({ id, version, ...choice }));
    expect(refunded.payment.refunded).toBe(preview.amount);
    expect(await at(owner).previewRefund({ id, lines: [{ position: 0, quantity: 1 }] })).toMatchObject({
      ok: false,
      code: 'action_refused',
      title: expect.stringMatching(/has 0 left to refund/),
    });
  });

  test('keeps cases that may be in a parcel with a label until the label is cancelled', async () => {
    const id = await paidOrder(shop, [1, 1, 2]);
    await shop.database.execute({
      text: `insert into parcel_labels (order_id, key, number, parcel, parcels, carrier, service, state, destination, actor)
        values ($1, 'x', 1, 1, 1, 'address', '', 'bought', '', 'Sam')`,
      values: [id],
    });
    const refused = {
      ok: false,
      code: 'action_refused',
      title: expect.stringMatching(/^1 parcel of this order has a label.* Cancel it first, or send the order/),
    };
    const choice = { lines: [{ position: 0, quantity: 1 }] };
    const { version } = await read(id);

    expect(await at(owner).previewRefund({ id, ...choice })).toMatchObject(refused);
    expect(await at(owner).refundOrder({ id, version, ...choice })).toMatchObject(refused);
    expect((await read(id)).lines[0]).toMatchObject({ unshipped: 2, refunded: 0 });

    const asAmount = yes(await at(owner).refundOrder({ id, version, amountCents: 250 }));
    expect(asAmount.payment.refunded).toBe(2.5);
    // Everything ends the order, and a job cancels its labels.
    expect(yes(await at(owner).refundOrder({ id, version: asAmount.version, all: true })).order.status).toBe('Refunded');
  });

  test('is not refunded beyond the limit of a role', async () => {
    const id = await paidOrder(shop, [1, 2]);
    await shop.database.execute({ text: "update roles set refund_limit_cents = 5000 where name = 'Orders'" });
    const { version } = await read(id);
    expect(yes(await at(packer).previewRefund({ id, all: true }))).toMatchObject({ isOverLimit: true, limit: 50 });
    const refused = await at(packer).refundOrder({ id, version, all: true });
    expect(refused).toMatchObject({ ok: false, status: 403, code: 'over_limit', title: expect.stringMatching(/up to \$50\.00 at once/) });
    expect((await read(id)).refunds).toEqual([]);
    expect(await activityOf(id)).toEqual([]);
  });

  test('asks for a fresh second factor before a large refund', async () => {
    const id = await paidOrder(
      shop,
      Array.from({ length: 10 }, () => 1),
    );
    const { version } = await read(id);
    const tired = await signInAs(shop, await createTestStaff(shop.database, { email: 'max@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });
    expect(await at(tired).refundOrder({ id, version, all: true })).toMatchObject({ ok: false, status: 403, code: 'step_up_required' });
    expect(await at(tired).cancelOrder({ id, version })).toMatchObject({ ok: false, code: 'step_up_required' });
    expect(yes(await at(owner).refundOrder({ id, version, all: true })).order.status).toBe('Refunded');
  });

  test('is cancelled with its reason, and then neither sent nor cancelled again', async () => {
    const id = await paidOrder(shop, [1]);
    const { version } = await read(id);
    const cancelled = yes(await at(owner).cancelOrder({ id, version, reason: 'out of stock' }));
    expect(cancelled).toMatchObject({
      order: { status: 'Cancelled' },
      payment: { state: 'refunded' },
      actions: { canShip: false, canCancel: false },
    });
    expect(cancelled.timeline.map(({ event, actor }) => `${event} by ${actor}`)).toContain('cancelled by Olive');
    expect(await at(owner).shipOrder({ id, version: cancelled.version, lines: null, ...SHIPMENT })).toMatchObject({
      ok: false,
      code: 'action_refused',
    });
  });

  test('is not to be sent if its cases were withdrawn by a refund that the gateway refused', async () => {
    const id = await paidOrder(shop, [1, 2]);
    const { number } = (await read(id)).order;
    const waiting = async () => yes(await at(owner).orders({ q: String(number), 'filter[task]': 'to_send' })).rows.map((row) => row.id);
    expect(await waiting()).toContain(id);

    await refundOrder(
      orderDepsOf(shop, { refund: async () => ({ id: null, status: 'refused', reason: 'card closed' }) }),
      id,
      refundOf({ all: true }),
    );

    expect(await read(id)).toMatchObject({
      order: { status: 'Awaiting Fulfillment' },
      actions: { canShip: false, canRefund: true },
      payment: { state: 'refund_refused' },
    });
    expect(await waiting()).not.toContain(id);
  });

  test('shows what the command line did', async () => {
    const id = await paidOrder(shop, [1, 2]);
    await shipOrder(orderDepsOf(shop), id, shipmentOf([{ position: 0, quantity: 1 }]));
    await refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 500 }));
    const order = await read(id);
    expect(order.timeline.filter(({ actor }) => actor === 'Sam').map(({ event }) => event)).toEqual([
      'refunded',
      'refund_intended',
      'shipped',
    ]);
    expect(order.mails.map(({ kind }) => kind).sort()).toEqual(['receipt', 'refund', 'shipment']);
  });

  test('keeps notes and tags, and sends its mails again', async () => {
    const id = await paidOrder(shop, [1]);
    yes(await at(packer).addOrderNote({ id, text: ' Leave at number 7.\nRing twice. ' }));
    yes(await at(packer).tagOrder({ id, add: ['Gift ', 'gift', 'Fragile,  glass'] }));
    const tagged = yes(await at(packer).tagOrder({ id, add: ['gift'], remove: ['none'] }));
    expect(tagged.tags).toEqual(['fragile glass', 'gift']);
    expect(tagged.timeline.find(({ event }) => event === 'note')).toMatchObject({ note: 'Leave at number 7.\nRing twice.', actor: 'Kim' });
    expect(tagged.timeline.filter(({ event }) => event === 'tagged')).toHaveLength(1);
    yes(await at(packer).resendOrderMail({ id, kind: 'receipt' }));
    expect(await at(packer).resendOrderMail({ id, kind: 'cancelled' })).toMatchObject({ ok: false, code: 'action_refused' });
    expect(await at(packer).resendOrderMail({ id, kind: 'shipment', about: randomUUID() })).toMatchObject({
      ok: false,
      code: 'action_refused',
    });
    expect((await activityOf(id)).map(({ action }) => action)).toEqual(['order.noted', 'order.tagged', 'order.mail_resent']);
    expect(yes(await at(owner).orders({ 'filter[tag]': 'fragile glass' })).rows.map((row) => row.id)).toContain(id);
  });

  test('names the field of an input that is wrong', async () => {
    const id = await paidOrder(shop, [1]);
    const { version } = await read(id);
    const refused = await at(owner).shipOrder({ id, version, lines: null, ...SHIPMENT, carrier: ' ', trackingUrl: 'http://x.example' });
    expect(refused).toMatchObject({ ok: false, status: 400, code: 'invalid_input' });
    expect(await at(owner).addOrderNote({ id, text: 'a\0b' })).toMatchObject({ ok: false, status: 400 });
  });
});

describe('several orders', () => {
  test('are marked one by one: what cannot change is named, and nothing happens twice', async () => {
    const ids = [await paidOrder(shop, [1]), await paidOrder(shop, [2])];
    const cancelled = await paidOrder(shop, [1]);
    yes(await at(owner).cancelOrder({ id: cancelled, version: (await read(cancelled)).version }));
    const input = { ids: [...ids, cancelled, randomUUID()], status: 'Awaiting Shipment' as const, addTag: 'packed today' };

    const preview = yes(await at(packer).changeOrders({ ...input, isPreview: true }));
    expect(preview.results.map(({ isDone }) => isDone)).toEqual([true, true, false, false]);
    expect((await read(ids[0] ?? '')).order.status).toBe('Awaiting Fulfillment');

    const changed = yes(await at(packer).changeOrders(input));
    expect(changed.results.map(({ isDone }) => isDone)).toEqual([true, true, false, false]);
    expect(changed.results[2]?.reason).toMatch(/is Cancelled and can’t be set to Awaiting Shipment/);
    yes(await at(packer).changeOrders(input));
    const order = await read(ids[0] ?? '');
    expect(order).toMatchObject({ order: { status: 'Awaiting Shipment' }, tags: ['packed today'] });
    expect((await activityOf(ids[0] ?? '')).map(({ action }) => action)).toEqual(['order.marked', 'order.tagged']);
  });

  test('are exported as CSV that no spreadsheet runs, recorded once', async () => {
    const id = await paidOrder(shop, [1], 'localhost', { firstName: '=HYPERLINK("x")', lastName: 'Smith, "Ada"' });
    const page = yes(await at(owner).exportOrders({ ids: [id] }));
    const [head, row, ...rest] = page.csv.split('\r\n');
    expect(head).toMatch(/^number,market,placed,status,payment,name,email/);
    expect(row).toContain(`"'=HYPERLINK(""x"") Smith, ""Ada"""`);
    expect(rest).toEqual(['']);
    const logged = await shop.database.queryMany({ text: "select id from activity_log where action = 'order.exported'" });
    expect(logged).toHaveLength(1);
  });

  test('are exported by a search whose text is not logged, because nothing in the log can be erased', async () => {
    yes(await at(owner).exportOrders({ q: 'ada.lovelace@example.com', 'filter[status]': 'Shipped' }));

    const logged = await shop.database.queryOne<{ after: unknown }>({
      text: "select after from activity_log where action = 'order.exported' order by id desc limit 1",
    });
    expect(logged?.after).toEqual({ 'filter[status]': ['Shipped'], sort: '-placed', isSearch: true });
  });
});

describe('orders of another market', () => {
  test('do not exist for staff of one market', async () => {
    const id = await paidOrder(shop, [1], 'sg.localhost').catch(() => null);
    const own = await paidOrder(shop, [1]);
    await shop.database.execute({
      text: "insert into roles (name, permissions, markets) select 'Singapore', permissions, array['SG'] from roles where name = 'Manager'",
    });
    const singapore = await signInAs(shop, await createTestStaff(shop.database, { email: 'sing@shop.example', roles: ['Singapore'] }));
    const calls = at(singapore);
    const { version } = await read(own);
    const missing = { ok: false, status: 404, code: 'not_found' };
    expect(await calls.order({ id: own })).toMatchObject(missing);
    expect(await calls.shipOrder({ id: own, version, lines: null, ...SHIPMENT })).toMatchObject(missing);
    expect(await calls.refundOrder({ id: own, version, all: true })).toMatchObject(missing);
    expect(await calls.previewRefund({ id: own, all: true })).toMatchObject(missing);
    expect(await calls.cancelOrder({ id: own, version })).toMatchObject(missing);
    expect(await calls.markOrder({ id: own, version, status: 'Completed' })).toMatchObject(missing);
    expect(await calls.addOrderNote({ id: own, text: 'x' })).toMatchObject(missing);
    expect(await calls.tagOrder({ id: own, add: ['x'] })).toMatchObject(missing);
    expect(await calls.resendOrderMail({ id: own, kind: 'receipt' })).toMatchObject(missing);
    expect(yes(await calls.changeOrders({ ids: [own], addTag: 'x' })).results).toEqual([
      { id: own, number: null, isDone: false, reason: 'We couldn’t find that order.', undo: null },
    ]);
    expect(yes(await calls.orders({})).rows.every(({ market }) => market === 'SG')).toBe(true);
    expect(yes(await calls.exportOrders({ ids: [own] })).rows).toBe(0);
    expect(id === null || (await calls.order({ id })).ok).toBe(true);
  });
});
