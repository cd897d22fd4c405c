/** Buyers choose the day of a delivery, or have an order held, over the real server. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { deliveryEstimateRecord } from '#domains/selling/shipping/model/estimate-record.ts';
import { writeDeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { DELIVERY_DAYS } from '#domains/settings/model/groups/delivery-days.ts';
import { DELIVERY_ZONES } from '#domains/settings/model/groups/delivery-zones.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { orderContract } from '../contract.ts';
import { deliveryOfficeContract } from '../delivery-office-contract.ts';
import { deliveryOf } from '../model/delivery-change.ts';
import { orderOfficeContract } from '../office-contract.ts';
import { setOrderStatus } from './order-deps.ts';
import { refundOrder } from './refund-order.ts';

let shop: TestShop;
let kim: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  await shop.database.transaction(async (transaction) => {
    await writeDeliveryEstimates(transaction, [
      deliveryEstimateRecord.parse({ record: 'delivery-estimate', market: 'AU', area: '3', submittedToDeliveredDays: 1 }),
    ]);
  });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Orders'] }));
  await saveFor(DELIVERY_DAYS.id, {
    ...DELIVERY_DAYS.defaults('AU', shop.running.services.settings.start),
    ...{ offersDays: true, daysAhead: 30, offersHold: true },
  });
});
afterAll(() => shop?.stop());

/** Saves the first version of a group in Australia. */
async function saveFor(group: string, value: object): Promise<void> {
  const { settings } = shop.running.services;
  await saveSetting(
    { database: shop.database, sites: DEFAULT_SITES, start: settings.start },
    { group, scope: 'AU', value, effectiveFrom: null, basedOn: 0, author: 'Olive' },
  );
  await vi.waitFor(() => expect(settings.versions(group, 'AU')).toHaveLength(1));
}

const office = () => kim.call(orderOfficeContract);
const at = () => kim.call(deliveryOfficeContract);
const read = async (id: string) => yes(await office().order({ id }));
const orderOf = async (details: object): Promise<string> => paidOrder(shop, [1], 'localhost', details);
const pageOf = async (id: string) => (await send(shop.running.port, 'localhost', 'GET', `/order/${id}`)).text;
const expectedOf = async (id: string) => yes(await shop.call(orderContract).order({ id })).expectedDelivery;
const listed = async (task: 'to_send' | 'to_send_today') =>
  yes(await office().orders({ 'filter[task]': task, limit: 100 })).rows.map(({ id }) => id);
const pickList = (ids: string) => office().orderDocument({ kind: 'pick-list', ids });

/** What is offered in Clifton Hill now. */
async function offered() {
  const { token } = await buyer(shop, [1]);
  const view = yes(await shop.call(checkoutContract).saveDetails({ token, details: DETAILS })).data;
  const { days = [], hold } = view.deliveryDays ?? {};
  return { days, last: days.at(-1) ?? '', hold: hold ?? { from: '', until: '' } };
}

describe('the cart', () => {
  test('names the days and the hold of the checkout for a postcode, and nothing without one [SHIP-23]', async () => {
    const { deliveryChoices } = shop.call(shippingContract);
    const { days, hold } = await offered();
    expect(yes(await deliveryChoices({ to: DETAILS.postcode }))).toEqual({ places: [], days, hold });
    for (const to of ['', '4000', 'abc']) expect(yes(await deliveryChoices({ to }))).toEqual({ places: [], days: [], hold: null });
    expect(yes(await shop.call(shippingContract, 'sg.localhost').deliveryChoices({ to: '238801' }))).toMatchObject({
      days: [],
      hold: null,
    });
  });

  test('names neither for a postcode where nothing is delivered [SHIP-24]', async () => {
    const choices = async () => yes(await shop.call(shippingContract).deliveryChoices({ to: '3121' }));
    const before = await choices();
    await saveFor(DELIVERY_ZONES.id, {
      zones: [
        {
          ...{ name: 'Richmond', postcodes: '3121', isExcluded: true, bands: [], perKilogram: null },
          ...{ freeDelivery: 'market', freeFrom: null },
        },
      ],
    });

    expect(before.days).not.toEqual([]);
    expect(await choices()).toEqual({ places: [], days: [], hold: null });
  });
});

describe('the checkout', () => {
  test('offers days once the postcode is known, and nothing changes for who chooses none [SHIP-23]', async () => {
    const { token } = await buyer(shop, [1]);
    const checkout = shop.call(checkoutContract);
    const without = yes(await checkout.saveDetails({ token, details: { ...DETAILS, postcode: '' } })).data;
    const { days, hold } = await offered();

    expect(without).not.toHaveProperty('deliveryDays');
    expect(days.length).toBeGreaterThan(10);
    expect(hold.from > todayIn('AU', new Date())).toBe(true);
    const order = await orderAt(shop, `/order/${await orderOf({})}`);
    expect(order).not.toHaveProperty('dispatchOn');
    expect(order.details).not.toHaveProperty('deliveryDay');
  });

  test('refuses a day that is not offered, and says which are', async () => {
    const { days, hold } = await offered();
    const guest = await buyer(shop, [1]);

    const past = await guest.placeOrder({ deliveryDay: '2020-01-06' });
    const late = await guest.placeOrder({ holdUntil: '2099-01-01' });
    const both = await guest.placeOrder({ deliveryDay: days[0], holdUntil: hold.from });

    expect(past).toMatchObject({ ok: false, status: 422, code: 'details_invalid' });
    expect(past.ok ? '' : past.title).toContain(`Delivery days: ${days.join(', ')}`);
    expect(late.ok ? '' : late.title).toContain(`from ${hold.from} to ${hold.until}`);
    expect(both.ok ? '' : both.title).toContain('not both');
  });
});

describe('an order with a day', () => {
  test('is expected on it, on its page, in the mail and in the calendar, and is sent in time', async () => {
    const { last } = await offered();
    const id = await orderOf({ deliveryDay: last });

    const { order } = await read(id);

    expect(await expectedOf(id)).toEqual({ date: last, latest: last });
    expect(order.dispatchOn !== undefined && order.dispatchOn < last).toBe(true);
    expect((await mailTo(shop, DETAILS.email, `order #${order.number}`)).text).toContain('Delivery on ');
    const calendar = await send(shop.running.port, 'localhost', 'GET', `/order/${id}/delivery.ics`);
    expect(calendar.text).toContain(last.replaceAll('-', ''));
  });

  test('is still expected on it after a part was refunded, and its page has the file', async () => {
    const { last } = await offered();
    const id = await paidOrder(shop, [1, 1], 'localhost', { deliveryDay: last });

    await refundOrder(orderDepsOf(shop), id, refundOf({ amountCents: 500 }));

    expect((await read(id)).order.status).toBe('Partially Refunded');
    expect(await expectedOf(id)).toEqual({ date: last, latest: last });
    expect(await pageOf(id)).toContain('delivery.ics');
  });

  test('keeps it on its page while the order is checked, without a promise', async () => {
    const { last } = await offered();
    const id = await orderOf({ deliveryDay: last });

    await setOrderStatus(orderDepsOf(shop), id, 'Manual Verification Required', 'Sam');

    expect(await expectedOf(id)).toBeNull();
    const page = await pageOf(id);
    expect(page).toContain(`Delivery on ${formatDay('AU', last)}`);
    expect(page).not.toContain('delivery.ics');
  });

  test('is neither among what is to be sent today nor on the pick list until its day of dispatch', async () => {
    const { last } = await offered();
    const [later, now] = [await orderOf({ deliveryDay: last }), await orderOf({})];

    expect(await listed('to_send')).toEqual(expect.arrayContaining([later, now]));
    expect(await listed('to_send_today')).toContain(now);
    expect(await listed('to_send_today')).not.toContain(later);
    expect(await pickList(later)).toMatchObject({ ok: false, code: 'nothing_to_print' });
    expect(yes(await pickList(`${later},${now}`)).omitted).toEqual([(await read(later)).order.number]);

    await shop.database.execute({
      text: `update orders set details = details || '{"dispatchOn": "2026-01-05"}' where id = $1`,
      values: [later],
    });
    expect(await listed('to_send_today')).toContain(later);
    expect(yes(await pickList(later)).omitted).toEqual([]);
  });

  test('that is held is sent and expected afterwards', async () => {
    const { hold } = await offered();
    const id = await orderOf({ holdUntil: hold.until });

    const { order } = await read(id);

    expect((order.dispatchOn ?? '') >= hold.until).toBe(true);
    expect(((await expectedOf(id))?.date ?? '') > hold.until).toBe(true);
  });
});

describe('staff', () => {
  test('change the day with the delivery, and take that back', async () => {
    const { days, last } = await offered();
    const id = await orderOf({ deliveryDay: last });
    const before = await read(id);
    const other = days[3] ?? '';
    expect(yes(await at().deliveryDays({ id, postcode: DETAILS.postcode })).offer?.days).toEqual(days);

    const address = deliveryOf(DETAILS);
    const changed = yes(await at().changeDelivery({ ...address, id, version: before.version, deliveryDay: other, holdUntil: '' }));

    expect(changed.order.details.deliveryDay).toBe(other);
    expect((changed.order.dispatchOn ?? '') < (before.order.dispatchOn ?? '')).toBe(true);
    expect(changed.timeline[0]).toMatchObject({ event: 'delivery_changed' });
    const restored = yes(await at().restoreDelivery({ id, event: changed.event }));
    expect(restored.order).toMatchObject({ details: { deliveryDay: last }, dispatchOn: before.order.dispatchOn });
  });

  test('send as soon as possible instead, and leave the day alone while they correct something else', async () => {
    const { last } = await offered();
    const id = await orderOf({ deliveryDay: last });
    const address = { ...deliveryOf(DETAILS), id };
    const { version, order } = await read(id);

    const corrected = yes(await at().changeDelivery({ ...address, version, instructions: 'Ring twice' }));
    expect(corrected.order).toMatchObject({ details: { deliveryDay: last }, dispatchOn: order.dispatchOn });
    const soon = { ...address, version: corrected.version, instructions: 'Ring twice', deliveryDay: '', holdUntil: '' };
    const sooner = yes(await at().changeDelivery(soon));

    expect(sooner.order).not.toHaveProperty('dispatchOn');
    expect(sooner.order.details).not.toHaveProperty('deliveryDay');
  });

  test('leave the day of dispatch alone too, where the settings have changed since', async () => {
    const { last } = await offered();
    const id = await orderOf({ deliveryDay: last });
    await shop.database.execute({
      text: `update orders set details = details || '{"dispatchOn": "2026-01-05"}' where id = $1`,
      values: [id],
    });
    const same = { ...deliveryOf(DETAILS), id, deliveryDay: last, holdUntil: '' };

    const corrected = yes(await at().changeDelivery({ ...same, version: (await read(id)).version, instructions: 'Ring twice' }));
    expect(corrected.order.dispatchOn).toBe('2026-01-05');
    const moved = { ...same, version: corrected.version, instructions: 'Ring twice', address: '2 Queens Parade' };
    expect(yes(await at().changeDelivery(moved)).order.dispatchOn).not.toBe('2026-01-05');
  });

  test('are refused a day that is not offered', async () => {
    const id = await orderOf({});
    const { version } = await read(id);

    const refused = await at().changeDelivery({ ...deliveryOf(DETAILS), id, version, deliveryDay: '2020-01-06' });

    expect(refused).toMatchObject({ ok: false, status: 422, code: 'delivery_invalid' });
    expect(refused.ok ? '' : refused.title).toContain('Delivery days:');
  });
});
