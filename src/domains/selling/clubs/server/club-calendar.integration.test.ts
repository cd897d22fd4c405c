import { afterAll, beforeAll, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, createMember, remindMember, testClub } from '#tests/fixtures/clubs.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { clubOfficeContract } from '../office-contract.ts';

let shop: TestShop;
let cleo: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: 5, packSize: 12 }, { offerId: 'six', productId: 2, level: 0 });
  await createClubs(shop, testClub(), testClub({ id: 'table-sg', slug: 'table', market: 'SG' }));
  cleo = await signInAs(shop, await createTestStaff(shop.database, { email: 'cleo@shop.example', roles: ['Clubs'] }));
});
afterAll(() => shop?.stop());

test('the calendar counts cases and bottles by day, and what is missing once earlier days are served', async () => {
  const members = [await createMember(shop), await createMember(shop), await createMember(shop), await createMember(shop)];
  const [first, second, third, paused] = members;
  if (!first || !second || !third || !paused) throw new Error('four members');
  await remindMember(shop, first, 2);
  await remindMember(shop, second, 2);
  await remindMember(shop, third, 4);
  await remindMember(shop, paused, 4);
  const { version } = yes(await cleo.call(clubOfficeContract).member({ id: paused.id }));
  yes(await cleo.call(clubOfficeContract).pauseMember({ id: paused.id, version }));

  const { runs, clubs } = yes(await cleo.call(clubOfficeContract).clubCalendar({}));
  // One of five cases is left: the other four are sold.
  expect(runs.map(({ cases, bottles, amount, inStock, missing }) => ({ cases, bottles, amount, inStock, missing }))).toEqual([
    { cases: 2, bottles: 24, amount: 300, inStock: 1, missing: 1 },
    { cases: 1, bottles: 12, amount: 150, inStock: 1, missing: 1 },
  ]);
  expect(clubs.find(({ id }) => id === 'table')).toMatchObject({ active: 3, paused: 1, joined: 4, left: 0, amount: 450 });

  const { version: now } = yes(await cleo.call(clubOfficeContract).member({ id: first.id }));
  yes(await cleo.call(clubOfficeContract).cancelMember({ id: first.id, version: now }));
  expect(yes(await cleo.call(clubOfficeContract).clubCalendar({})).clubs.find(({ id }) => id === 'table')).toMatchObject({
    active: 2,
    left: 1,
  });
});

test('the calendar has only clubs of the markets of the person', async () => {
  await shop.database.execute({
    text: "insert into roles (name, description, permissions, markets, refund_limit_cents) values ('Singapore', '', '{clubs.read}', '{SG}', 0)",
  });
  const sela = await signInAs(shop, await createTestStaff(shop.database, { email: 'sela@shop.example', roles: ['Singapore'] }));
  const { runs, clubs } = yes(await sela.call(clubOfficeContract).clubCalendar({}));
  expect(runs).toEqual([]);
  expect(clubs.map(({ id }) => id)).toEqual(['table-sg']);
});
