import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const PARTNER = 'https://partner.example';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ ALLOWED_ORIGINS: PARTNER });
  await shop.stock({ offerId: 'red', productId: 1 });
});
afterAll(() => shop.stop());

const preflight = (origin: string, path: string) =>
  send(shop.running.port, 'localhost', 'OPTIONS', path, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,idempotency-key,if-match',
  });
const createCart = (origin: string) =>
  send(
    shop.running.port,
    'localhost',
    cartContract.create.method,
    cartContract.create.path,
    { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'content-type': 'application/json' },
    JSON.stringify({ productId: 1, customerId: 0, offer: { id: 'red', product_id: 1 } }),
  );

describe('a page of ALLOWED_ORIGINS', () => {
  test('may call the cart', async () => {
    const { status, headers } = await preflight(PARTNER, cartContract.create.path);

    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(PARTNER);
    expect(headers['access-control-allow-headers']).toContain('idempotency-key');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers.vary).toMatch(/origin/i);
  });

  test('calls the cart and reads errors', async () => {
    const made = await createCart(PARTNER);

    expect([made.status, made.headers['access-control-allow-origin']]).toEqual([200, PARTNER]);
    expect((JSON.parse(made.text) as { data: { id: string } }).data.id).toMatch(/^[0-9a-f-]{36}$/);
    const rejected = await shop.get(`${cartContract.check.path}?cartId=nonsense`, { origin: PARTNER });
    expect([rejected.status >= 400, rejected.headers['access-control-allow-origin']]).toEqual([true, PARTNER]);
  });

  test('cannot read pages', async () => {
    expect((await shop.get('/wines', { origin: PARTNER })).headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('any other page may not', async () => {
  expect((await preflight('https://evil.example', cartContract.create.path)).headers['access-control-allow-origin']).toBeUndefined();
  const rejected = await createCart('https://evil.example');
  expect([rejected.status, rejected.headers['access-control-allow-origin']]).toEqual([403, undefined]);
});
