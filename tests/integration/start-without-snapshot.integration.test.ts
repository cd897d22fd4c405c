/** A start without a search snapshot: the shop serves what it reads from the database while the indexes are being built. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page.repository.ts';
import { favouriteContract } from '#domains/discovery/favourites/contract.ts';
import { buildIndexInChildProcess, type Reader } from '#domains/discovery/search/server/index-build-client.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop, testOffer } from '#tests/fixtures/shop.ts';

const OFFER = '/wines/test-house/shiraz';
const GUEST_ID = '11111111-1111-4111-8111-111111111111';
const KEY = 'x-algolia-application-id=shop&x-algolia-api-key=guest';
const WIRE_SEARCH = `/1/indexes/au_storefront_site_offers/shiraz?${KEY}`;

let shop: TestShop;
let finishBuild: () => void = () => {};

beforeAll(async () => {
  const { promise: isReleased, resolve } = Promise.withResolvers<void>();
  finishBuild = resolve;
  const delayedBuild: Reader = async (options) => {
    await isReleased;
    return buildIndexInChildProcess(shop.connectionString, join(tmpdir(), 'delayed-index'))(options);
  };
  shop = await createTestShop({}, undefined, { search: { rebuildIndexes: delayedBuild, maxOffersAtStart: -1 } });
  await shop.database.transaction(async (transaction) => {
    const offers = [
      { offerId: 'shiraz', productId: 1 },
      { offerId: 'secret', productId: 2, secret: true },
    ];
    await writeOffers(transaction, offers.map(testOffer), pictureVersion);
    await writeStock(
      transaction,
      offers.map(({ productId }) => ({ record: 'stock', productId, market: 'AU', level: 100 })),
    );
    const blocks = [{ type: 'offers', offerIds: ['shiraz', 'secret'] }];
    const page = { record: 'page', title: 'Shiraz' } as const;
    await writePages(transaction, [
      pageRecord.parse({ ...page, id: 'article', template: 'content', path: '/article', blocks }),
      pageRecord.parse({ ...page, id: 'lot', template: 'secret-offer', path: '/secret-offers/lot', offerId: 'shiraz' }),
    ]);
  });
  await shop.running.services.content.refresh();
});
afterAll(() => shop.stop());

describe('before the search indexes are built', () => {
  test.each(['/wines', '/spirits', '/wines?query=shiraz', '/wines.data'])(
    '%s answers 503 with Retry-After, and nobody caches it',
    async (path) => {
      for (let time = 0; time < 2; time += 1) {
        const { status, headers } = await shop.get(path);
        expect(status).toBe(503);
        expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
        expect(headers.etag).toBeUndefined();
      }
      expect(shop.running.server.pages?.bytes).toBe(0);
    },
  );

  test('the page in place of a list tells what happens, and search engines do not index it', async () => {
    const { text } = await shop.get('/wines');

    expect(text).toContain('We’re preparing this list');
    expect(text).toContain('<title>Back in a moment · Cellardoor</title>');
    expect(text).toContain('name="robots" content="noindex"');
    expect(text).toContain('Try again');
  });

  test.each(['/api/search/list?kind=wine', '/api/search/suggest?kind=wine&words=shi', '/api/search/shelves?kind=wine'])(
    '%s answers 503 with Retry-After and an error that every call documents',
    async (path) => {
      const { status, headers, text } = await shop.get(path);

      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
      expect(JSON.parse(text)).toMatchObject({ status: 503, code: 'busy' });
    },
  );

  test('the hosted search protocol answers 503 with Retry-After, and an unknown key is still refused', async () => {
    const { status, headers, text } = await shop.get(WIRE_SEARCH);

    expect(status).toBe(503);
    expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(JSON.parse(text)).toEqual({ status: 503, message: 'The index is being built' });
    expect((await shop.get(WIRE_SEARCH.replace('guest', 'other'))).status).toBe(403);
  });

  test.each(['/', OFFER])('%s is served, but not cached', async (path) => {
    const { status, headers } = await shop.get(path);

    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
    expect(shop.running.server.pages?.bytes).toBe(0);
  });

  test('an offer is shown from the database, and a hidden one is not', async () => {
    expect((await shop.get(OFFER)).text).toContain('Wine shiraz');
    expect((await shop.get('/wines/test-house/secret')).status).toBe(404);
  });

  test.each(['/article', '/secret-offers/lot'])('the content page %s shows the offers that its reader may see', async (path) => {
    const { status, text, headers } = await shop.get(path);

    expect(status).toBe(200);
    expect(text).toContain('Wine shiraz');
    expect(text).not.toContain('Wine secret');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('an order can be placed and paid', async () => {
    const own = await buyer(shop, [1]);
    const { nextUrl } = yes(await own.placeOrder()).data;
    await own.pay(nextUrl);

    const settled = yes(await own.settle()).data;
    expect(settled.status).toBe('paid');
    expect((await orderAt(shop, settled.nextUrl)).lineItems).toHaveLength(1);
  });

  test('a favourite is shown with its offer', async () => {
    const calls = shop.call(favouriteContract);
    yes(await calls.change({ id: 'shiraz', user_id: GUEST_ID, sku_code: 'SKU-shiraz' }));

    expect(yes(await calls.list({ user_id: GUEST_ID })).Items[0]?.offer).toMatchObject({ offerId: 'shiraz', packPrice: 60 });
  });

  test('the process is ready, and tells that its lists are not', async () => {
    const { status, text } = await shop.get('/readyz');

    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'ready', search: { AU: 0, SG: 0 }, lists: 'preparing' });
  });
});

test('a web process is ready once its lists are: until then the one that it replaces has to go on', async () => {
  const { promise: isReleased, resolve: finish } = Promise.withResolvers<void>();
  const delayedBuild: Reader = async (options) => {
    await isReleased;
    return buildIndexInChildProcess(web.connectionString, join(tmpdir(), 'delayed-web-index'))(options);
  };
  const env = { SHOP_ROLE: 'web', DATABASE_URL: 'postgres://localhost/shared' };
  const web = await createTestShop(env, undefined, { search: { rebuildIndexes: delayedBuild, maxOffersAtStart: -1 } });
  try {
    const ready = async () => {
      const { status, text } = await web.get('/readyz');
      return { code: status, ...JSON.parse(text) };
    };

    expect(await ready()).toMatchObject({ code: 503, status: 'not ready', database: true, lists: 'preparing' });
    finish();
    await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ code: 200, status: 'ready', lists: 'ready' });
  } finally {
    finish();
    await web.stop();
  }
}, 120_000);

test('lists, shelves and the protocol work once the indexes are built', async () => {
  finishBuild();
  await expect.poll(async () => (await shop.get('/wines')).status).toBe(200);

  const list = await shop.get('/wines');
  expect(list.text).toContain('Wine shiraz');
  expect(list.headers).toMatchObject({ 'cache-control': expect.stringContaining('s-maxage') });
  expect(list.headers.etag).toBeDefined();
  expect((await shop.get('/')).text).toContain('Wine shiraz');
  expect((await shop.get(WIRE_SEARCH)).status).toBe(200);
  expect(JSON.parse((await shop.get('/readyz')).text)).toMatchObject({ search: { AU: 2 }, lists: 'ready' });
}, 30_000);
