/** Plans of the statements of cart and checkout: none reads all offers, prices or stock levels, however many there are. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findCartContents, findCartsWithContents } from '#domains/selling/cart/server/cart-contents.repository.ts';
import { type Database, openDatabase, type Statement } from '#lib/db/pool.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { type CartShop, createCartTestShop, payload, value } from '#tests/fixtures/cart-shop.ts';
import { payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { checkoutContract } from '../contract.ts';

/** The fewer offers there are, the sooner PostgreSQL prefers reading all of them for a join. */
const CATALOGUES = [1_500, 20_000, 100_000];
/** PostgreSQL plans a prepared statement for its parameters five times, then may use one generic plan. */
const EXECUTIONS = 8;

let opened: CartShop;
/** One connection, so that statistics can be read from the connection that counts. */
let database: Database;
/** Statements that cart and checkout ran, by name. */
const statements = new Map<string, Statement>();

/** Records the named statements of cart and checkout that an action runs. Background jobs run at the same time. */
async function record(work: () => Promise<unknown>): Promise<void> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  for (const [query] of spy.mock.calls) {
    const statement: unknown = query;
    if (typeof statement !== 'object' || statement === null || !('name' in statement && 'text' in statement)) continue;
    const name = String(statement.name);
    const values = 'values' in statement && Array.isArray(statement.values) ? statement.values : [];
    if (/^(cart|merge|inventory|checkout|order|reservation|promotion|idempotency|ledger)/.test(name))
      statements.set(name, { name, text: String(statement.text), values });
  }
  spy.mockRestore();
}

/** Creates, changes, reads and merges carts with a gift, and buys one. */
async function shopAround({ shop, carts, cartWith }: CartShop): Promise<void> {
  const { id: cartId } = await cartWith('plenty', 'cheap', 'one-each');
  value(await carts.addItem({ ...payload('plenty'), cartId }, { idempotencyKey: 'plans' }));
  value(await carts.addCoupon({ cartId, couponCode: 'SHIPFREE' }));
  value(await carts.initialize({ cartId }));
  const other = await cartWith('dear');
  yes(await carts.merge({ cartIds: JSON.stringify([cartId, other.id]) }));
  yes(await carts.inventoryLevels({ ids: '1,2,3' }));
  yes(await carts.productDetails({ id: 3 }));
  const checkout = shop.call(checkoutContract);
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const { cart } = yes(await checkout.saveDetails({ token, details: DETAILS })).data;
  const expectedTotal = cart?.cartTotal ?? 0;
  const { nextUrl } = yes(await checkout.placeOrder({ token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal })).data;
  yes(await payAt(shop, nextUrl));
  expect(yes(await checkout.settle({ token })).data.status).toBe('paid');
}

beforeAll(async () => {
  opened = await createCartTestShop();
  database = openDatabase(opened.shop.database.connectionString, 1);
  await opened.shop.promotions({
    id: 50,
    name: 'Gift',
    scope: { offerIds: ['plenty'] },
    actions: [{ kind: 'gift', offerId: 'two-left', quantity: 1 }],
  });
  await record(() => shopAround(opened));
});
afterAll(async () => {
  await database?.close();
  await opened?.shop.stop();
});

/** Number of copies in the catalogue. */
let filled = 0;

/**
 * Fills the catalogue with copies of an offer, its prices and its stock. Small rows make a full read look cheap. They count as changed
 * long ago, so that the search index does not read them.
 */
async function fillCatalogue(size: number): Promise<void> {
  const copies = `generate_series(${filled + 1}, ${size}) n`;
  await database.execute({
    text: `insert into offers select (jsonb_populate_record(o, jsonb_build_object('offer_id', 'copy-' || n, 'product_id', 100000 + n, 'record',
      '{}'::jsonb, 'summary', '{}'::jsonb))).* from offers o cross join ${copies} where o.offer_id = 'cheap'`,
  });
  await database.execute({
    text: `insert into offer_prices (offer_id, market, pack_price) select 'copy-' || n, 'AU', 900 + n from ${copies}`,
  });
  await database.execute({
    text: `insert into stock_levels (product_id, market, level, changed_xid) select 100000 + n, 'AU', 100, '3' from ${copies}`,
  });
  await database.execute({ text: 'vacuum analyze offers, offer_prices, stock_levels' });
  filled = size;
}

/** Returns the lines of a statement's plan that read a whole table of the catalogue. */
const fullReadsOf = async (explained: Statement): Promise<string[]> =>
  (await database.queryMany<{ 'QUERY PLAN': string }>(explained))
    .map((row) => row['QUERY PLAN'].trim())
    .filter((line) => /Seq Scan on (offers|offer_prices|stock_levels)\b/.test(line));

/** Plans a statement for its parameters and without them. @returns what it reads completely, with its name */
async function findFullReads({ name, text, values = [] }: Statement): Promise<string[]> {
  const custom = await fullReadsOf({ text: `explain ${text}`, values });
  await database.execute({ text: `prepare planned as ${text}` });
  const generic = await fullReadsOf({
    text: `explain execute planned${values.length === 0 ? '' : `(${values.map(() => 'null').join()})`}`,
  });
  await database.execute({ text: 'deallocate planned' });
  return [...custom.map((line) => `${name}: ${line}`), ...generic.map((line) => `${name}, generic plan: ${line}`)];
}

const rowsScanned = async (): Promise<number> => {
  await database.execute({ text: 'select pg_stat_force_next_flush()' });
  const row = await database.queryOne<{ rows: number }>({
    text: "select seq_tup_read::int as rows from pg_stat_user_tables where relname = 'offers'",
  });
  return row?.rows ?? 0;
};

test('the plans below are of every statement on offers, prices and stock', () => {
  expect([...statements.keys()]).toEqual(
    expect.arrayContaining([
      'cart-contents.findCartContents',
      'cart-contents.findCartsWithContents',
      'cart-contents.fetchOffers',
      'cart-contents.fetchOfferVersions',
      'inventory.inventoryLevels',
      'inventory.purchaseLimit',
      'cart.lockPastOrders',
      'cart-merge.lockForMerge',
      'reservation.reserveStock',
      'reservation.closeReservation.sell',
      'reservation.notifyLowStock',
      'order.placeDraft',
    ]),
  );
});

test.each(CATALOGUES)('looks offers, prices and stock up by id among %i offers', async (size) => {
  await fillCatalogue(size);
  await database.execute({ text: 'set plan_cache_mode = force_generic_plan' });

  const found: string[] = [];
  for (const statement of statements.values()) found.push(...(await findFullReads(statement)));

  await database.execute({ text: 'reset plan_cache_mode' });
  expect(found).toEqual([]);
});

test('a cart with a gift reads only its own offers', async () => {
  const { id } = await opened.cartWith('plenty', 'cheap');
  const before = await rowsScanned();
  for (let n = 0; n < EXECUTIONS; n++) {
    expect((await findCartContents(database, id, 'AU', { offerId: null, productId: 1 }))?.given).toHaveLength(1);
    expect(await findCartsWithContents(database, [id], 'AU')).toHaveLength(1);
  }
  expect((await rowsScanned()) - before).toBe(0);
});
