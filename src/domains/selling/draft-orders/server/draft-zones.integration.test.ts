/** Delivery zones in orders by phone and in changes of the delivery of an order, over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { deliveryOf } from '#domains/selling/orders/model/delivery-change.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { draftOrderOfficeContract } from '../office-contract.ts';

const ZONE = {
  ...{ name: 'Perth', postcodes: '6000-6199', isExcluded: false, perKilogram: null, freeDelivery: 'market', freeFrom: null },
  bands: [
    { upTo: 10, fee: 18.5 },
    { upTo: 20, fee: 25 },
  ],
};
const ISLANDS = { ...ZONE, name: 'Islands', postcodes: '6798', isExcluded: true, bands: [] };
const HOME = deliveryOf(DETAILS);
const PERTH = { ...HOME, suburb: 'Perth', state: 'WA', postcode: '6000' };
const ALBANY = { ...HOME, suburb: 'Albany', state: 'WA', postcode: '6330' };
const ISLAND = { ...HOME, suburb: 'Christmas Island', state: 'WA', postcode: '6798' };
const NO_DELIVERY = {
  ok: false,
  status: 422,
  code: 'delivery_invalid',
  title: 'We don’t deliver to 6798. Enter a delivery address with another postcode.',
};

let shop: TestShop;
let kim: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 5_000 });
  kim = await signInAs(shop, await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Manager'] }));
  const value = { zones: [ZONE, ISLANDS] };
  yes(await kim.call(settingOfficeContract).saveSetting({ group: 'delivery-zones', scope: 'AU', value, basedOn: 0 }));
});
afterAll(() => shop?.stop());

const seen = ({ id, version }: { readonly id: string; readonly version: number }) => ({ id, version });

test('an order by phone has the fee of the zone by weight, and says at the address where nothing is delivered', async () => {
  const at = kim.call(draftOrderOfficeContract);
  const begun = yes(await at.createDraftOrder({ market: 'AU', email: 'ada@example.com' }));
  const one = yes(await at.addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));

  expect(await at.saveDraftDelivery({ ...seen(one), ...ISLAND })).toMatchObject(NO_DELIVERY);
  const perth = yes(await at.saveDraftDelivery({ ...seen(one), ...PERTH }));
  const two = yes(await at.setDraftQuantity({ ...seen(perth), lineId: perth.lines[0]?.id ?? '', productId: 1, quantity: 2 }));
  const albany = yes(await at.saveDraftDelivery({ ...seen(two), ...ALBANY }));

  expect([one, perth, two, albany].map(({ totals }) => totals.shipping)).toEqual([9.9, 18.5, 25, 14.9]);
});

test('a change of the delivery compares the fees of both postcodes by weight, and goes nowhere without delivery', async () => {
  const guest = await buyer(shop, [1], 'localhost', ALBANY);
  yes(await guest.pay(yes(await guest.placeOrder({}, 74.9)).data.nextUrl));
  const id =
    yes(await guest.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? '';
  const at = kim.call(deliveryOfficeContract);
  const charge = async (state: string, postcode: string) => yes(await at.deliveryCharge({ id, state, postcode }));

  expect(await charge('WA', '6000')).toEqual({ difference: 3.6, refundable: 0 });
  expect(await charge('VIC', '3068')).toEqual({ difference: -5, refundable: 5 });
  expect(await charge('WA', '6330')).toEqual({ difference: 0, refundable: 0 });
  const shown = seen({ id, version: yes(await kim.call(orderOfficeContract).order({ id })).version });
  expect(await at.changeDelivery({ ...shown, ...ISLAND })).toMatchObject(NO_DELIVERY);
  expect(yes(await at.changeDelivery({ ...shown, ...PERTH })).order.details.postcode).toBe('6000');
  expect(await charge('WA', '6330')).toEqual({ difference: -3.6, refundable: 3.6 });
});
