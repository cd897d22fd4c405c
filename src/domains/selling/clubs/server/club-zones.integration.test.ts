/** Clubs in a market with delivery zones, over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { membershipContract } from '../contract.ts';

const ZONE = { name: 'Perth', postcodes: '6000', isExcluded: false, perKilogram: null, freeDelivery: 'never', freeFrom: null };
const PERTH = { ...DETAILS, suburb: 'Perth', state: 'WA', postcode: '6000' };
const ISLAND = { ...DETAILS, suburb: 'Christmas Island', state: 'WA', postcode: '6798' };
const JOIN = {
  clubId: 'table',
  variantId: 'dozen',
  frequencyId: 'monthly',
  dateOfBirth: DATE_OF_BIRTH,
  agrees: true,
  expectedTotal: 164.9,
};
const NO_DELIVERY = {
  ok: false,
  status: 422,
  code: 'no_delivery',
  title: 'We don’t deliver to 6798. Enter a delivery address with another postcode.',
};

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: 100 }, { offerId: 'six', productId: 2, level: 100 });
  await createClubs(shop, testClub());
  const manager = await signInAs(
    shop,
    await createTestStaff(shop.database, { email: 'kim@shop.example', name: 'Kim', roles: ['Manager'] }),
  );
  const value = {
    zones: [
      { ...ZONE, bands: [{ upTo: 50, fee: 40 }] },
      { ...ZONE, name: 'Islands', postcodes: '6798', isExcluded: true, bands: [] },
    ],
  };
  yes(await manager.call(settingOfficeContract).saveSetting({ group: 'delivery-zones', scope: 'AU', value, basedOn: 0 }));
});
afterAll(() => shop?.stop());

test('a delivery of a club costs the fee of its state, and none goes where nothing is delivered', async () => {
  const { id, bearer } = await createTestCustomer(shop);
  const clubs = shop.call(membershipContract, 'localhost', { authorization: `Bearer ${bearer}` });
  const instrumentId = await storeCard(shop, id);
  const address = await shop.database.queryOne<{ id: number }>({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '1 Gaze Road', 'Christmas Island', 'WA', '6798', false) returning id`,
    values: [id],
  });

  expect(await clubs.join({ ...JOIN, details: ISLAND, instrumentId })).toMatchObject(NO_DELIVERY);
  const { membershipId } = yes(await clubs.join({ ...JOIN, details: PERTH, instrumentId })).data;
  expect(yes(await clubs.memberships({})).data).toMatchObject([{ id: membershipId, deliveries: [{ state: 'paid', total: 164.9 }] }]);
  expect(await clubs.changeAddress({ membershipId, addressId: address?.id ?? 0 })).toMatchObject(NO_DELIVERY);
});
