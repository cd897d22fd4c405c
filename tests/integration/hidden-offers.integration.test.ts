import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueContract } from '#domains/catalogue/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
const tokens = new Map<string, string | null>([['guest', null]]);

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock(
    { offerId: 'open', productId: 1 },
    { offerId: 'gold', productId: 2, tiersEligible: ['GOLD'] },
    { offerId: 'secret', productId: 3, secret: true },
    { offerId: 'here', productId: 4, audience: 'AU+NZ', prices: { AU: { packPrice: 60 } } },
  );
  tokens.set('green', (await createTestCustomer(shop, { tier: 'GREEN' })).bearer);
  tokens.set('gold', (await createTestCustomer(shop, { tier: 'GOLD' })).bearer);
  tokens.set('staff', (await createTestCustomer(shop, { isStaff: true })).bearer);
});
afterAll(() => shop.stop());

describe.each([
  { host: 'localhost', who: 'guest', sees: ['open', 'here'] },
  { host: 'localhost', who: 'green', sees: ['open', 'secret', 'here'] },
  { host: 'localhost', who: 'gold', sees: ['open', 'gold', 'secret', 'here'] },
  { host: 'localhost', who: 'staff', sees: ['open', 'gold', 'secret', 'here'] },
  { host: 'sg.localhost', who: 'guest', sees: ['open'] },
  { host: 'sg.localhost', who: 'gold', sees: ['open', 'gold'] },
  { host: 'sg.localhost', who: 'staff', sees: ['open', 'gold'] },
])('$who at $host', ({ host, who, sees }) => {
  const options = () => {
    const bearer = tokens.get(who);
    return bearer ? { bearer } : {};
  };

  test.each(['open', 'gold', 'secret', 'here'])('hides or shows the offer %s', async (offer) => {
    const result = await shop.call(catalogueContract, host).offer({ producer: 'test-house', offer }, options());
    expect(result.ok ? 200 : result.status).toBe(sees.includes(offer) ? 200 : 404);
  });

  test('does not reveal the limit of a hidden product', async () => {
    const { productDetails } = shop.call(cartContract, host);
    const isFound = await Promise.all([2, 3].map(async (id) => (await productDetails({ id }, options())).ok));
    expect(isFound).toEqual([sees.includes('gold'), sees.includes('secret')]);
  });
});

test('includes the markets of an offer', async () => {
  const calls = shop.call(catalogueContract);
  const markets = async (offer: string) => {
    const result = await calls.offer({ producer: 'test-house', offer });
    return result.ok && result.value.offer.markets;
  };
  expect(await markets('open')).toEqual(['AU', 'SG']);
  expect(await markets('here')).toEqual(['AU']);
});

test('rejects a bad token instead of treating the caller as a guest', async () => {
  const result = await shop.call(catalogueContract).offer({ producer: 'test-house', offer: 'open' }, { bearer: 'nonsense' });
  expect(result).toMatchObject({ ok: false, status: 401, code: 'token_invalid' });
});
