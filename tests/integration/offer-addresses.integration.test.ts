import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueContract } from '#domains/catalogue/contract.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestOffer, type TestShop } from '#tests/fixtures/shop.ts';

const ENDED = '2020-01-01T00:00:00Z';
const LATER = '2999-01-01T00:00:00Z';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

let lastProduct = 0;
/** Puts offers on sale, each of a product of its own. */
const put = (...offers: readonly Omit<TestOffer, 'productId'>[]) =>
  shop.stock(
    ...offers.map((offer) => {
      lastProduct += 1;
      return { ...offer, productId: lastProduct } as TestOffer;
    }),
  );

const leads = async (path: string, host = 'localhost') => {
  const { status, headers } = await shop.get(path, {}, host);
  return { status, location: headers.location };
};

/** The not-found page without the address that it was asked under. */
const missingBody = async (path: string) => {
  const { status, text, headers } = await shop.get(path);
  return { status, cache: headers['cache-control'], body: text.replaceAll(path, '/asked') };
};

describe('an offer URL', () => {
  beforeAll(() =>
    put(
      { offerId: 'Kept-Case', brand: 'Old House' },
      { offerId: 'sold', brand: 'Old House', level: 0 },
      { offerId: 'gold', brand: 'Old House', tiersEligible: ['GOLD'] },
      { offerId: 'secret', brand: 'Old House', secret: true },
      { offerId: 'unborn', brand: 'Old House', startsAt: LATER },
      { offerId: 'au', brand: 'Old House', audience: 'AU', prices: { AU: { packPrice: 60 } } },
    ),
  );

  test.each([
    ['/wines/old-house/kept-case'],
    ['/wines/Old-House/Kept-Case'],
    ['/WINES/OLD-HOUSE/KEPT-CASE'],
    ['/wines/%6Fld-house/Kept-Case'],
    ['/wines/former-house/Kept-Case'],
  ])('%s redirects permanently to the canonical URL', async (path) => {
    expect(await leads(path)).toEqual({ status: 301, location: '/wines/old-house/Kept-Case' });
  });

  test('is the same with a trailing slash', async () => {
    expect((await leads('/wines/old-house/Kept-Case/')).status).toBe(200);
  });

  test('keeps its parameters on redirect', async () => {
    expect(await leads('/wines/OLD-house/kept-case?vmcode=TEN&utm_source=mail')).toEqual({
      status: 301,
      location: '/wines/old-house/Kept-Case?vmcode=TEN&utm_source=mail',
    });
  });

  test('redirects page data too', async () => {
    const { status, text } = await shop.get('/wines/OLD-HOUSE/kept-case.data?_routes=offer');

    expect(status).toBe(202);
    expect(text).toContain('"/wines/old-house/Kept-Case"');
  });

  test('is not cached if it redirects', async () => {
    const { headers } = await shop.get('/wines/OLD-HOUSE/Kept-Case');

    expect(headers['cache-control']).toBe('no-store');
  });

  test('keeps its page if the offer is sold out', async () => {
    expect((await leads('/wines/old-house/sold')).status).toBe(200);
  });

  test.each(['gold', 'secret', 'unborn'])(
    'returns an ordinary 404 for the hidden offer %s, in any case and under any producer',
    async (id) => {
      const ordinary = await missingBody('/wines/old-house/no-such-offer');
      const paths = [`/wines/old-house/${id}`, `/wines/OLD-HOUSE/${id.toUpperCase()}`, `/wines/former-house/${id}`];

      for (const path of paths) expect(await missingBody(path)).toEqual(ordinary);
    },
  );

  test('returns 404 in a market without the offer', async () => {
    expect((await leads('/wines/OLD-HOUSE/AU', 'sg.localhost')).status).toBe(404);
    expect((await leads('/wines/OLD-HOUSE/AU')).location).toBe('/wines/old-house/au');
  });

  test('answers a customer for a hidden offer under a former producer', async () => {
    const { bearer } = await createTestCustomer(shop, { tier: 'GOLD' });

    const result = await shop.call(catalogueContract).offer({ producer: 'former-house', offer: 'GOLD' }, { bearer });

    expect(result).toMatchObject({ ok: true, value: { offer: { url: '/wines/old-house/gold' } } });
  });

  test.each(['/wines/x/%00', '/wines/%00/Kept-Case', `/wines/x/${'a'.repeat(500)}`, '/wines/x/..%2F..%2Fevil', '/wines//evil.example/'])(
    'answers %s without an error and without leaving the shop',
    async (path) => {
      const { status, location } = await leads(path);

      expect([301, 400, 404]).toContain(status);
      if (location !== undefined) expect(location).toBe('/wines/old-house/Kept-Case');
    },
  );
});

test('differs for offers whose ids differ in case only', async () => {
  await put({ offerId: 'twin', brand: 'Twin House' }, { offerId: 'Twin', brand: 'Twin House' });

  expect((await leads('/wines/twin-house/twin')).status).toBe(200);
  expect((await leads('/wines/twin-house/Twin')).status).toBe(200);
});

test('redirects after a producer is renamed and renamed back, whatever was requested before', async () => {
  const named = (brand: string) => shop.stock({ offerId: 'renamed', productId: 900, brand });
  await named('First Name');
  expect((await leads('/wines/first-name/renamed')).status).toBe(200);

  await named('Second Name');
  expect(await leads('/wines/first-name/renamed')).toEqual({ status: 301, location: '/wines/second-name/renamed' });
  expect((await leads('/wines/second-name/renamed')).status).toBe(200);

  await named('First Name');
  expect((await leads('/wines/first-name/renamed')).status).toBe(200);
  expect(await leads('/wines/second-name/renamed')).toEqual({ status: 301, location: '/wines/first-name/renamed' });
});

describe('an ended offer', () => {
  test('redirects to the next vintage on sale that is visible to everyone', async () => {
    await put(
      { offerId: 'v18', brand: 'Vine', name: 'Shiraz', vintage: '2018', endsAt: ENDED },
      { offerId: 'v19', brand: 'Vine', name: 'Shiraz', vintage: '2019', endsAt: ENDED },
      { offerId: 'v20', brand: 'Vine', name: 'Shiraz', vintage: '2020', tiersEligible: ['GOLD'] },
      { offerId: 'v21', brand: 'Vine', name: 'Shiraz', vintage: '2021', startsAt: LATER },
      { offerId: 'v22', brand: 'Vine', name: 'Shiraz', vintage: '2022', secret: true },
      { offerId: 'v23', brand: 'Vine', name: 'Shiraz', vintage: '2023' },
      { offerId: 'v24', brand: 'Vine', name: 'Shiraz', vintage: '2024' },
      { offerId: 'v25', brand: 'Vine', name: 'Grenache', vintage: '2019' },
    );

    const to = { status: 302, location: '/wines/vine/v23' };
    expect(await leads('/wines/vine/v18')).toEqual(to);
    expect(await leads('/wines/VINE/V19')).toEqual(to);
    expect((await leads('/wines/vine/v23')).status).toBe(200);
  });

  test('redirects to its producer if no later vintage is on sale', async () => {
    await put(
      { offerId: 'p20', brand: "Producer & Daughter's", name: 'Pinot', vintage: '2020', endsAt: ENDED },
      { offerId: 'p19', brand: "Producer & Daughter's", name: 'Pinot', vintage: '2019' },
    );

    const { status, location } = await leads('/wines/producer-daughter-s/p20');

    expect({ status, location }).toEqual({ status: 302, location: "/wines?brand=Producer%20%26%20Daughter's" });
    const list = await shop.get(String(location));
    expect(list.status).toBe(200);
    expect(list.text).toContain('/wines/producer-daughter-s/p19');
  });

  test.each([
    { kind: 'wine', category: 'Red' as const, to: '/wines' },
    { kind: 'spirits', category: 'Whisky' as const, to: '/spirits' },
  ])('redirects to the list of $kind if its producer has nothing on sale', async ({ kind, category, to }) => {
    await put(
      { offerId: `gone-${kind}`, brand: `Gone ${kind}`, category, endsAt: ENDED },
      { offerId: `kept-${kind}`, brand: `Gone ${kind}`, category, tiersEligible: ['GOLD'] },
    );

    expect(await leads(`/wines/gone-${kind}/gone-${kind}`)).toEqual({ status: 302, location: to });
  });

  test('redirects nowhere for shoppers who could never see it', async () => {
    const ordinary = await missingBody('/wines/vine/no-such-offer');
    await put(
      { offerId: 'ended-gold', brand: 'Vine', name: 'Shiraz', vintage: '2017', endsAt: ENDED, tiersEligible: ['GOLD'] },
      { offerId: 'ended-secret', brand: 'Vine', name: 'Shiraz', vintage: '2017', endsAt: ENDED, secret: true },
    );

    expect(await missingBody('/wines/vine/ended-gold')).toEqual(ordinary);
    expect(await missingBody('/wines/vine/ended-secret')).toEqual(ordinary);
  });

  test('has its page again once it is back on sale, and redirects once it ends', async () => {
    const until = (endsAt: string | null) =>
      shop.stock({ offerId: 'b20', productId: 901, brand: 'Back', name: 'Riesling', vintage: '2020', endsAt });
    await shop.stock({ offerId: 'b21', productId: 902, brand: 'Back', name: 'Riesling', vintage: '2021' });
    await until(ENDED);
    expect(await leads('/wines/back/b20')).toEqual({ status: 302, location: '/wines/back/b21' });

    await until(null);
    expect((await leads('/wines/back/b20')).status).toBe(200);

    await until(ENDED);
    expect(await leads('/wines/back/b20')).toEqual({ status: 302, location: '/wines/back/b21' });
  });
});
