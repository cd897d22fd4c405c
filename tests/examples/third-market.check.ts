/** Uses a shop that sells in New Zealand, a market that only the worked example defines [SITE-5]. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { readConfig } from '#lib/server/config.ts';
import { deliveryRules } from '#markets/delivery.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { buyer, findInvariantViolations, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop, testOffer } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

const HOST = 'nz.localhost';
const PRODUCT = 5001;
const [NZ] = MARKETS.filter((market) => !['AU', 'SG'].includes(market));
const ADDRESS = {
  phone: '+64 21 234 567',
  address: '1 Queen Street',
  suburb: 'Christchurch Central',
  state: 'SI',
  postcode: '8011',
};

let shop: TestShop;
let folder: string;

/** Imports records as the retailer does. */
async function importRecords(...records: readonly object[]): Promise<void> {
  const file = join(folder, 'records.ndjson');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect((await runCommand(shopAccess(shop), 'import', [file])).code).toBe(0);
  await shop.running.services.search.refresh();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-market-'));
  shop = await createTestShop({ SITES: 'localhost=AU wine, sg.localhost=SG wine, nz.localhost=NZ wine, spirits.nz.localhost=NZ spirits' });
  const offer = testOffer({ offerId: 'nz-pinot', productId: PRODUCT, name: 'Otago Pinot Noir' });
  await importRecords(
    { ...offer, prices: { NZ: { packPrice: 150 } } },
    { record: 'stock', productId: PRODUCT, market: 'NZ', level: 40 },
    { record: 'delivery-estimate', market: 'NZ', area: '8', submittedToDeliveredDays: 3 },
  );
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('is the only market that the example adds', () => {
  expect(MARKETS).toEqual(['AU', 'SG', 'NZ']);
  expect(NZ).toBe('NZ');
});

describe('pages', () => {
  test.each(['/', '/wines', '/cart', '/favourites', '/loyalty', '/wine-clubs', '/account'])('renders %s', async (path) => {
    const { status, text } = await shop.get(path, {}, HOST);

    expect(status).toBe(200);
    expect(text).toContain('<html lang="en-NZ"');
    expect(text).not.toContain('undefined');
  });

  test('renders the list and the page of an offer with its price', async () => {
    const list = await shop.get('/wines', {}, HOST);
    const [, url = ''] = /href="(\/wines\/[^"/]+\/[^"/]*nz-pinot[^"]*)"/.exec(list.text) ?? [];

    expect(url).not.toBe('');
    expect((await shop.get(url, {}, HOST)).text).toContain('150.00');
    // It has no price in Australia.
    expect((await shop.get('/wines')).text).not.toContain('nz-pinot');
  });

  test('shows seller, licence, delivery and links to the other markets', async () => {
    const { text } = await shop.get('/', {}, HOST);

    for (const part of ['Off-licence 00/OFF/000/2026', '0800 555 010', '$250', 'NZ $', 'Spirits, New Zealand'])
      expect(text).toContain(part);
    expect((await shop.get('/')).text).toContain('Wine, New Zealand');
  });

  test('lists the offer in the sitemap and in the product feed', async () => {
    const feed = await shop.get('/feeds/products.xml', {}, HOST);

    expect(feed.text).toContain('<g:price>150.00 NZD</g:price>');
    expect(feed.text).toContain('<g:shipping><g:country>NZ</g:country><g:region>SI</g:region><g:price>12.00 NZD</g:price></g:shipping>');
    const index = await shop.get('/sitemap.xml', {}, HOST);
    const maps = [...index.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    const texts = await Promise.all(maps.map(async (path) => (await shop.get(path, {}, HOST)).text));
    expect([index.text, ...texts].join('')).toContain('nz-pinot');
  });
});

describe('an order', () => {
  test('is estimated, placed, paid, receipted and refunded', async () => {
    const { estimated_delivery: dates } = yes(await shop.call(shippingContract, HOST).deliveryEstimate({ to: '8011' }));
    expect(dates.date < dates.latest).toBe(true);
    expect(await shop.call(shippingContract, HOST).deliveryEstimate({ to: '9999' })).toMatchObject({ ok: false });

    const guest = await buyer(shop, [PRODUCT], HOST, ADDRESS);
    expect(guest.cart).toMatchObject({ cartTotal: 158, shippingTotal: 8 });
    const rejected = await guest.placeOrder({ postcode: '1010' }, 162);
    expect(rejected).toMatchObject({ ok: false });
    const { nextUrl } = yes(await guest.placeOrder({}, 162)).data;
    await guest.pay(nextUrl);
    const paid = yes(await guest.settle()).data;
    const order = await orderAt(shop, paid.nextUrl, HOST);

    expect(order).toMatchObject({ number: 1_000_001, market: 'NZ' });
    expect(JSON.stringify(order)).toContain('162');
    const receipt = await mailTo(shop, 'grace@example.com', '1000001');
    for (const part of ['Tax invoice', 'Cellardoor NZ Ltd (sample), GST no. 000-000-000', '$162.00', '$21.13'])
      expect(receipt.text).toContain(part);
    expect((await runCommand(shopAccess(shop), 'order refund', ['1000001'], { market: 'NZ', reason: 'Corked', all: true })).code).toBe(0);
    expect(await findInvariantViolations(shop, { [PRODUCT]: 40 }, 'NZ')).toEqual([]);
  });

  test('numbers the orders of each market by themselves', async () => {
    const guest = await buyer(shop, [PRODUCT], HOST, ADDRESS);
    const { nextUrl } = yes(await guest.placeOrder({}, 162)).data;
    await guest.pay(nextUrl);

    expect(await orderAt(shop, yes(await guest.settle()).data.nextUrl, HOST)).toMatchObject({ number: 1_000_002 });
  });
});

test('signs up a customer, who gets a cart and mail', async () => {
  const browser = visitor(shop, HOST);
  const email = 'aroha@example.com';
  await browser.post('/auth/join', { given_name: 'Aroha', family_name: 'Ngata', email, password: 'a long white cloud 26' });
  const mail = await mailTo(shop, email, 'Confirm your email');
  expect(mail.text).toContain(`http://${HOST}`);

  const page = await browser.get(linkIn(mail));

  expect(page.status).toBeLessThan(400);
  const cart = yes(await shop.call(cartContract, HOST).create({ offer: {}, productId: PRODUCT })).data;
  expect(cart.lineItems).toHaveLength(1);
});

test('suggests localities and derives zones from postcodes', async () => {
  const { data } = yes(await shop.call(checkoutContract, HOST).localities({ postcode: '6011', suburb: '' }));

  expect(data).toContainEqual({ suburb: 'Te Aro', state: 'NI', postcode: '6011' });
  if (NZ) expect(deliveryRules(NZ).address.stateOfPostcode('8011')).toBe('SI');
});

test('reads tables of changes with columns of the market', async () => {
  const file = join(folder, 'changes.csv');
  await writeFile(file, 'sku,price NZ,stock NZ\nSKU-nz-pinot,155,30\n');

  expect((await runCommand(shopAccess(shop), 'import', [file], { mapping: 'changes' })).code).toBe(0);

  const price = await shop.database.queryOne<{ pack_price: number }>({
    text: "select pack_price from offer_prices where offer_id = 'nz-pinot' and market = 'NZ'",
  });
  expect(price).toEqual({ pack_price: 155_00 });
});

test('asks a public shop for the settings of the market', () => {
  const values = { SITES: 'nz.shop.example=NZ wine', PUBLIC_URL: 'https://nz.shop.example', SELLER_NAME_NZ: 'Shop Ltd' };

  expect(readConfig(values)).toMatchObject({ SELLER_NAME_NZ: 'Shop Ltd', LIQUOR_LICENCE_NZ: '', isPublic: true });
  if (NZ) expect(getMarketConfig(NZ).currency).toBe('NZD');
});
