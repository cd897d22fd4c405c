/** Names by which shoppers, assistive technology and outside clients find controls. */
import type { Page } from '@playwright/test';
import { addToCart, enterDetails, findWine, GUEST, goToCheckout, orderNumber, payWith } from './support/guest-buys.ts';
import { type ServedShop, SITES, serveSampleShop } from './support/served-shop.ts';
import { openAccount } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Match names that contain the name of a control of the cart, but are not one. Outside clients find controls by a part of the name in any case. */
const CONFUSING_NAMES = {
  button: /^(?!(?:Add to cart|Checkout|One-click checkout|Remove)$).*(?:add to cart|checkout|remove)/i,
  spinbutton: /^(?!Quantity$).*quantity/i,
} as const;

async function listConfusingControls(page: Page): Promise<string[]> {
  const controls = (['button', 'spinbutton'] as const).map((role) =>
    page.getByRole(role, { name: CONFUSING_NAMES[role], includeHidden: true }).all(),
  );
  return Promise.all((await Promise.all(controls)).flat().map((control) => control.ariaSnapshot()));
}

for (const { site, host, listPath } of SITES)
  test(`${site}: the search box and the order of a list [NAME-1, NAME-9, NAME-10]`, async ({ visit }) => {
    const { page } = await visit(shop.urlOf(host));
    for (const path of ['/', listPath, '/cart', '/contact']) {
      await page.goto(path);
      const name = listPath === '/wines' ? 'Search wines' : 'Search spirits';
      await page.getByRole('searchbox', { name, exact: true }).first().waitFor();
    }
    await page.goto(listPath);
    await page.getByRole('combobox', { name: 'Sort by', exact: true }).waitFor();
  });

test('an offer, the cart, the checkout and the order [NAME-2, NAME-3, NAME-4, NAME-5, NAME-7, NAME-8, NAME-22, NAME-23, NAME-25, NAME-26]', async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  await button(page, 'Save to favourites').first().waitFor();
  await addToCart(page);

  await page.goto('/cart');
  await main(page).getByRole('spinbutton', { name: 'Quantity', exact: true }).waitFor();
  await button(page, 'Remove').waitFor();
  await expect(main(page).getByRole('textbox', { name: 'Coupon code', exact: true })).toBeVisible();
  await button(page, 'Apply coupon').waitFor();
  await button(page, 'Checkout').waitFor();

  await goToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  await button(page, 'Place order').click();
  await payWith(page, '4242 4242 4242 4242');
  await orderNumber(page);
  await page
    .getByText(/Order #\d{7}/)
    .first()
    .waitFor();
});

test('the fields of the checkout are plain controls [NAME-13, NAME-14, NAME-15, NAME-16, NAME-17, NAME-18, NAME-19, NAME-20, NAME-21, NAME-24]', async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await findWine(page, '/wines');
  await addToCart(page);
  await page.goto('/cart');
  await goToCheckout(page, GUEST.AU.email);

  for (const name of ['Email', 'First name', 'Last name', 'Phone', 'Address', 'Suburb', 'Postcode']) {
    const field = page.getByRole('textbox', { name, exact: true });
    expect(await field.evaluate((element) => element.tagName), name).toBe('INPUT');
  }
  const state = page.getByLabel('State', { exact: true });
  expect(await state.evaluate((element) => element.tagName)).toBe('SELECT');
  expect(await state.locator('option').allInnerTexts()).toContain('VIC');
  expect(await page.getByLabel('Date of birth', { exact: true }).getAttribute('type')).toBe('date');
});

test('the sign-in fields, and one-click checkout in a customer’s cart [NAME-6, NAME-11, NAME-12]', async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wines', 'green@cellardoor.example');
  await button(page, 'Add to cart').first().click();
  await expect.poll(() => page.locator('body').getAttribute('data-cart')).toBe('open');
  await page.goto('/cart');
  await button(page, 'One-click checkout').waitFor();
});

/** Pages with a button by which they are recognized. All show controls of the cart in its dropdown. */
const PAGES_WITH_CART_CONTROLS = [
  { path: '/', control: 'Add to cart' },
  { path: '/wines?category=Red', control: 'Add to cart' },
  { path: '/wines/wirrabeen-ridge/old-block-shiraz-2021', control: 'Add to cart' },
  { path: '/gift-cards', control: 'Add to cart' },
  { path: '/account/favourites', control: 'Add to cart' },
  { path: '/account/addresses', control: /^Edit: / },
  { path: '/account/cards', control: /: Visa/ },
  { path: '/cart', control: 'Delete coupon TENOFF' },
] as const;

test('no other control has a name that contains one of a control of the cart [NAME-28, NAME-29, NAME-30]', async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wines/wirrabeen-ridge/old-block-shiraz-2021', 'gold@cellardoor.example');
  await addToCart(page);
  await page.goto('/cart');
  await main(page).getByRole('textbox', { name: 'Coupon code' }).fill('TENOFF');
  await button(page, 'Apply coupon').click();
  await button(page, 'Delete coupon TENOFF').waitFor();

  const confusing: Record<string, string[]> = {};
  for (const { path, control } of PAGES_WITH_CART_CONTROLS) {
    // Waits for hydration: before it, the link to the cart opens the page.
    await page.goto(path, { waitUntil: 'networkidle' });
    await main(page).getByRole('button', { name: control }).first().waitFor();
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click();
    await page.getByRole('dialog').getByRole('spinbutton', { name: 'Quantity', exact: true }).waitFor();
    confusing[path] = await listConfusingControls(page);
  }

  expect(Object.entries(confusing).filter(([, names]) => names.length > 0)).toEqual([]);
});
