/** A long cart is read again by what changed: an add, which does so, must tell the same of every line as a reading of all of it. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type CartShop, createCartTestShop, payload, value } from '#tests/fixtures/cart-shop.ts';
import type { TestOffer } from '#tests/fixtures/shop.ts';

const LONG = ['plenty', 'dear', 'one-each', 'two-left', 'au-only', 'cheap'];
const OFFER = { offerId: 'plenty', productId: 1, level: 500 };
let opened: CartShop;
let cartId: string;
beforeAll(async () => {
  opened = await createCartTestShop();
});
afterAll(() => opened.shop.stop());
beforeEach(async () => {
  await opened.shop.stock(OFFER, { offerId: 'cheap', productId: 12 }, { offerId: 'dear', productId: 2 });
  cartId = (await opened.cartWith(...LONG)).id;
  await add();
});

const add = async (offerId = 'au-only') => value(await opened.carts.addItem({ ...payload(offerId), cartId })).lineItems;
const read = async () => value(await opened.carts.initialize({ cartId })).lineItems;
const run = (text: string, ...values: unknown[]) => opened.shop.database.execute({ text, values });

/** What an add tells, and whether it had to read the lines. */
async function added(): Promise<{ lines: Awaited<ReturnType<typeof read>>; isWhole: boolean }> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const lines = await add();
  const names = spy.mock.calls.map(([query]): unknown => {
    const statement: unknown = query;
    return typeof statement === 'object' && statement !== null && 'name' in statement ? statement.name : '';
  });
  spy.mockRestore();
  expect(lines).toEqual(await read());
  return { lines, isWhole: names.includes('cart.contents') };
}

test('an add to a long cart reads no line, whatever is ordered of what is not in it', async () => {
  expect(await added()).toMatchObject({ isWhole: false });
  await run("update stock set level = level + 1 where product_id = 8 and market = 'AU'");
  expect(await added()).toMatchObject({ isWhole: false });
});

const stock = (offer: Partial<TestOffer>) => () => opened.shop.stock({ ...OFFER, ...offer });
test.for<{ name: string; happens: () => Promise<unknown> }>([
  { name: 'another price', happens: stock({ prices: { AU: { packPrice: 75 } } }) },
  { name: 'another name', happens: stock({ name: 'Other' }) },
  { name: 'no price here', happens: stock({ prices: { SG: { packPrice: 80 } } }) },
  { name: 'fewer cases, still many', happens: () => run("update stock set level = 400 where product_id = 1 and market = 'AU'") },
  { name: 'cases held by a payment', happens: () => run("update stock set reserved = 3 where product_id = 1 and market = 'AU'") },
  { name: 'no stock kept any more', happens: () => run('delete from stock where product_id = 12') },
  { name: 'an offer that is gone', happens: () => run("delete from offers where offer_id = 'dear'") },
  { name: 'more of another line', happens: () => add('plenty') },
  { name: 'a line less', happens: async () => opened.carts.removeItem({ cartId, cartItemId: (await read())[0]?.id ?? '' }) },
])('an add sees $name', async ({ happens }) => {
  const before = await read();
  await happens();
  const { lines } = await added();
  expect(lines).not.toEqual(before);
});

test('what was under way when the cart was read is seen once it is done', async () => {
  const other = await opened.shop.database.connect();
  await other.query('begin');
  await other.query("update stock set level = 77 where product_id = 1 and market = 'AU'");
  expect((await added()).lines[0]).toMatchObject({ currentStock: 500 });
  await run("update stock set level = level + 1 where product_id = 8 and market = 'AU'");
  await added();
  await other.query('commit');
  await other.end();
  expect((await added()).lines[0]).toMatchObject({ currentStock: 77 });
});

test('so much news that nobody looks through it: the lines are read', async () => {
  await run(
    "insert into stock (product_id, market, level) select 1000 + n, 'AU', 1 from generate_series(1, 250) n on conflict (product_id, market) do update set level = stock.level + 1",
  );
  expect(await added()).toMatchObject({ isWhole: true });
  // What was under way meanwhile, in another database too, may be news for a while.
  await expect.poll(async () => (await added()).isWhole).toBe(false);
});
