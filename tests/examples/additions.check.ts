/** Uses the endpoint, the page, the setting and the job that only the worked examples define. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, VARIABLES } from '#lib/server/config.ts';
import { variablesTable } from '#scripts/readme-variables.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ PICKUP_HOURS: '9 to 5' });
});
afterAll(() => shop?.stop());

test('serves the endpoint, validates its input and documents it', async () => {
  const response = await shop.get('/api/delivery-fee?region=WA');

  expect([response.status, JSON.parse(response.text)]).toEqual([200, { fee: 14.9 }]);
  expect((await shop.get('/api/delivery-fee?region=NOWHERE')).status).toBe(400);
  expect((await shop.get('/api/openapi.json')).text).toContain('/api/delivery-fee');
});

test('renders the page with the fee of each market', async () => {
  const { status, text } = await shop.get('/delivery-fees');

  expect(status).toBe(200);
  expect(text, 'the layout around the page').toContain('<main id="main"');
  expect(text).toContain('We deliver for $9.90.');
  expect((await shop.get('/delivery-fees', {}, 'sg.localhost')).text).toContain('We deliver for $5.00.');
});

test('reads, validates and lists the setting', () => {
  expect(readConfig({ PICKUP_HOURS: '9 to 5' })).toMatchObject({ PICKUP_HOURS: '9 to 5' });
  expect(() => readConfig({ PICKUP_HOURS: 'x'.repeat(61) })).toThrow('PICKUP_HOURS');
  expect(variablesTable(VARIABLES)).toContain('| `PICKUP_HOURS` |');
});

test('shows the setting on the page', async () => {
  expect((await shop.get('/delivery-fees')).text).toContain('Pick up your order: 9 to 5.');
});

test('schedules the job', async () => {
  const row = await shop.database.queryOne({ text: "select cron from pgboss.schedule where name = 'purge-test-payments'" });

  expect(row).toEqual({ cron: '47 * * * *' });
});
