import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { SHIPPING } from '#domains/settings/model/groups/shipping.ts';
import { type SaveSetting, saveSetting } from '#domains/settings/server/save-setting.ts';
import { settingsPreviewQuery } from '#domains/settings/server/settings-preview.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { Failure } from '#lib/result.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { startServer } from '#server/start-server.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'red', productId: 1 }, { offerId: 'white', productId: 2 });
});
afterAll(() => shop.stop());

const settings = () => shop.running.services.settings;
const auShipping = () => SHIPPING.defaults('AU', startValuesOf(shop.running.services.config));
const revision = (): string => settings().current().revision(DEFAULT_SITES[0]);

/** Saves a setting and waits until the running shop uses it. */
async function save(group: string, scope: string, value: unknown, more: Partial<SaveSetting> = {}): Promise<void> {
  const basedOn = settings().versions(group, scope)[0]?.revision ?? 0;
  const saved = await saveSetting(
    { database: shop.database, sites: DEFAULT_SITES, start: shop.running.services.settings.start },
    { group, scope, value, effectiveFrom: null, basedOn, author: 'Kim', ...more },
  );
  if (saved instanceof Failure) throw new Error(`${saved.code} ${JSON.stringify(saved.values)}`);
  await expect.poll(() => settings().versions(group, scope)[0]?.revision).toBe(saved.revision);
}

const bodyOf = async (path: string, host = 'localhost'): Promise<string> => (await shop.get(path, {}, host)).text;
/** Text of a page without tags and comments. */
const textOf = async (path: string, host?: string): Promise<string> =>
  (await bodyOf(path, host)).replace(/<script.*?<\/script>/gs, '').replace(/<!--.*?-->|<[^>]*>/g, '');

describe('delivery', () => {
  test('changes fees and sentences of pages that were cached, in its market only', async () => {
    const before = [await textOf('/'), await textOf('/', 'sg.localhost')];

    await save('shipping', 'AU', {
      ...auShipping(),
      fee: 12,
      zones: [{ states: ['WA'], fee: 21.5 }],
      freeFromCases: 4,
      freeMessage: 'Free, as {cases} cases are.',
    });
    const after = [await textOf('/'), await textOf('/', 'sg.localhost')];

    expect(before[0]).toContain('Free delivery on three or more cases');
    expect(before[0]).toContain('Under three cases, delivery is $9.90 ($14.90 to QLD and WA).');
    expect(after[0]).toContain('Free delivery on four or more cases');
    expect(after[0]).toContain('Under four cases, delivery is $12.00 ($21.50 to WA).');
    expect(after[0]).not.toContain('three or more');
    expect(after[1]).toBe(before[1]);
  });

  test('changes the totals, messages and threshold of carts', async () => {
    const carts = shop.call(cartContract);
    const { data: cart } = yes(await carts.create({ offer: {}, productId: 1 }));
    const [item] = cart.lineItems;
    const update = async (quantity: number) =>
      yes(await carts.updateItem({ cartId: cart.id, cartItemId: item?.id ?? '', productId: 1, quantity }))?.data;

    expect(cart).toMatchObject({ shippingTotal: 12, cartTotal: 72, shippingPromoMessage: 'add 3 more cases', notices: [] });
    expect(await update(3)).toMatchObject({ shippingTotal: 12, isFreeShipping: false, shippingPromoMessage: 'add 1 more case' });
    expect(await update(4)).toMatchObject({ shippingTotal: 0, isFreeShipping: true, shippingPromoMessage: 'Free, as 4 cases are.' });
  });

  test('changes the fees of the product feed', async () => {
    const feed = await bodyOf('/feeds/products.xml');

    expect(feed).toContain('21.50 AUD');
    expect(feed).not.toContain('14.90 AUD');
  });
});

describe('a page that was made with other settings', () => {
  const seen = () => ({ 'settings-revision': revision() });

  test('gets the fresh total, a notice and the new revision with its next call, and nothing where the total is the same', async () => {
    const headers = seen();
    const { data: cart } = yes(await shop.call(cartContract, 'localhost', headers).create({ offer: {}, productId: 1 }));
    await save('shipping', 'AU', { ...auShipping(), fee: 15 });

    const path = `/api/initialize-cart?cartId=${cart.id}&customerId=0`;
    const outdated = await shop.get(path, headers);
    const current = await shop.get(path, seen());
    const silent = await shop.get(path);

    expect(JSON.parse(outdated.text).data).toMatchObject({
      shippingTotal: 15,
      cartTotal: 75,
      notices: ['Delivery fees or taxes have changed. Your total is now $75.00.'],
    });
    expect(outdated.headers['settings-revision']).toBe(revision());
    expect([JSON.parse(current.text).data.notices, JSON.parse(silent.text).data.notices]).toEqual([[], []]);
    expect([current.headers['settings-revision'], silent.headers['settings-revision']]).toEqual([undefined, undefined]);
  });

  test('gets no notice if only other settings have changed', async () => {
    const headers = seen();
    const { data: cart } = yes(await shop.call(cartContract).create({ offer: {}, productId: 1 }));
    await save('support', 'AU', { phone: '1800 000 333', email: 'help@shop.example', hours: 'Mon to Fri, 9 am to 5 pm' });

    const response = await shop.get(`/api/initialize-cart?cartId=${cart.id}&customerId=0`, headers);

    expect(JSON.parse(response.text).data.notices).toEqual([]);
    expect(response.headers['settings-revision']).toBe(revision());
  });

  test('cannot place an order at its former total', async () => {
    const guest = await buyer(shop, [2]);
    await save('shipping', 'AU', { ...auShipping(), fee: 16 });

    const refused = await guest.placeOrder();
    const placed = await guest.placeOrder({}, 76);

    expect(refused).toMatchObject({ ok: false, code: 'total_changed', title: expect.stringContaining('$76.00') });
    expect(placed.ok).toBe(true);
  });
});

test('support is in header, footer and emails, the seller on receipts, and the tax in both', async () => {
  const first = await buyer(shop, [1]);
  const firstPaid = yes(await first.placeOrder()).data.nextUrl;
  yes(await first.pay(firstPaid));
  const firstOrder = yes(await first.settle()).data.nextUrl;
  await save('tax', 'AU', { percent: 12 });
  await save('seller', 'AU', {
    name: 'Orchard Traders',
    isTaxRegistered: true,
    taxId: '12 345 678 901',
    licence: 'Licence 42',
    postalAddress: '',
  });
  const guest = await buyer(shop, [2], 'localhost', { email: 'ada@example.com' });
  yes(await guest.pay(yes(await guest.placeOrder()).data.nextUrl));
  const { nextUrl } = yes(await guest.settle()).data;
  const order = await orderAt(shop, nextUrl);
  const mail = await mailTo(shop, 'ada@example.com', `#${order.number}`);
  const home = await textOf('/');

  expect(order.taxTotal).toBe(Math.round((order.total * 100 * 12) / 112) / 100);
  expect(mail.text).toContain('Includes 12% GST');
  expect(mail.text).toContain('Orchard Traders, ABN 12 345 678 901');
  expect(mail.text).toContain('1800 000 333');
  expect(home).toContain('1800 000 333');
  expect(home).toContain('help@shop.example');
  expect(home).toContain('Mon to Fri, 9 am to 5 pm');
  expect(home).toContain('Licence 42');
  // An order keeps the tax of its day.
  expect(await textOf(firstOrder)).toContain('Includes 10% GST');
  expect(await textOf(nextUrl)).toContain('Includes 12% GST');
});

test('a scheduled change drops cached pages at its moment, without a request to the office', async () => {
  await textOf('/', 'sg.localhost');
  const sg = SHIPPING.defaults('SG', startValuesOf(shop.running.services.config));
  await save('shipping', 'SG', { ...sg, freeFromValue: 150 }, { effectiveFrom: new Date(Date.now() + 400) });

  await expect.poll(() => textOf('/', 'sg.localhost')).toContain('Free delivery on orders of $150 or more');
});

test('another process uses a change that one process has saved', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const database = openDatabase(shop.connectionString, 4);
  const other = await startServer(shop.running.services.config, database, await loadBuiltRenderer(root), root);
  try {
    const read = async () => (await send(other.port, 'localhost', 'GET', '/', {})).text;
    await read();
    await save('support', 'AU', { phone: '1800 000 444', email: '', hours: '' });

    await expect.poll(read).toContain('1800 000 444');
  } finally {
    await other.stop();
    await database.close();
  }
});

describe('a preview', () => {
  test('shows pages with a value that was not saved, and no one else sees it', async () => {
    const query = await settingsPreviewQuery(shop.database, {
      group: 'shipping',
      scope: 'AU',
      value: { ...auShipping(), freeFromCases: 6 },
    });
    const preview = await shop.get(`/${query}`);

    expect(preview.text).toContain('Free delivery on six or more cases');
    expect(preview.headers['cache-control']).toBe('no-store');
    expect(await bodyOf('/')).not.toContain('six or more');
  });

  test.each([
    { name: 'a changed code', change: (query: string) => query.replace(/=./, '=x') },
    { name: 'a changed signature', change: (query: string) => `${query}x` },
  ])('does not work with $name', async ({ change }) => {
    const query = await settingsPreviewQuery(shop.database, {
      group: 'shipping',
      scope: 'AU',
      value: { ...auShipping(), freeFromCases: 6 },
    });

    expect(await bodyOf(`/${change(query)}`)).not.toContain('six or more');
  });

  test('expires after an hour', async () => {
    const unsaved = { group: 'shipping', scope: 'AU', value: { ...auShipping(), freeFromCases: 6 } };
    const query = await settingsPreviewQuery(shop.database, unsaved, Date.now() - 3_601_000);

    expect(await bodyOf(`/${query}`)).not.toContain('six or more');
  });
});
