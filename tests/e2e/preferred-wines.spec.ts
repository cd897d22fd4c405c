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

test('recommends wines with reasons from a guest’s answers, and remembers the answers [CONT-47]', async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('sg.localhost'));
  const main = page.getByRole('main');
  await page.goto('/preferred-wines');
  await main.getByLabel('White', { exact: true }).check();
  await main.getByLabel('Surprise me').check();
  await audit();
  await main.getByRole('button', { name: 'Show my wines' }).click();
  await page.waitForURL('**/preferred-wines/results');
  await main.getByText('Because you like white').first().waitFor();
  await audit();
  await main.getByRole('link', { name: 'Change your answers' }).click();
  await expect.poll(() => main.getByLabel('White', { exact: true }).isChecked()).toBe(true);
});

test('uses a customer’s favourites, and merges the guest’s answers at sign-in [CONT-47]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/preferred-wines');
  await page.getByRole('main').getByLabel('Red', { exact: true }).check();
  await page.getByRole('button', { name: 'Show my wines' }).click();
  await page.waitForURL('**/preferred-wines/results');
  await signIn(page, 'gold@cellardoor.example');
  await accountButton(page).waitFor();
  await page.getByText(/Based on your answers and 5 favourites|Based on your answers, your past orders and 5 favourites/).waitFor();
  await page
    .getByText(/have bought \S+.* before|have \S+.* in your favourites/)
    .first()
    .waitFor();
});
