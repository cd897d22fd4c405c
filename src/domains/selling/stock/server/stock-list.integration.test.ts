/** The list of stock by its statements: a search finds the same items in the same order, whether it finds few products or many. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perMarket } from '#markets/market.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import type { StockSort, StockState } from '../model/stock.ts';
import { countStock, findProducts, listStock, type StockFilter } from './stock-list.repository.ts';

const SORTS: readonly StockSort[] = ['name', '-name', 'sku', '-sku', 'available', '-available', 'sold', '-sold', 'cover', '-cover'];
const STATES: readonly (StockState | null)[] = [null, 'low', 'out', 'reserved'];

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    ...Array.from({ length: 30 }, (_, index) => ({
      offerId: `o${index}`,
      productId: 100 + index,
      sku: `S-${(index * 7) % 30}`,
      brand: 'Amber Hill',
      name: index % 3 === 0 ? `Riesling ${index}` : `Shiraz ${index}`,
      level: index % 4 === 0 ? 0 : index,
      audience: 'AU' as const,
    })),
  );
  await shop.database.execute({
    text: `insert into stock_movements (product_id, market, kind, quantity, level)
      select product_id, market, 'order', -(product_id % 3 + 1), 0 from stock_levels where market = 'AU' and product_id % 2 = 0 and product_id >= 100`,
  });
  await shop.database.execute({ text: 'update stock_levels set reserved = 1 where product_id % 2 = 1 and level > 3' });
});
afterAll(() => shop?.stop());

const FILTER: StockFilter = {
  markets: ['AU'],
  words: [],
  state: null,
  defaults: perMarket(() => 6),
  keys: null,
  products: null,
  bin: null,
  available: null,
};

test('finds the products of a search up to a limit', async () => {
  const { database } = shop;
  const found = (await findProducts(database, ['sh'], 20)) ?? [];
  expect(found.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 30 }, (_, index) => 100 + index).filter((id) => (id - 100) % 3 !== 0),
  );
  expect(await findProducts(database, ['sh'], 19)).toBeNull();
  expect(await findProducts(database, ['ir'], 20)).toEqual([]);
  expect(await findProducts(database, ['ira', 'amber', 's-7'], 20)).toEqual([101]);
});

test.each(STATES)('has the same items in the same order for few products and many, in the state %s', async (state) => {
  const { database } = shop;
  const few: StockFilter = { ...FILTER, state, products: await findProducts(database, ['sh'], 20) };
  const many: StockFilter = { ...FILTER, state, words: ['sh'] };
  expect(await countStock(database, many, 100)).toBe(await countStock(database, few, 100));
  for (const sort of SORTS) {
    const all = await listStock(database, FILTER, sort, null, 100);
    const expected = all.filter(({ name, level, reserved }) => {
      const available = level - reserved;
      const inState = { low: available > 0 && available <= 6, out: available === 0, oversold: false, reserved: reserved > 0 };
      return name.includes('Shiraz') && (state === null || inState[state]);
    });
    expect(expected.length).toBeGreaterThan(2);
    for (const filter of [few, many]) {
      expect([sort, await listStock(database, filter, sort, null, 100)]).toEqual([sort, expected]);
      expect([sort, await listStock(database, filter, sort, expected[1] ?? null, 100)]).toEqual([sort, expected.slice(2)]);
    }
  }
});
