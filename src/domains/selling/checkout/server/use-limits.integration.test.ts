import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cart, cartContract } from '#domains/selling/cart/contract.ts';
import { releasePromotionUses } from '#domains/selling/promotions/server/promotion-uses.repository.ts';
import { buyer, findInvariantViolations, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'red', productId: 1, level: 500 });
  await shop.promotions(
    { id: 1, name: 'First five', code: 'FIVE', usesTotal: 5, actions: [{ kind: 'amount', amount: 20 }] },
    { id: 2, name: 'Once each', code: 'ONCE', usesPerCustomer: 1, actions: [{ kind: 'amount', amount: 10 }] },
  );
});
afterAll(() => shop.stop());

const counts = async () =>
  Object.fromEntries(
    (
      await shop.database.queryMany<{ id: number; usage_count: number }>({
        text: "select promotion_id as id, usage_count from promotion_usage where customer_key = '' order by 1",
      })
    ).map(({ id, usage_count }) => [id, usage_count]),
  );
const withCode = async (code: string, email: string) => {
  const at = await buyer(shop, [1], 'localhost', { email });
  const added = await shop.call(cartContract).addCoupon({ cartId: at.cart.id, couponCode: code });
  return { at, email, added, cart: added.ok ? (added.value as { data: Cart }).data : at.cart };
};
const buy = async ({ at, email, cart }: Awaited<ReturnType<typeof withCode>>) => {
  const placed = await at.placeOrder({ email }, cart.cartTotal);
  if (!placed.ok) return placed.code;
  await at.pay(placed.value.data.nextUrl);
  return yes(await at.settle()).data.status;
};

describe('the use limit of a coupon', () => {
  test('allows exactly five of fifty concurrent buyers with five uses', async () => {
    const buyers = await Promise.all(Array.from({ length: 50 }, (_, index) => withCode('FIVE', `buyer${index}@example.com`)));
    const ends = await Promise.all(buyers.map(buy));
    expect(ends.filter((end) => end === 'paid')).toHaveLength(5);
    expect(new Set(ends.filter((end) => end !== 'paid'))).toEqual(
      new Set(['promotion_used_up', 'total_changed'].filter((end) => ends.includes(end))),
    );
    expect(await counts()).toEqual({ 1: 5 });
    const discounted = await shop.database.queryOne<{ orders: number }>({
      text: 'select count(*)::int as orders from orders where number is not null and totals->\'discounts\' @> \'[{"code": "FIVE"}]\'',
    });
    expect(discounted?.orders).toBe(5);
    expect((await withCode('FIVE', 'late@example.com')).added).toMatchObject({
      ok: false,
      title: 'The coupon code you entered has expired.',
    });
    expect(await findInvariantViolations(shop, { 1: 500 })).toEqual([]);
  });

  test('allows one use per guest, however the e-mail address is written', async () => {
    expect(await buy(await withCode('ONCE', 'ada@example.com'))).toBe('paid');
    expect(await buy(await withCode('ONCE', 'grace@example.com'))).toBe('paid');
    expect(await buy(await withCode('ONCE', 'Ada@Example.com'))).toBe('total_changed');
  });

  test('reserves a use during the payment, ignores it for its own cart, and releases it with the order', async () => {
    await shop.promotions({ id: 3, name: 'One', code: 'ONE', usesTotal: 1, actions: [{ kind: 'amount', amount: 20 }] });
    const first = await withCode('ONE', 'first@example.com');
    yes(await first.at.placeOrder({ email: first.email }, first.cart.cartTotal));
    expect((await withCode('ONE', 'second@example.com')).added).toMatchObject({ ok: false, code: 'coupon_expired' });
    expect(yes(await shop.call(cartContract).initialize({ cartId: first.cart.id })).data.coupons).toMatchObject([{ code: 'ONE' }]);
    const order = await shop.database.queryOne<{ id: string }>({
      text: "select id from orders where status = 'Incomplete' and cart_id = $1",
      values: [first.cart.id],
    });
    for (const _ of ['once', 'twice']) await shop.database.transaction((transaction) => releasePromotionUses(transaction, order?.id ?? ''));
    expect((await counts())[3]).toBe(0);
    expect((await withCode('ONE', 'second@example.com')).added).toMatchObject({ ok: true });
  });
});

describe('a limit that also counts past orders', () => {
  test('allows one order of concurrent carts of one guest', async () => {
    await shop.stock({ offerId: 'allocated', productId: 60, orderQuantityMaximum: 1, limitCountsPastOrders: true, level: 500 });
    for (const guest of ['ada', 'grace', 'joan']) {
      const email = `${guest}@allocated.example`;
      const carts = await Promise.all(Array.from({ length: 6 }, () => buyer(shop, [60], 'localhost', { email })));
      const placed = await Promise.all(carts.map((at, index) => at.placeOrder({ email: index % 2 ? email.toUpperCase() : email })));
      expect(placed.filter((result) => result.ok)).toHaveLength(1);
      expect(placed.flatMap((result) => (result.ok ? [] : result.code))).toEqual(Array.from({ length: 5 }, () => 'not_enough_stock'));
    }
  });
});
