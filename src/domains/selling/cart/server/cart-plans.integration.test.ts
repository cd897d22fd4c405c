import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { type CartShop, createCartTestShop } from '#tests/fixtures/cart-shop.ts';
import { findCartContents, findCartsWithContents } from './cart-contents.repository.ts';

/** The fewer offers there are, the sooner PostgreSQL prefers reading all of them for a join. */
const CATALOGUES = [1_500, 20_000];
/** PostgreSQL plans a prepared statement for its parameters five times, then may use one generic plan. */
const EXECUTIONS = 8;

let shop: CartShop['shop'];
let cartWith: CartShop['cartWith'];
/** One connection, so that statistics can be read from the connection that counts. */
let database: Database;

beforeAll(async () => {
  ({ shop, cartWith } = await createCartTestShop());
  database = openDatabase(shop.database.connectionString, 1);
});
afterAll(async () => {
  await database?.close();
  await shop?.stop();
});

/** Fills the catalogue with copies of an offer. */
async function fillCatalogue(size: number): Promise<void> {
  await database.execute({
    text: `insert into offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', 'copy-' || n, 'product_id', 100000 + n))).*
      from offers o cross join generate_series(1, ${size}) n where o.offer_id = 'cheap' on conflict do nothing`,
  });
  await database.execute({ text: 'vacuum analyze offers' });
}

const rowsScanned = async (): Promise<number> => {
  await database.execute({ text: 'select pg_stat_force_next_flush()' });
  const row = await database.queryOne<{ rows: number }>({
    text: "select seq_tup_read::int as rows from pg_stat_user_tables where relname = 'offers'",
  });
  return row?.rows ?? 0;
};

test.each(CATALOGUES)('a cart with a gift looks its offers up by id among %i offers', async (size) => {
  await fillCatalogue(size);
  const promotion = { id: 50, name: 'Gift', scope: { offerIds: ['plenty'] }, actions: [{ kind: 'gift' as const, offerId: 'two-left' }] };
  await shop.promotions(promotion);
  const { id } = await cartWith('plenty', 'cheap');
  const before = await rowsScanned();
  for (let n = 0; n < EXECUTIONS; n++) {
    expect((await findCartContents(database, id, 'AU', { offerId: null, productId: 1 }))?.given).toHaveLength(1);
    expect(await findCartsWithContents(database, [id], 'AU')).toHaveLength(1);
  }
  expect((await rowsScanned()) - before).toBe(0);
});
