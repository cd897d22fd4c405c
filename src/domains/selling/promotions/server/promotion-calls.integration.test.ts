import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { promotionContract } from '../contract.ts';

let shop: TestShop;
let owner: TestCustomer;
let other: TestCustomer;

const callsOf = (customer: TestCustomer | null) =>
  shop.call(promotionContract, 'localhost', customer ? { authorization: `Bearer ${customer.bearer}` } : {});

beforeAll(async () => {
  shop = await createTestShop();
  owner = await createTestCustomer(shop);
  other = await createTestCustomer(shop, { tier: 'GOLD' });
  await shop.stock(
    { offerId: 'open', productId: 1 },
    { offerId: 'gold', productId: 2, tiersEligible: ['GOLD'] },
    { offerId: 'secret', productId: 3, secret: true },
    { offerId: 'later', productId: 4, startsAt: '2099-01-01T00:00:00Z' },
    { offerId: 'australian', productId: 5, audience: 'AU', prices: { AU: { packPrice: 60 } } },
  );
  const off = [{ kind: 'amount' as const, amount: 5 }];
  await shop.promotions(
    { id: 1, name: 'Future', code: 'FUTURE', startsAt: '2099-01-01T00:00:00Z', actions: off },
    { id: 2, name: 'Over', code: 'OVER', endsAt: '2020-01-01T00:00:00Z', actions: off },
    { id: 3, name: 'Birthday', code: 'BIRTHDAY-X', customerIds: [owner.id], actions: off },
    { id: 4, name: `Referral_code_${owner.id}`, code: 'FRIEND-X', firstOrderOnly: true, actions: off },
    {
      id: 5,
      name: 'Scoped',
      code: 'SCOPED',
      scope: { offerIds: ['secret', 'open', 'gold', 'later', 'nowhere'], productIds: [4, 3, 2, 1, 99] },
      actions: [{ kind: 'gift', offerId: 'gold' }],
    },
    { id: 6, name: 'In Australia', code: 'INAU', scope: { offerIds: ['australian'] }, actions: off },
  );
});
afterAll(() => shop.stop());

describe('a promotion that the caller cannot use now', () => {
  test.each([
    ['has not started', 1, 'FUTURE'],
    ['has ended', 2, 'OVER'],
    ['belongs to another customer', 3, 'BIRTHDAY-X'],
  ])('gives the response of an unknown one if it %s', async (_, promotionId, code) => {
    for (const calls of [callsOf(null), callsOf(other)]) {
      expect(await calls.single({ promotionId })).toEqual(await calls.single({ promotionId: 999 }));
      expect(await calls.byCode({ code })).toMatchObject({
        ok: false,
        status: 404,
        code: 'coupon_invalid',
        title: `The coupon ${code} is not valid.`,
      });
    }
  });

  test('is shown to the customer it is restricted to', async () => {
    expect(await callsOf(owner).single({ promotionId: 3 })).toMatchObject({ ok: true, value: { data: { name: 'Birthday' } } });
    expect(await callsOf(owner).byCode({ code: 'birthday-x' })).toMatchObject({ ok: true });
  });
});

test('shows the referring customer of a referral promotion only to its owner', async () => {
  for (const calls of [callsOf(null), callsOf(other)]) {
    expect(await calls.byCode({ code: 'FRIEND-X' })).toMatchObject({ value: { data: { id: 4, name: 'Referral code' } } });
    expect(await calls.single({ promotionId: 4 })).toMatchObject({ value: { data: { id: 4, name: 'Referral code' } } });
  }
  expect(await callsOf(owner).single({ promotionId: 4 })).toMatchObject({ value: { data: { name: `Referral_code_${owner.id}` } } });
});

describe('ids of hidden offers', () => {
  const conditionOf = async (customer: TestCustomer | null) => {
    const found = await callsOf(customer).byCode({ code: 'SCOPED' });
    if (!found.ok) throw new Error(JSON.stringify(found));
    const [rule] = found.value.data.rules;
    return { offers: rule?.condition.offer_ids, products: rule?.condition.product_ids, gift: rule?.action.gift_item?.offer_id };
  };

  test('are left out for a guest', async () => {
    expect(await conditionOf(null)).toEqual({ offers: ['open'], products: [1], gift: undefined });
  });
  test('are listed for shoppers who can see the offers', async () => {
    expect(await conditionOf(other)).toEqual({ offers: ['secret', 'open', 'gold'], products: [3, 2, 1], gift: 'gold' });
    expect(await conditionOf(owner)).toEqual({ offers: ['secret', 'open'], products: [3, 1], gift: undefined });
  });
  test('are left out in a market that does not sell the offer', async () => {
    const found = await shop.call(promotionContract, 'sg.localhost').byCode({ code: 'INAU' });
    expect(found).toMatchObject({ value: { data: { rules: [{ condition: { offer_ids: [] } }] } } });
  });
});
