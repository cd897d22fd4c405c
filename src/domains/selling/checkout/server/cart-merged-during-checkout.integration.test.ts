/** A cart that is merged into another during its payment. The ordered cases leave the merged cart. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(...[1, 2, 3].map((productId) => ({ offerId: `wine-${productId}`, productId, level: 100 })));
});
afterAll(() => shop.stop());

const carts = () => shop.call(cartContract);
const cartWith = async (productId: number) => yes(await carts().create({ offer: {}, productId })).data;

/** Merges a cart into another. */
const merge = async (from: string, into: string) => yes(await carts().merge({ cartIds: JSON.stringify([into, from]), cartId: into }));
const linesOf = async (cartId: string) =>
  yes(await carts().initialize({ cartId })).data.lineItems.map(({ productId, quantity }) => [productId, quantity]);

/** Waits until this many connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const row = await shop.database.queryOne<{ count: number }>({
      text: "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    if ((row?.count ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Pays for an order whose cart was merged into another. */
async function paidAndMerged() {
  const guest = await buyer(shop, [1]);
  const { nextUrl } = yes(await guest.placeOrder()).data;
  await guest.pay(nextUrl);
  const second = await cartWith(2);
  await merge(guest.cart.id, second.id);
  expect(await linesOf(second.id)).toEqual([
    [1, 1],
    [2, 1],
  ]);
  return { guest, second, third: await cartWith(3) };
}

test('removes the ordered cases after two merges in sequence', async () => {
  const { guest, second, third } = await paidAndMerged();
  await merge(second.id, third.id);
  expect(yes(await guest.settle()).data.status).toBe('paid');
  expect(await linesOf(third.id)).toEqual([
    [2, 1],
    [3, 1],
  ]);
});

test('removes the ordered cases after a merge for which the order waits', async () => {
  const { guest, second, third } = await paidAndMerged();
  const [merged, confirmed] = await shop.database
    .transaction(async (transaction) => {
      await transaction.queryMany({ text: 'select 1 from carts where id = $1 for update', values: [second.id] });
      const merging = merge(second.id, third.id);
      await waiting(1);
      const settling = guest.settle();
      await waiting(2);
      return [merging, settling] as const;
    })
    .then((both) => Promise.all(both));
  expect(merged.data?.id).toBe(third.id);
  expect(yes(confirmed).data.status).toBe('paid');
  expect(await linesOf(third.id)).toEqual([
    [2, 1],
    [3, 1],
  ]);
});
