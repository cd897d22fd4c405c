/** Tests consent by market. every-event.slow.spec.ts compares the events with their table. */
import type { Page } from '@playwright/test';
import { findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

test.use({ isMeasured: true });

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Returns the names of the events that a market's pages sent. */
const receivedEvents = async (market: string): Promise<string[]> => {
  const rows = await shop.database.queryMany<{ name: string }>({
    text: "select name from analytics_events where market = $1 and type = 'track' and name not like 'insight %' order by happened_at",
    values: [market],
  });
  return rows.map(({ name }) => name);
};
const notice = (page: Page) => page.getByRole('complementary', { name: 'Analytics notice' });

test('sends nothing in Singapore before consent is given or after it is denied', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('sg.localhost'));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/v1\/|\/1\/events/.test(request.url())) sent.push(request.url());
  });
  await findWine(page, '/wines');
  await notice(page).getByText('Can we use analytics').waitFor();
  await page.reload();
  await notice(page).getByText('Can we use analytics').waitFor();
  expect(sent).toEqual([]);
  await notice(page).getByRole('button', { name: 'Allow analytics' }).click();
  await expect.poll(() => receivedEvents('SG'), { timeout: 60_000 }).toEqual(['Product Viewed']);
  await notice(page).getByRole('button', { name: 'Turn off analytics' }).click();
  await notice(page).getByText('Analytics is off.').waitFor();
  sent.length = 0;
  await page.goto('/wines');
  await notice(page).getByText('Analytics is off.').waitFor();
  expect(sent).toEqual([]);
  expect(await receivedEvents('SG')).toEqual(['Product Viewed']);
});
