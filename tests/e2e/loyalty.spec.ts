import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('shows a guest the tiers, but none of their offers, and fetches the programme once [LOY-15, LOY-21, LOY-23]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/get-loyalty-config')) fetched += 1;
  });
  await page.goto('/loyalty');
  await page.getByText('From $1,000.00 in 12 months').waitFor();
  await audit();
  await page.getByRole('main').getByRole('link', { name: 'Gold' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gold members' }).waitFor();
  await audit();
  await page.getByRole('link', { name: 'Offers for your tier' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers for members' }).waitFor();
  expect(await page.getByRole('main').getByRole('article').count()).toBe(0);
  await audit();
  expect(fetched).toBeLessThanOrEqual(1);
});

test('shows a Gold member the tier page by its old path, and their offers [ACC-2, LOY-11, LOY-23] @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/account/rewards');
  await signIn(page, 'gold@cellardoor.example');
  await page.getByRole('heading', { level: 1, name: 'You’re a Gold member' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/very-important-mofo');
  await page.getByText(/more to reach Black/).waitFor();
  await audit();
  await page.getByRole('main').getByRole('link', { name: 'Offers for your tier' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers for Gold members' }).waitFor();
  await page.getByRole('heading', { name: 'Railway Siding Cabernet Sauvignon 2012' }).waitFor();
  await audit();
});

test('shows the amounts of Singapore, and staff the tier offers of their own tier [LOY-13] @slow', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('sg.localhost'));
  await page.goto('/loyalty');
  await page.getByText('From $6,000.00 in 12 months').waitFor();
  await page.goto('/tier-offers');
  await signIn(page, 'staff@cellardoor.example');
  await accountButton(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Offers for Green members' }).waitFor();
  await page.getByText('There’s nothing set aside for you today.').waitFor();
});
