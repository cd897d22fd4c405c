/** Restricted content: a page behind a paywall, a special-access offer, a secret offer and a preview. */
import { PREVIEW_CODES, signPreview } from '#domains/customers/access/server/preview-signature.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, enterBoth, signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('unlocks an article with its password, also for the next visit [ACCESS-13, ACCESS-14]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  await page.goto('/vino-articles');
  await main.getByRole('link', { name: 'Buying notes, unedited' }).click();
  await main.getByRole('heading', { name: 'The rest of this page is locked' }).waitFor();
  await audit();
  await main.getByLabel('Email').fill('reader@example.com');
  await main.getByLabel('Password').fill('outside-the-lid');
  await main.getByRole('button', { name: 'Unlock' }).click();
  await main.getByText('That password does not open this page.').waitFor();
  await main.getByLabel('Password').fill('inside-the-lid');
  await main.getByRole('button', { name: 'Unlock' }).click();
  await main.getByRole('heading', { name: 'What we did not buy' }).waitFor();
  await audit();
  await page.reload();
  await main.getByRole('heading', { name: 'What we did not buy' }).waitFor();
});

test('shows staff an offer by a preview link, without selling it [ACCESS-1]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  const timestamp = Math.floor(Date.now() / 1_000);
  const signed = signPreview(await sharedSecret(shop.database, PREVIEW_CODES), 'offer', {
    email: 'staff@cellardoor.example',
    timestamp,
    id: 'railway-siding-cabernet-sauvignon-2012',
    tier: 'GREEN',
    stockStatus: 'PRESELLING',
  });
  await page.goto(`/offer-preview?${new URLSearchParams({ ...signed })}`);
  await main.getByText('Preview, as a Green member sees it.').waitFor();
  await main.getByText('A Green member can’t see this page.').waitFor();
  await main.getByText('On its way to us.').waitFor();
  expect(await page.getByRole('button', { name: 'Add to cart' }).count()).toBe(0);
  await audit();
  await page.goto('/offer-preview?code=nonsense');
  await main.getByText('Invalid preview code').waitFor();
});

test('returns a guest who signs in for a members’ item, which can then be bought @slow', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();
  await page.goto('/wines/corrigan-pike/south-paddock-cabernet-sauvignon-2019');
  await add.click();
  await page.getByText('This is a special access item. Please login and try again!').first().waitFor();
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await enterBoth(page, 'green@cellardoor.example');
  await page.waitForURL('**/wines/corrigan-pike/south-paddock-cabernet-sauvignon-2019');
  await accountButton(page).waitFor();
  await add.click();
  await page
    .getByText(/Item added to your cart!|Selling FAST/)
    .first()
    .waitFor();
});

test('opens the link to a secret offer for members only @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const heading = page.getByRole('heading', { level: 1 });
  const secret = '/secret-offers/lot-nine';
  const { status, text } = await shop.get(secret);
  expect({ status, text }).toEqual({ status: 404, text: (await shop.get('/secret-offers/no-such')).text });
  await page.goto('/wines');
  await signIn(page, 'green@cellardoor.example');
  await accountButton(page).waitFor();
  await page.goto(secret);
  await heading.filter({ hasText: 'Lot nine' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().waitFor();
  await audit();
  await page.goto('/secret-offers/lot-ten');
  await heading.filter({ hasText: 'That door’s shut' }).waitFor();
});
