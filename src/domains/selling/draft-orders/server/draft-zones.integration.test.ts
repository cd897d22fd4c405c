/** Delivery zones in orders by phone and in changes of the delivery of an order, over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { deliveryOfficeContract } from '#domains/selling/orders/delivery-office-contract.ts';
import { deliveryOf } from '#domains/selling/orders/model/delivery-change.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
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
  expect(yes(await at.changeDelivery({ ...shown, ...PERTH, shopPays: true })).order.details.postcode).toBe('6000');
  // The higher fee of Perth was not charged.
  expect(await charge('WA', '6330')).toEqual({ difference: -3.6, refundable: 0 });
});

test('wines that are added to an order have no fee of the zone, and go with it even where nothing is delivered any more', async () => {
  const guest = await buyer(shop, [1], 'localhost', { ...PERTH, email: 'perth@example.com' });
  yes(await guest.pay(yes(await guest.placeOrder({}, 78.5)).data.nextUrl));
  const orderId =
    yes(await guest.settle())
      .data.nextUrl.split('/')
      .at(-1) ?? '';
  const at = kim.call(draftOrderOfficeContract);
  const begun = yes(await at.addToOrder({ orderId }));
  const added = yes(await at.addDraftWine({ ...seen(begun), offerId: 'one', productId: 1 }));
  expect(added.totals).toMatchObject({ shipping: 0, total: 60 });
  const settings = kim.call(settingOfficeContract);
  const value = { zones: [{ ...ZONE, isExcluded: true, bands: [] }] };
  yes(await settings.saveSetting({ group: 'delivery-zones', scope: 'AU', value, basedOn: 1 }));
  yes(await at.sendDraftLink(seen(added)));
  const { text } = await mailTo(shop, 'perth@example.com', 'Your order is ready to pay');
  const token = /\/checkout\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';

  const shown = yes(await shop.call(checkoutContract).read({ token })).data;
  const details = { ...DETAILS, ...PERTH, email: 'perth@example.com' };
  const placed = await shop.call(checkoutContract).placeOrder({ token, details, dateOfBirth: DATE_OF_BIRTH, expectedTotal: 60 });

  expect(shown).toMatchObject({ cart: { cartTotal: 60 } });
  expect(shown.noDelivery).toBeUndefined();
  expect(placed).toMatchObject({ ok: true });
});
