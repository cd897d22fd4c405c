import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ASSETS = fileURLToPath(new URL('../../../build/client/assets', import.meta.url));
let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

const YEAR = 'public, max-age=31536000, immutable';
test.each([
  { name: 'an asset', path: `/assets/${readdirSync(ASSETS).find((name) => name.endsWith('.js'))}`, status: 200, cache: YEAR },
  { name: 'one of an older build', path: '/assets/Gone-00000000.js', status: 404, cache: 'no-store' },
  { name: 'the folder', path: '/assets/', status: 404, cache: 'no-store' },
  { name: 'what lies outside of it', path: '/assets/%2e%2e%2f%2e%2e%2fpackage.json', status: 404, cache: 'no-store' },
  { name: 'the worker', path: '/sw.js', status: 200, cache: 'no-cache' },
  { name: 'the manifest', path: '/manifest.webmanifest', status: 200, cache: 'public, max-age=3600' },
])('$name', async ({ path, status, cache }) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await shop.running.server.app.inject({
      method: 'GET',
      url: path,
      headers: { host: 'localhost', 'accept-encoding': encoding },
    });
    expect({ status: response.statusCode, cache: response.headers['cache-control'] }).toEqual({ status, cache });
  }
});

test('the manifest starts at / in standalone mode with the theme colour [CONT-44]', async () => {
  const { text } = await shop.get('/manifest.webmanifest');

  expect(JSON.parse(text)).toMatchObject({ start_url: '/', display: 'standalone', theme_color: '#77b204' });
});
