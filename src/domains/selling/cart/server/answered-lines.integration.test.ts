/** An answer about a long cart says of lines that its caller holds only where they stood; put together it is the whole cart. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Result } from '#lib/client.ts';
import { type CartShop, createCartTestShop, payload } from '#tests/fixtures/cart-shop.ts';
import type { Cart, LineItem } from '../contract.ts';

const LONG = ['plenty', 'dear', 'two-left', 'au-only', 'cheap', 'one-each'];
let opened: CartShop;
let cartId: string;
beforeAll(async () => {
  opened = await createCartTestShop();
});
afterAll(() => opened.shop.stop());
beforeEach(async () => {
  cartId = (await opened.cartWith(...LONG)).id;
});

interface Told {
  readonly lines: readonly (LineItem | number)[];
  readonly tag: string | undefined;
}

/** What an answer says, as it came. */
function told(result: Result<{ data: Cart; tag?: string } | null, string>): Told {
  if (!result.ok || !result.value) throw new Error(`not a cart: ${JSON.stringify(result)}`);
  return { lines: result.value.data.lineItems, tag: result.value.tag };
}

const basedOn = (tag: string | undefined) => (tag === undefined ? {} : { basedOn: tag });
const read = async (tag?: string) => told(await opened.carts.initialize({ cartId }, basedOn(tag)));
const add = async (offerId: string, tag?: string) => told(await opened.carts.addItem({ ...payload(offerId), cartId }, basedOn(tag)));
const remove = async (cartItemId: string, tag?: string) => told(await opened.carts.removeItem({ cartId, cartItemId }, basedOn(tag)));
const placesIn = ({ lines }: Told): (number | string)[] => lines.map((line) => (typeof line === 'number' ? line : line.offerId));
const together = (before: Told, after: Told) => after.lines.map((line) => (typeof line === 'number' ? before.lines[line] : line));

test('without a tag every line is said, and a tag is given', async () => {
  const whole = await read();
  expect(placesIn(whole)).toEqual(LONG);
  expect(whole.tag).toMatch(/./);
});

test.for<{ name: string; change: (before: Told) => Promise<Told>; places: (number | string)[] }>([
  { name: 'one more case of a line', change: ({ tag }) => add('plenty', tag), places: ['plenty', 1, 2, 3, 4, 5] },
  {
    name: 'a line less',
    change: ({ lines, tag }) => remove((lines[1] as LineItem).id, tag),
    places: [0, 2, 3, 4, 5],
  },
  { name: 'nothing', change: ({ tag }) => read(tag), places: [0, 1, 2, 3, 4, 5] },
  {
    name: 'another price, by somebody else',
    change: async ({ tag }) => {
      await opened.shop.stock({ offerId: 'cheap', productId: 12, prices: { AU: { packPrice: 11 } } });
      return read(tag);
    },
    places: [0, 1, 2, 3, 'cheap', 5],
  },
])('$name: the other lines are places', async ({ change, places }) => {
  const before = await read();
  const after = await change(before);
  expect(placesIn(after)).toEqual(places);
  expect(together(before, after)).toEqual((await read()).lines);
});

test('a tag counts once, an unknown one not at all, and a short cart has none', async () => {
  const { tag } = await read();
  await add('plenty', tag);
  expect(placesIn(await add('plenty', tag))).toEqual(LONG);
  expect(placesIn(await read('someone.else'))).toEqual(LONG);
  for (const line of (await read()).lines.slice(1)) await remove((line as LineItem).id);
  expect((await read()).tag).toBeUndefined();
});
