/** Staff change the delivery of orders, over the real server. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { deliveryOfficeContract } from '../delivery-office-contract.ts';
import { deliveryOf } from '../model/delivery-change.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { cancelOrder } from './cancel-order.ts';
import { anonymiseBuyers } from './customer-order.repository.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';
import { webhookBody } from './webhooks.ts';

const HERE = deliveryOf(DETAILS);
const SYDNEY = { ...HERE, address: '12 Market Lane', suburb: 'Sydney', state: 'NSW', postcode: '2000', instructions: 'Ring twice' };
const BRISBANE = { ...HERE, address: '9 River Road', suburb: 'Brisbane City', state: 'QLD', postcode: '4000' };

let shop: TestShop;
let owner: OfficeBrowser;
let kim: OfficeBrowser;
let reader: OfficeBrowser;
beforeAll(async () => {
  ({ shop, owner, kim, reader } = await createOrderShop());
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(deliveryOfficeContract);
const read = async (id: string, browser = owner) => yes(await browser.call(orderOfficeContract).order({ id }));
const seen = async (id: string) => ({ id, version: (await read(id)).version });
/** Places an order that paid the delivery charge of Queensland, 14.90. @returns its id */
async function orderToBrisbane(): Promise<string> {
  const guest = await buyer(shop, [1], 'localhost', BRISBANE);
  yes(await guest.pay(yes(await guest.placeOrder({}, 74.9)).data.nextUrl));
  return (
    yes(await guest.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? ''
  );
}
const printed = async (kind: 'invoice' | 'packing-slip', id: string) => {
  const { content } = yes(await owner.call(orderOfficeContract).orderDocument({ kind, ids: id }));
  return (await readPdf(Buffer.from(content, 'base64'))).pages.map(({ lines }) => lines.join('\n')).join('\n');
};

describe('a change of the delivery', () => {
  test('is on the order, the packing slip, in the webhook and the buyer’s mail, and not on the invoice or in logs that stay', async () => {
    const id = await paidOrder(shop, [1, 2]);
    const before = await seen(id);

    const changed = yes(await at(kim).changeDelivery({ ...before, ...SYDNEY }));

    expect(changed).toMatchObject({ refund: 'none', order: { details: { ...SYDNEY, email: DETAILS.email } } });
    expect(changed.timeline[0]).toMatchObject({ event: 'delivery_changed', actor: 'Kim' });
    expect(changed.timeline[0]?.note).toContain('1 Queens Parade, Clifton Hill VIC 3068');
    expect(await printed('packing-slip', id)).toContain('12 Market Lane');
    const invoice = await printed('invoice', id);
    expect(invoice).toContain('1 Queens Parade');
    expect(invoice).not.toContain('12 Market Lane');
    const mail = await mailTo(shop, DETAILS.email, `The delivery of your order #${changed.order.number} changed`);
    expect(mail.text).toContain('12 Market Lane');

    const [event] = await shop.database.queryMany<{ id: number; data: Record<string, unknown> }>({
      text: "select id, data from order_events where order_id = $1 and event = 'delivery_changed'",
      values: [id],
    });
    expect(event?.data).toEqual({ fields: ['address', 'instructions'] });
    const announced = { orderId: id, event: 'delivery_changed', at: new Date(), eventId: event?.id ?? 0, actor: 'Kim', data: {} };
    expect(await webhookBody(shop.database, announced)).toContain('12 Market Lane');
    const log = await shop.database.queryMany({ text: 'select action, after from activity_log where subject_id = $1', values: [id] });
    expect(log).toEqual([{ action: 'order.delivery_changed', after: { fields: ['address', 'instructions'] } }]);
  });

  test('is taken back, unless something has happened since', async () => {
    const id = await paidOrder(shop, [1]);
    const changed = yes(await at(kim).changeDelivery({ ...(await seen(id)), ...SYDNEY }));

    const restored = yes(await at(kim).restoreDelivery({ id, event: changed.event }));

    expect(deliveryOf(restored.order.details)).toEqual(HERE);
    expect(restored.timeline[0]).toMatchObject({ event: 'delivery_restored' });
    const again = await at(kim).restoreDelivery({ id, event: changed.event });
    expect(again).toMatchObject({
      ok: false,
      status: 409,
      title: expect.stringMatching(/^Kim changed order #\d+ just now, so its delivery stays as it is\.$/),
    });
    expect(deliveryOf((await read(id)).order.details)).toEqual(HERE);
  });

  test('is made once by a double press, and refused to a colleague who saw the order before', async () => {
    const id = await paidOrder(shop, [1]);
    const input = { ...(await seen(id)), ...SYDNEY };
    const idempotencyKey = randomUUID();

    const answers = await Promise.all(Array.from({ length: 3 }, () => at(kim).changeDelivery(input, { idempotencyKey })));
    const late = await at(owner).changeDelivery({ ...input, ...BRISBANE });

    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(late).toMatchObject({ ok: false, code: 'changed_meanwhile', title: expect.stringMatching(/^Kim changed this/) });
    expect((await read(id)).timeline.filter(({ event }) => event === 'delivery_changed')).toHaveLength(1);
  });

  test.each([
    ['a postcode of another suburb', { postcode: '3121' }, /match/],
    ['a phone number of another country', { phone: '8123 4567' }, /Australian/],
    ['no street', { address: '' }, 'Enter the street and number'],
    ['an address of another market', { suburb: '', state: '', postcode: '288913' }, 'Enter the suburb'],
  ] as const)('is refused as at the checkout: %s', async (_, change, title) => {
    const id = await paidOrder(shop, [1]);
    const refused = await at(kim).changeDelivery({ ...(await seen(id)), ...SYDNEY, ...change });
    expect(refused).toMatchObject({ ok: false, status: 422, code: 'delivery_invalid' });
    if (!refused.ok) expect(refused.title).toMatch(title);
    expect(deliveryOf((await read(id)).order.details)).toEqual(HERE);
  });

  test('is refused with words once something was sent or the order is cancelled, and if nothing is different', async () => {
    const [sent, cancelled, same] = [await paidOrder(shop, [1, 1]), await paidOrder(shop, [1]), await paidOrder(shop, [1])];
    await shipOrder(orderDepsOf(shop), sent, shipmentOf([{ position: 0, quantity: 1 }]));
    await cancelOrder(orderDepsOf(shop), cancelled, { reason: '', actor: 'Sam' });

    const refusals = await Promise.all([sent, cancelled].map(async (id) => at(kim).changeDelivery({ ...(await seen(id)), ...SYDNEY })));

    expect(refusals).toMatchObject([
      { ok: false, status: 409, title: expect.stringMatching(/^Part of order #\d+ was sent/) },
      { ok: false, status: 409, title: expect.stringMatching(/is “Cancelled”, so its delivery can’t be changed/) },
    ]);
    expect((await read(sent)).actions.canChangeDelivery).toBe(false);
    expect(await at(kim).changeDelivery({ ...(await seen(same)), ...HERE })).toMatchObject({
      ok: false,
      title: expect.stringMatching(/^Nothing is different/),
    });
    expect(await at(reader).changeDelivery({ ...(await seen(same)), ...SYDNEY })).toMatchObject({ ok: false, status: 403 });
  });

  test('is dearer only if somebody decides that the shop pays it, which the order and the log say', async () => {
    const id = await paidOrder(shop, [1]);
    expect(yes(await at(kim).deliveryCharge({ id, state: 'QLD' }))).toEqual({ difference: 5, refundable: 0 });
    expect(await at(kim).changeDelivery({ ...(await seen(id)), ...BRISBANE })).toMatchObject({
      ok: false,
      status: 409,
      title: 'Delivery there costs $5.00 more. Confirm that the shop pays it.',
    });

    const changed = yes(await at(kim).changeDelivery({ ...(await seen(id)), ...BRISBANE, shopPays: true }));

    expect(changed.timeline[0]?.note).toContain('The shop pays $5.00 more for the delivery');
    const log = await shop.database.queryMany<{ after: object }>({
      text: 'select after from activity_log where subject_id = $1',
      values: [id],
    });
    expect(log).toEqual([{ after: { fields: ['address'], shopPaysCents: 500 } }]);
    expect(changed.payment).toMatchObject({ state: 'paid', refunded: 0 });
    expect(
      await at(kim).changeDelivery({ id, version: changed.version, ...BRISBANE, phone: '0412 345 679', refundsDifference: true }),
    ).toMatchObject({ ok: false, title: expect.stringMatching(/^Delivery there doesn’t cost less/) });
  });

  test('refunds a cheaper delivery once, and not more than is left of the charge', async () => {
    const id = await orderToBrisbane();
    expect(yes(await at(kim).deliveryCharge({ id, state: 'VIC' }))).toEqual({ difference: -5, refundable: 5 });

    const changed = yes(await at(kim).changeDelivery({ ...(await seen(id)), ...HERE, refundsDifference: true }));

    expect(changed).toMatchObject({ refund: 'done', payment: { refunded: 5, shippingLeft: 9.9 } });
    expect(await at(kim).restoreDelivery({ id, event: changed.event })).toMatchObject({ ok: false, status: 409 });

    const other = await orderToBrisbane();
    await refundOrder(orderDepsOf(shop), other, refundOf({ shipping: true }));
    expect(yes(await at(kim).deliveryCharge({ id: other, state: 'VIC' }))).toEqual({ difference: -5, refundable: 0 });
  });

  test('of an order under check refunds nothing, so that the check goes on', async () => {
    const id = await orderToBrisbane();
    yes(await owner.call(orderOfficeContract).markOrder({ ...(await seen(id)), status: 'Manual Verification Required' }));
    expect(yes(await at(kim).deliveryCharge({ id, state: 'VIC' }))).toEqual({ difference: -5, refundable: 0 });

    const refused = await at(kim).changeDelivery({ ...(await seen(id)), ...HERE, refundsDifference: true });

    expect(refused).toMatchObject({ ok: false, status: 409, title: expect.stringMatching(/^This order is being checked/) });
    const changed = yes(await at(kim).changeDelivery({ ...(await seen(id)), ...HERE }));
    expect(changed).toMatchObject({ refund: 'none', payment: { refunded: 0 }, order: { status: 'Manual Verification Required' } });
  });

  test('forgets the addresses when the buyer is erased', async () => {
    const id = await paidOrder(shop, [1]);
    yes(await at(kim).changeDelivery({ ...(await seen(id)), ...SYDNEY }));
    await cancelOrder(orderDepsOf(shop), id, { reason: '', actor: 'Sam' });
    await shop.database.execute({ text: "insert into order_events (order_id, event) values ($1, 'account_deleted')", values: [id] });

    await anonymiseBuyers(shop.database);

    const order = await read(id);
    expect(JSON.stringify(order)).not.toMatch(/Market Lane|Queens Parade/);
    expect(await printed('invoice', id)).not.toContain(ADDRESS.address);
    expect(await shop.database.queryMany({ text: 'select 1 from order_delivery_changes where order_id = $1', values: [id] })).toEqual([]);
  });
});
