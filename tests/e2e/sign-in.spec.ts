import { PHONE } from './support/browser.ts';
import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, enterBoth, enterPassword, header, openAccount, PASSWORD, signIn, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('signs a customer in from a wine, returns to it, shows the account and signs out [ID-1, ID-4, ID-13, ID-14, ID-26, ACC-1]', async ({
  visit,
}) => {
  const { page, context, audit } = await visit(shop.urlOf('localhost'));
  const wine = await findWine(page, '/wines');
  const address = page.url();
  await signIn(page, 'green@cellardoor.example');
  await accountButton(page).waitFor();
  await expect.poll(() => page.url()).toBe(address);
  expect(context.pages(), 'no popup').toHaveLength(1);
  expect((await page.getByRole('heading', { level: 1 }).innerText()).trim()).toBe(wine);
  await audit();

  await accountButton(page).click();
  await audit();
  await header(page).getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello, Ivy' }).waitFor();
  await page.getByText('You’re a Green member.').waitFor();
  await audit();

  // Another tab of the same browser is signed in, and is signed out together with this one.
  const other = await context.newPage();
  await other.goto('/account/addresses');
  await other.getByText('14 Alma Terrace').waitFor();
  await accountButton(page).click();
  await header(page).getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();
  await signInLink(other).waitFor();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign in to your account' }).waitFor();
  await audit();
});

test('shows an error for a wrong password, and the right one still returns to the page [ID-10] @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines');
  await signIn(page, 'gold@cellardoor.example', 'not-the-password');
  await page.getByRole('alert').waitFor();
  await audit();
  await enterPassword(page, PASSWORD);
  await accountButton(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/wines');
});

test('redirects an account page through the sign-in and back [ID-13, ACC-1] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/account/addresses');
  await page.getByRole('link', { name: 'Sign in to your account' }).click();
  await enterBoth(page, 'green@cellardoor.example');
  await page.getByText('14 Alma Terrace').waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/addresses');
});

test.describe('the account', () => {
  test('stores and validates addresses [ACC-3]', async ({ visit }) => {
    const { page, audit } = await visit(shop.urlOf('localhost'));
    const main = page.getByRole('main');
    await openAccount(page, '/account/addresses', 'gold@cellardoor.example');
    await main.getByText('2 Lavender Crescent').waitFor();

    await main.getByRole('button', { name: 'Add an address' }).click();
    const street = '5 Ramsden Street';
    const fields = { 'First name': 'Aurelia', 'Last name': 'Gould', Phone: '0423 456 789', Address: street, Suburb: 'Clifton Hill' };
    for (const [label, value] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(value);
    await main.getByLabel('State').selectOption('VIC');
    const mismatch = main.getByText('Something wrong with the address, please check suburb, postcode or state if they are matching');
    await main.getByLabel('Postcode').fill('3000');
    await main.getByLabel('Postcode').press('Tab');
    await mismatch.waitFor();
    await main.getByLabel('Phone').fill('12');
    await main.getByRole('button', { name: 'Save address' }).click();
    await main.getByText('Enter a 10-digit Australian phone number, like 0412 345 678').waitFor();
    await main.getByLabel('Phone').fill('0423 456 789');
    await main.getByRole('button', { name: 'Save address' }).click();
    await mismatch.waitFor();
    await audit();
    await main.getByRole('button', { name: 'Clifton Hill VIC 3068' }).click();
    await main.getByRole('button', { name: 'Save address' }).click();
    await main.getByText(street).waitFor();
    await main.getByRole('button', { name: `Delete: ${street}` }).click();
    await main.getByText(street).waitFor({ state: 'detached' });
  });

  test('shows each of its pages without errors [ACC-1, ACC-2] @slow', async ({ visit }) => {
    const { page, audit } = await visit(shop.urlOf('localhost'));
    const main = page.getByRole('main');
    await openAccount(page, '/account/addresses', 'gold@cellardoor.example');
    await main.getByText('2 Lavender Crescent').waitFor();
    await audit();
    const pages = ['Overview', 'Orders', 'Cards', 'Your details', 'Change email', 'Change password', 'Devices', 'Privacy'];
    for (const name of pages) {
      await main.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await main.locator('.account-main h1').waitFor();
      await expect.poll(() => main.locator('.account-rows').count(), { message: name }).toBe(0);
      await audit();
    }
    await main.getByText('Download my data').waitFor();
  });
});

test('signs a new customer in after joining and confirming the email [ID-11]', { tag: '@phone' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/auth/join?returnTo=/account');
  await page.getByLabel('First name').fill('Nina');
  await page.getByLabel('Last name').fill('Simmons');
  await page.getByLabel('Email').fill('nina@example.com');
  await page.getByLabel('Password').fill('blue-slate-terraces');
  await audit();
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const link = page.locator('a[href*="/auth/verify-email"]').first();
  await expect
    .poll(async () => {
      await page.goto('/dev/mailbox');
      return link.count();
    })
    .toBeGreaterThan(0);
  await link.click();
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello, Nina' }).waitFor();
  await audit();
});

test('keeps a guest’s cart after the sign-in, also on another device, and checks out with it', {
  tag: '@desktop',
}, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  await addToCart(page);
  await page.keyboard.press('Escape');
  await signIn(page, 'black@cellardoor.example');
  await accountButton(page).waitFor();
  await header(page).getByRole('link', { name: 'Cart, 1 case' }).waitFor();
  await addToCart(page);
  await page.goto('/cart');
  await page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('2');
  await audit();

  const other = await visit(shop.urlOf('localhost'), { viewport: PHONE });
  await openAccount(other.page, '/account', 'black@cellardoor.example');
  await expect.poll(() => new URL(other.page.url()).search).toBe('');
  await header(other.page).getByRole('link', { name: 'Cart, 2 cases' }).waitFor();

  await page.getByRole('main').getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/checkout\/[\w-]{43}/);
});
