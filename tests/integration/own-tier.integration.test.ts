import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { OFFER_CANARIES } from '#tests/fixtures/canaries.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(...OFFER_CANARIES.map(({ offer }) => offer));
});
afterAll(() => shop.stop());

const idsSeenBy = async (bearer: string, ownTier: 'yes' | 'no'): Promise<string[]> => {
  const result = await shop.call(searchContract).list({ kind: 'wine', ownTier }, { bearer });
  if (!result.ok) throw new Error(result.title);
  return result.value.hits.map(({ objectID }) => objectID).sort();
};

test.each(['GOLD', 'SILVER'] as const)('shows staff on the excluded paths what their own tier %s sees [LOY-11, LOY-13]', async (tier) => {
  const [staff, member] = [await createTestCustomer(shop, { isStaff: true, tier }), await createTestCustomer(shop, { tier })];

  const own = await idsSeenBy(staff.bearer, 'yes');

  expect(own).toEqual(await idsSeenBy(member.bearer, 'yes'));
  expect(own.length).toBeLessThan((await idsSeenBy(staff.bearer, 'no')).length);
});
