import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linksOfPage } from '#domains/content/model/page-checks.ts';
import { isOnSite } from '#domains/content/model/publication.ts';
import { customerByEmail } from '#domains/customers/identity/server/customer.repository.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { ORDER_STATUSES } from '#domains/selling/checkout/model/order-status.ts';
import { isPassword } from '#lib/server/password-hash.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { loadSampleIfEmpty } from '#server/sample-shop.ts';
import { tokenFor } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A case of red wine at 288.00. */
const RED = 1001;

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await loadSampleIfEmpty(shop.database, ROOT, () => {});
  await Promise.all([shop.running.services.search.refresh(), shop.running.services.content.refresh()]);
}, 120_000);
afterAll(() => shop?.stop());

async function count(sql: string): Promise<number> {
  return Number((await shop.database.queryOne<{ count: string }>({ text: `select count(*) as count from ${sql}` }))?.count);
}

describe('the sample offers', () => {
  test('are loaded only into an empty store, and nowhere else [SAMPLE-1, SAMPLE-4]', async () => {
    const log: string[] = [];
    await loadSampleIfEmpty(shop.database, ROOT, (line) => void log.push(line));
    expect(log).toEqual([]);

    const empty = await createTestShop();
    const customer = await customerByEmail(empty.database, 'green@cellardoor.example');
    await empty.stop();
    expect(customer).toBeNull();
  });

  test('are at least 240, among them wines, mixed cases, spirits and gift cards [SAMPLE-2]', async () => {
    expect(await count('offers')).toBeGreaterThanOrEqual(240);
    expect(await count("offers where record->>'category' = 'Red'")).toBeGreaterThan(0);
    expect(await count("offers where (record->>'isMixed')::boolean")).toBeGreaterThan(0);
    expect(await count("offers where kind = 'spirits'")).toBeGreaterThan(0);
    expect(await count('offers where is_gift')).toBeGreaterThan(0);
  });

  test('include sold out, scarce, limited, secret and tier-only ones [SAMPLE-3]', async () => {
    expect(await count('stock_levels where level = 0')).toBeGreaterThan(0);
    expect(await count('stock_levels where level between 1 and 9')).toBeGreaterThan(0);
    expect(await count('offers where order_quantity_maximum = 1')).toBeGreaterThan(0);
    expect(await count('offers where secret')).toBeGreaterThan(0);
    expect(await count("offers where not tiers_eligible && array['GUEST', 'ALL']")).toBeGreaterThan(0);
  });

  test('come with clubs, articles and events [SAMPLE-4]', async () => {
    expect(await count('clubs')).toBeGreaterThan(0);
    expect(await count("pages where record->>'template' = 'article'")).toBeGreaterThan(0);
    expect(await count("pages where record->>'template' = 'event'")).toBeGreaterThan(0);
  });
});

test.each(DEFAULT_SITES)('texts of the sample pages link only to what $host has', async ({ host, market, kind }) => {
  const pages = shop.running.services.content.known().filter(({ page }) => isOnSite(page, { market, kind }));
  const links = new Set(pages.flatMap(({ page }) => linksOfPage(page).filter((link) => link.startsWith('/'))));
  expect(links.size).toBeGreaterThan(3);
  const broken: string[] = [];
  for (const link of links) {
    const { status } = await shop.get(link, {}, host);
    if (status >= 400) broken.push(`${status} ${link}`);
  }
  expect(broken).toEqual([]);
});

/** Reads a sample account. */
async function account(email: string) {
  const customer = await customerByEmail(shop.database, email);
  if (!customer) throw new Error(`${email} has no account`);
  return customer;
}

describe('the sample accounts', () => {
  const accounts = [
    { id: '[SAMPLE-6]', email: 'green@cellardoor.example', tier: 'GREEN', group: null },
    { id: '[SAMPLE-7]', email: 'gold@cellardoor.example', tier: 'GOLD', group: null },
    { id: '[SAMPLE-8]', email: 'black@cellardoor.example', tier: 'BLACK', group: null },
    { id: '[SAMPLE-9]', email: 'staff@cellardoor.example', tier: 'GREEN', group: 'STAFF' },
  ];
  test.each(accounts)('$email has its tier, its group and the password [SAMPLE-5] $id', async ({ email, tier, group }) => {
    const customer = await account(email);

    expect(customer).toMatchObject({ group, markets: { AU: { tier }, SG: { tier } } });
    expect(await isPassword('grape-harvest-2026', customer.passwordHash)).toBe(true);
  });

  test('gold@cellardoor.example has favourites and past orders in every status [SAMPLE-7]', async () => {
    const { id } = await account('gold@cellardoor.example');

    const rows = await shop.database.queryMany<{ status: string }>({
      text: 'select distinct status from orders where customer_id = $1',
      values: [id],
    });

    expect(rows.map(({ status }) => status).sort()).toEqual(Object.keys(ORDER_STATUSES).sort());
    expect(await count(`favourites where customer_id = ${id}`)).toBeGreaterThan(0);
  });

  test('black@cellardoor.example is a club member [SAMPLE-8]', async () => {
    const { id } = await account('black@cellardoor.example');
    expect(await count(`club_memberships where customer_id = ${id} and status = 'active'`)).toBe(1);
  });
});

describe('the sample coupons', () => {
  /** Adds a coupon to a new cart with some cases of red wine, for a customer or a guest. */
  async function applyCoupon(couponCode: string, { cases = 1, email }: { readonly cases?: number; readonly email?: string } = {}) {
    const customer = email === undefined ? null : await account(email);
    const headers = customer ? { authorization: `Bearer ${await tokenFor(shop, customer)}` } : undefined;
    const carts = shop.call(cartContract, 'localhost', headers);
    const created = await carts.create({ offer: {}, productId: RED, customerId: customer?.id ?? 0 });
    if (!created.ok) throw new Error(created.title);
    const { id: cartId } = created.value.data;
    for (let added = 1; added < cases; added += 1)
      await carts.addItem({ offer: {}, cartId, productId: RED, customerId: customer?.id ?? 0 });
    const result = await carts.addCoupon({ cartId, couponCode });
    const cart = result.ok ? result.value.data : null;
    if (customer) await carts.destroy({ cartId });
    return result.ok ? { discount: cart?.totalDiscountAmount, isFreeShipping: cart?.isFreeShipping } : { code: result.code };
  }

  const coupons = [
    { id: '[SAMPLE-13]', coupon: 'WELCOME20', what: '20 off', expected: { discount: 20 } },
    { id: '[SAMPLE-14]', coupon: 'TENOFF', what: '10 % off', expected: { discount: 28.8 } },
    { id: '[SAMPLE-15]', coupon: 'SHIPFREE', what: 'free shipping', expected: { isFreeShipping: true } },
    { id: '[SAMPLE-16]', coupon: 'LASTYEAR', what: 'expired', expected: { code: 'coupon_expired' } },
    { id: '[SAMPLE-17]', coupon: 'GOLDONLY', what: 'not for guests', expected: { code: 'coupon_needs_login' } },
    { id: '[SAMPLE-18]', coupon: 'MEMBERS15', what: 'not for guests', expected: { code: 'coupon_needs_login' } },
    { id: '[SAMPLE-19]', coupon: 'BIGSPEND', what: 'not below 300', expected: { code: 'coupon_minimum' } },
  ];
  test.each(coupons)('$coupon for a guest: $what $id', async ({ coupon, expected }) => {
    expect(await applyCoupon(coupon)).toMatchObject(expected);
  });

  test('BIGSPEND takes 50 off from 300 [SAMPLE-19]', async () => {
    expect(await applyCoupon('BIGSPEND', { cases: 2 })).toMatchObject({ discount: 50 });
  });

  test('GOLDONLY is for the tier Gold only, MEMBERS15 for every customer [SAMPLE-17, SAMPLE-18]', async () => {
    expect(await applyCoupon('GOLDONLY', { email: 'green@cellardoor.example' })).toEqual({ code: 'coupon_not_eligible' });
    expect(await applyCoupon('GOLDONLY', { email: 'gold@cellardoor.example' })).toMatchObject({ discount: 34.56 });
    expect(await applyCoupon('MEMBERS15', { email: 'green@cellardoor.example' })).toMatchObject({ discount: 43.2 });
  });
});

describe('pages for guests [CONT-2]', () => {
  test.each([
    { id: '[CONT-3, LOY-23]', path: '/loyalty' },
    { id: '[CONT-4]', path: '/tier-offers' },
    { id: '[CONT-5]', path: '/events' },
    { id: '[CONT-6]', path: '/wine-clubs' },
    { id: '[CONT-7]', path: '/wine-clubs/success' },
    { id: '[CONT-8]', path: '/preferred-wines' },
    { id: '[CONT-9]', path: '/vino-articles' },
    { id: '[CONT-10]', path: '/vino-articles/the-grape-that-stopped-apologising' },
    { id: '[CONT-13]', path: '/account/profile' },
    { id: '[CONT-14]', path: '/auth-callback' },
    { id: '[CONT-15]', path: '/auth/join' },
    { id: '[CONT-15]', path: '/auth/login' },
    { id: '[CONT-16, CART-51]', path: '/cart/' },
    { id: '[CONT-16, CART-51]', path: '/cart?redirection_ts=1' },
    { id: '[CONT-19]', path: '/preferred-wines/anything' },
    { id: '[CONT-20]', path: '/wine-clubs/checkout/anything' },
  ])('responds with 200 at $path $id', async ({ path }) => {
    expect((await shop.get(path)).status).toBe(200);
  });

  test('shows two clubs with a page each in every market [CONT-21, CLUB-6]', async () => {
    for (const host of ['localhost', 'sg.localhost']) {
      const { text } = await shop.get('/wine-clubs', {}, host);
      const paths = [...new Set([...text.matchAll(/href="(\/wine-clubs\/[a-z-]+)"/g)].map(([, path]) => path ?? ''))];
      const clubs = paths.filter((path) => !/checkout|success/.test(path));
      expect(clubs.length, host).toBeGreaterThanOrEqual(2);
      for (const path of clubs) expect((await shop.get(path, {}, host)).status, path).toBe(200);
    }
  });

  test.each(['/account/profile', '/preferred-wines/anything', '/wine-clubs/checkout/anything'])(
    'serves %s without its personal content, which the browser loads [CONT-24]',
    async (path) => {
      const guest = await shop.get(path);
      const { id, subject } = await account('gold@cellardoor.example');
      const member = await shop.get(path, { authorization: `Bearer ${await tokenFor(shop, { id, subject })}` });
      expect(member.text).toBe(guest.text);
      expect(guest.text).not.toContain('Aurelia');
    },
  );

  test('lists 40 offers per page [CAT-10]', async () => {
    const { text } = await shop.get('/wines');
    expect(text.match(/<article/g)).toHaveLength(40);
  });

  test('serves the AU wine site for an unknown host [SITE-14]', async () => {
    const unknown = await shop.get('/wines', {}, 'shop.example');
    expect([unknown.status, unknown.text.includes('lang="en-AU"')]).toEqual([200, true]);
  });
});
