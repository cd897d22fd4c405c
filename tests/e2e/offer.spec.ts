/** Offer page: pictures and delivery estimate. */
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { writeOffers } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const WINE = '/wines/gumbrook/slow-gully-pinot-noir-2024';

test('zooms into the label by keyboard @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto(WINE, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'The label' }).press('Enter');
  await page
    .getByRole('main')
    .getByRole('img', { name: /^Label of/ })
    .waitFor();
  const closer = page.getByRole('button', { name: 'Zoom in' });
  await closer.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Enlarged pictures' });
  const picture = dialog.getByRole('img', { name: /^Label of/ });
  const height = async () => (await picture.boundingBox())?.height ?? 0;
  await picture.waitFor();
  const near = await height();
  await audit();
  await page.keyboard.press('+');
  await expect.poll(height).toBeGreaterThan(near);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(height).toBeLessThan(near);
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: /^Case of/ }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});

test('shows the delivery estimate for a postcode, or that there is none, and remembers the postcode [SHIP-14, SHIP-19]', {
  tag: '@phone',
}, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/estimate/.test(pathname) && !pathname.startsWith('/assets/')) requests.push(pathname);
  });
  await page.goto(WINE, { waitUntil: 'networkidle' });
  const box = page.getByRole('main').getByRole('textbox', { name: /^Delivery estimate/ });
  const check = page.getByRole('main').getByRole('button', { name: 'Check' });
  await box.fill('3068');
  await check.click();
  await page.getByText(/delivery to 3068 \w+ \d+/).waitFor();
  await box.fill('3999');
  await check.click();
  await page.getByText('No result').waitFor();
  await box.fill('0800');
  await check.click();
  await page.getByText(/delivery to 0800 \w+ \d+/).waitFor();
  expect(requests).toEqual(['/api/delivery-estimate', '/api/delivery-estimate', '/1/indexes/delivery_estimates/0800']);
  await audit();
  await page.reload();
  await page.getByText(/delivery to 0800 \w+ \d+/).waitFor();
});

test('finds the delivery estimate that was asked for before the page could answer', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const { promise: asked, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/assets/*', async (route) => {
    if (route.request().resourceType() === 'script') await asked;
    await route.continue();
  });
  await page.goto(WINE, { waitUntil: 'commit' });
  await page
    .getByRole('main')
    .getByRole('textbox', { name: /^Delivery estimate/ })
    .fill('3068');
  await page.getByRole('main').getByRole('button', { name: 'Check' }).click();
  goOn();
  await page.getByText(/delivery to 3068 \w+ \d+/).waitFor();
});

test('counts down a sale that ends soon, on card and page, by the clock of the server @slow', { tag: '@phone' }, async ({ visit }) => {
  const inFiveHours = new Date(Date.now() + (5 * 60 + 30) * 60_000).toISOString();
  const row = await shop.database.queryOne<{ record: OfferRecord }>({
    text: "select record from offers where offer_id = 'slow-gully-pinot-noir-2024'",
  });
  if (!row) throw new Error('the sample has no such wine');
  await shop.database.transaction((transaction) => writeOffers(transaction, [{ ...row.record, endsAt: inFiveHours }], pictureVersion));
  await shop.running.services.search.refresh();
  const { page, audit } = await visit(shop.urlOf('localhost'));
  // The browser's clock is four hours behind.
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() - 4 * 3_600_000;
  });
  await page.goto('/wines?query=slow%20gully%20pinot');
  const card = page.locator('article[data-offer="slow-gully-pinot-noir-2024"]');
  await card.getByText(/^5 h 2\d min left$/).waitFor();
  await audit();
  await page.goto(WINE);
  await page.getByText(/On sale until \d+ \w+: 5 h 2\d min left/).waitFor();
});
