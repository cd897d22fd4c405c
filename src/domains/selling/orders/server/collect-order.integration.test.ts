/** Buyers collect their orders in a store, over the real server. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { collectionOfficeContract } from '../collection-office-contract.ts';
import { deliveryOfficeContract } from '../delivery-office-contract.ts';
import { labelOfficeContract } from '../labels-contract.ts';
import { deliveryOf } from '../model/delivery-change.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { orderData } from './customer-order.repository.ts';
import { refundOrder } from './refund-order.ts';
import { shipOrder } from './ship-order.ts';
import { webhookBody } from './webhooks.ts';

const PLACE = {
  name: 'Cellar door',
  address: '5 Barrel Lane, Richmond VIC 3121',
  state: 'VIC',
  hours: 'Mon to Sat, 10 am to 6 pm',
  bring: 'Photo ID',
} as const;
const CASE_PRICE = 60;
const CHOICE = { collectFrom: PLACE.name } as const;
/** A buyer who collects need not say where they live. */
const NO_ADDRESS = { address: '', suburb: '', state: '', postcode: '' } as const;

let shop: TestShop;
let kim: OfficeBrowser;
let reader: OfficeBrowser;

/** Switches collecting on or off in AU. @param basedOn versions saved before */
async function saveCollection(value: { isOffered: boolean; places: object[] }, basedOn: number): Promise<void> {
  const { settings } = shop.running.services;
  await saveSetting(
    { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
    { group: 'collection', scope: 'AU', value, effectiveFrom: null, basedOn, author: 'Olive' },
  );
  await vi.waitFor(() => expect(settings.versions('collection', 'AU')).toHaveLength(basedOn + 1));
}

beforeAll(async () => {
  ({ shop, kim, reader } = await createOrderShop());
  await saveCollection({ isOffered: true, places: [PLACE] }, 0);
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(collectionOfficeContract);
const read = async (id: string) => yes(await kim.call(orderOfficeContract).order({ id }));
const seen = async (id: string) => ({ id, version: (await read(id)).version });

/** Places an order that is collected. @returns its id */
async function collectedOrder(productIds: readonly number[] = [1]): Promise<string> {
  const guest = await buyer(shop, productIds, 'localhost', { ...NO_ADDRESS, ...CHOICE });
  yes(await guest.pay(yes(await guest.placeOrder({}, CASE_PRICE * productIds.length)).data.nextUrl));
  const { nextUrl } = yes(await guest.settle()).data;
  return nextUrl.split('/').at(-1) ?? '';
}

/** Makes an order ready. @returns the code in the buyer's email */
async function ready(id: string): Promise<string> {
  const { order } = yes(await at(kim).makeReady(await seen(id)));
  const mail = await mailTo(shop, DETAILS.email, `Your order #${order.number} is ready to collect`);
  return /[A-Z0-9]{3}-[A-Z0-9]{3}/.exec(mail.text)?.[0] ?? '';
}

const mailsWith = async (subject: string) => (await readMailbox(shop.database, 1_000)).filter((mail) => mail.subject === subject);

describe('at checkout', () => {
  test('the choice is offered where it is switched on, and delivery stays the default', async () => {
    const { token } = await buyer(shop, [1]);
    const checkout = shop.call(checkoutContract);

    const delivered = yes(await checkout.saveDetails({ token, details: DETAILS })).data;
    const collected = yes(await checkout.saveDetails({ token, details: { ...DETAILS, ...CHOICE } })).data;

    expect(delivered).toMatchObject({ collection: [PLACE], cart: { shippingTotal: 9.9, cartTotal: 69.9 } });
    expect(delivered.details.collectFrom).toBeUndefined();
    expect(collected).toMatchObject({ details: CHOICE, cart: { shippingTotal: 0, cartTotal: CASE_PRICE, isFreeShipping: false } });
  });

  test('the cart names the places of its market, without a postcode too [SHIP-22]', async () => {
    const { name, address, hours } = PLACE;
    expect(yes(await shop.call(shippingContract).deliveryChoices({ to: '' })).places).toEqual([{ name, address, hours }]);
    expect(yes(await shop.call(shippingContract, 'sg.localhost').deliveryChoices({ to: '' })).places).toEqual([]);
  });

  test('nothing about it is answered in a market where it is off', async () => {
    const carts = shop.call(cartContract, 'sg.localhost');
    await shop.stock({ offerId: 'sg', productId: 9, level: 50 });
    const { data: cart } = yes(await carts.create({ offer: {}, productId: 9 }));
    const checkout = shop.call(checkoutContract, 'sg.localhost');
    const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;

    const view = yes(await checkout.read({ token: checkoutUrl.split('/').at(-1) ?? '' })).data;

    expect(view).not.toHaveProperty('collection');
  });

  test('costs nothing, needs no address, and drops one that was typed', async () => {
    const id = await collectedOrder();

    const order = await orderAt(shop, `/order/${id}`);

    expect(order).toMatchObject({ total: CASE_PRICE, shippingTotal: 0, collection: { ...PLACE, code: null } });
    expect(order.details).toMatchObject({ ...NO_ADDRESS, ...CHOICE, firstName: 'Grace' });
    const typed = await buyer(shop, [1], 'localhost', CHOICE);
    yes(await typed.pay(yes(await typed.placeOrder({}, CASE_PRICE)).data.nextUrl));
    const { nextUrl } = yes(await typed.settle()).data;
    expect((await orderAt(shop, nextUrl)).details).toMatchObject(NO_ADDRESS);
  });

  test.each([
    ['a place that is not offered', { collectFrom: 'The moon' }, 'You can’t collect there. Choose delivery or one of: Cellar door.'],
    ['no name', { ...CHOICE, firstName: '' }, 'Enter your first name'],
    ['no phone number', { ...CHOICE, phone: '1' }, 'phone'],
  ])('refuses %s', async (_, details, reason) => {
    const guest = await buyer(shop, [1]);

    const placed = await guest.placeOrder(details, CASE_PRICE);

    expect(placed).toMatchObject({ ok: false, status: 422, code: 'details_invalid' });
    expect(placed.ok ? '' : placed.title).toContain(reason);
  });

  test('asks for the same age as delivery', async () => {
    const { token } = await buyer(shop, [1]);
    const details = { ...DETAILS, ...CHOICE };
    const young = await shop.call(checkoutContract).placeOrder({ token, details, dateOfBirth: '2015-01-01', expectedTotal: CASE_PRICE });

    expect(young).toMatchObject({ ok: false, code: 'under_age' });
  });

  test('refuses the total of the other choice, so that nobody pays what they did not see', async () => {
    const guest = await buyer(shop, [1]);

    expect(await guest.placeOrder(CHOICE, 69.9)).toMatchObject({ ok: false, code: 'total_changed' });
    expect(await guest.placeOrder({}, CASE_PRICE)).toMatchObject({ ok: false, code: 'total_changed' });
  });

  test('ends the draft of the other choice when the buyer changes it at the payment page', async () => {
    const guest = await buyer(shop, [1]);
    yes(await guest.placeOrder({}, 69.9));

    yes(await guest.pay(yes(await guest.placeOrder(CHOICE, CASE_PRICE)).data.nextUrl));

    expect(await orderAt(shop, yes(await guest.settle()).data.nextUrl)).toMatchObject({ total: CASE_PRICE, collection: PLACE });
  });

  test('ends that draft too where both choices cost the same', async () => {
    const guest = await buyer(shop, [1, 1, 1]);
    yes(await guest.placeOrder({}, 3 * CASE_PRICE));

    yes(await guest.pay(yes(await guest.placeOrder(CHOICE, 3 * CASE_PRICE)).data.nextUrl));

    expect(await orderAt(shop, yes(await guest.settle()).data.nextUrl)).toMatchObject({ collection: PLACE });
    const back = await buyer(shop, [1, 1, 1]);
    yes(await back.placeOrder(CHOICE, 3 * CASE_PRICE));
    yes(await back.pay(yes(await back.placeOrder({}, 3 * CASE_PRICE)).data.nextUrl));
    expect(await orderAt(shop, yes(await back.settle()).data.nextUrl)).not.toHaveProperty('collection');
  });
});

describe('in the store', () => {
  test('an order is made ready, handed over with the code, and is delivered in the record of deliveries', async () => {
    const id = await collectedOrder([1, 2]);
    expect((await read(id)).actions).toMatchObject({ canMakeReady: true, canHandOver: false, canShip: false, canChangeDelivery: false });

    const code = await ready(id);
    expect(code).not.toBe('');
    expect((await orderAt(shop, `/order/${id}`)).collection?.code).toBe(code);
    expect(JSON.stringify(await read(id))).not.toContain(code);

    const handed = yes(await at(kim).handOver({ ...(await seen(id)), code: code.toLowerCase(), ageChecked: true }));

    expect(handed.order).toMatchObject({ status: 'Completed', statusGroup: 'delivered' });
    expect(handed.outcomes).toMatchObject([{ outcome: 'delivered', actor: 'Kim' }]);
    expect(handed.lines.map(({ unshipped }) => unshipped)).toEqual([0, 0]);
    expect(handed.timeline[0]).toMatchObject({ event: 'collected', actor: 'Kim', detail: 'by code' });
    const order = await orderAt(shop, `/order/${id}`);
    expect(order.collection?.code).toBeNull();
    expect(order.timeline.map(({ event }) => event)).toEqual(['drafted', 'placed', 'ready_to_collect', 'collected']);
  });

  test.each([
    ['a wrong code', { code: 'AAA-AAA', nameChecked: true, ageChecked: true }, 'code_wrong'],
    ['neither code nor name', { ageChecked: true }, 'identity_unchecked'],
    ['no proof of age', { nameChecked: true }, 'age_unchecked'],
  ])('nothing is handed over with %s', async (_, check, code) => {
    const id = await collectedOrder();
    await ready(id);

    expect(await at(kim).handOver({ ...(await seen(id)), ...check })).toMatchObject({ ok: false, status: 422, code });

    expect((await read(id)).order.status).toBe('Awaiting Pickup');
  });

  test('staff read the code neither in messages to other systems nor in a customer’s data', async () => {
    const id = await collectedOrder();
    const code = await ready(id);
    const announced = { orderId: id, event: 'ready_to_collect', at: new Date(), eventId: 1, actor: 'Kim', data: {} };

    const texts = [await webhookBody(shop.database, announced), JSON.stringify(await orderData.read(shop.database, { id: 0 }))];

    for (const text of texts) {
      expect(text).toContain(PLACE.address);
      for (const written of [code, code.replace('-', '')]) expect(text).not.toContain(written);
    }
  });

  test('an order that was refunded in part while it waits is emailed with its code again, and handed over', async () => {
    const id = await collectedOrder([1, 2]);
    const code = await ready(id);
    await refundOrder(orderDepsOf(shop), id, refundOf({ lines: [{ position: 0, quantity: 1 }] }));
    const { order, mails } = await read(id);
    expect(order.status).toBe('Partially Refunded');
    expect(mails.map(({ kind }) => kind)).toContain('ready-to-collect');
    const subject = `Your order #${order.number} is ready to collect`;
    const before = await mailsWith(subject);

    yes(await kim.call(orderOfficeContract).resendOrderMail({ id, kind: 'ready-to-collect' }));

    await expect.poll(() => mailsWith(subject), { timeout: 20_000 }).toHaveLength(before.length + 1);
    for (const { text } of await mailsWith(subject)) expect(text).toContain(code);
    const handed = yes(await at(kim).handOver({ ...(await seen(id)), code, ageChecked: true }));
    expect(handed.order).toMatchObject({ status: 'Completed', shipments: [{ lines: [{ quantity: 1 }] }] });
  });

  test('is handed over once, to whoever presses first', async () => {
    const id = await collectedOrder();
    await ready(id);
    const version = await seen(id);
    const check = { ...version, nameChecked: true, ageChecked: true };

    const both = await Promise.all([at(kim).handOver(check), at(kim).handOver(check)]);

    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await read(id)).order.shipments).toHaveLength(1);
    expect(await at(kim).handOver({ ...check, ...(await seen(id)) })).toMatchObject({ ok: false, code: 'action_refused' });
  });

  test('is neither made ready nor handed over while its payment is disputed', async () => {
    const [packed, waiting] = [await collectedOrder(), await collectedOrder()];
    await ready(waiting);
    for (const id of [packed, waiting])
      await shop.database.execute({
        text: `insert into order_disputes (gateway, id, order_id, amount_cents, reason, status, status_before)
          select 'sandbox', 'dispute ' || id, id, total_cents, 'fraudulent', 'open', status from orders where id = $1`,
        values: [id],
      });

    const refused = { ok: false, status: 409, code: 'action_refused', title: expect.stringContaining('disputed') };
    expect(await at(kim).makeReady(await seen(packed))).toMatchObject(refused);
    expect(await at(kim).handOver({ ...(await seen(waiting)), nameChecked: true, ageChecked: true })).toMatchObject(refused);
    expect((await read(waiting)).actions).toMatchObject({ canHandOver: false });
  });

  test('is not handed over before it is ready, and not made ready twice', async () => {
    const id = await collectedOrder();
    expect(await at(kim).handOver({ ...(await seen(id)), nameChecked: true, ageChecked: true })).toMatchObject({ code: 'action_refused' });
    await ready(id);
    expect(await at(kim).makeReady(await seen(id))).toMatchObject({ ok: false, code: 'action_refused' });
  });

  test.each(['Awaiting Pickup', 'Completed'] as const)('is not marked %s among others, which the preview says', async (status) => {
    const [collected, sent] = [await collectedOrder(), await paidOrder(shop, [1])];
    await shipOrder(orderDepsOf(shop), sent, shipmentOf());
    const input = { ids: [collected, status === 'Completed' ? sent : await paidOrder(shop, [1])], status };
    const change = async (isPreview: boolean) => yes(await kim.call(orderOfficeContract).changeOrders({ ...input, isPreview })).results;
    const expected = [
      { isDone: false, reason: expect.stringContaining('is collected in store. Use “Ready to collect”') },
      { isDone: true },
    ];

    expect(await change(true)).toMatchObject(expected);
    expect(await change(false)).toMatchObject(expected);
  });

  test('is neither sent, labelled, moved nor marked by hand', async () => {
    const id = await collectedOrder();

    await expect(shipOrder(orderDepsOf(shop), id, shipmentOf())).rejects.toThrow('is collected in store');
    const labels = yes(await kim.call(labelOfficeContract).buyLabels({ orders: [{ id, parcels: 1, seen: [] }] }));
    expect(labels.results).toMatchObject([{ isDone: false }]);
    const moved = { ...deliveryOf(DETAILS), ...(await seen(id)) };
    expect(await kim.call(deliveryOfficeContract).changeDelivery(moved)).toMatchObject({ ok: false, code: 'action_refused' });
    const marked = await kim.call(orderOfficeContract).markOrder({ ...(await seen(id)), status: 'Completed' });
    expect(marked).toMatchObject({ ok: false, code: 'action_refused' });
    expect((await read(id)).actions.statuses).not.toContain('Completed');
  });

  test('an order that is delivered is not made ready', async () => {
    const id = await paidOrder(shop, [1]);

    expect(await at(kim).makeReady(await seen(id))).toMatchObject({ ok: false, code: 'action_refused' });
    expect((await read(id)).order).not.toHaveProperty('collection');
  });

  test('only whoever may send orders may hand them over', async () => {
    const id = await collectedOrder();

    expect(await at(reader).makeReady(await seen(id))).toMatchObject({ ok: false, status: 403 });
  });

  test('the list has them apart', async () => {
    const id = await collectedOrder();
    const sent = await paidOrder(shop, [1]);
    const list = async (handover: 'collect' | 'send') =>
      yes(await kim.call(orderOfficeContract).orders({ 'filter[handover]': handover, limit: 100 })).rows;

    const collected = await list('collect');

    expect(collected.find((row) => row.id === id)?.collectFrom).toBe(PLACE.name);
    expect(collected.map((row) => row.id)).not.toContain(sent);
    expect((await list('send')).map((row) => row.id)).toContain(sent);
    expect((await list('send')).map((row) => row.id)).not.toContain(id);
  });

  test('the packing slip and the receipt name the place and who may collect', async () => {
    const id = await collectedOrder();
    const { order } = await read(id);
    const { content } = yes(await kim.call(orderOfficeContract).orderDocument({ kind: 'packing-slip', ids: id }));
    const slip = (await readPdf(Buffer.from(content, 'base64'))).pages.map(({ lines }) => lines.join('\n')).join('\n');
    const receipt = await mailTo(shop, DETAILS.email, `order #${order.number}`);

    for (const text of [slip, receipt.text]) {
      expect(text).toContain(PLACE.name);
      expect(text).toContain('Whoever collects it must be aged 18');
    }
    expect(receipt.text).toContain(PLACE.hours);
  });

  test('keeps the place as it was when the order was placed', async () => {
    const id = await collectedOrder();
    const guest = await buyer(shop, [1]);

    await saveCollection({ isOffered: false, places: [{ ...PLACE, name: 'Elsewhere' }] }, 1);

    expect((await read(id)).order.collection?.name).toBe(PLACE.name);
    expect(await guest.placeOrder(CHOICE, CASE_PRICE)).toMatchObject({ ok: false, code: 'details_invalid' });
    expect(yes(await guest.placeOrder({}, 69.9)).data.nextUrl).not.toBe('');
  });
});
