/** Hidden offers, for shoppers who are eligible and those who are not. */
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const GOLD_WINE = '/wines/tarrawill/railway-siding-cabernet-sauvignon-2012';
const SECRET_WINE = '/wines/black-market/lot-7-barossa-shiraz-2020';

test('opens a gold offer from the list and by its URL for a gold member, until they sign out [CAT-18]', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/wines?query=railway+siding');
  const card = page.getByRole('article').filter({ hasText: 'Railway Siding' });
  expect(await card.count()).toBe(0);
  await signIn(page, 'gold@cellardoor.example');
  await accountButton(page).waitFor();
  await card.getByRole('link').first().click();
  await heading.filter({ hasText: 'Railway Siding' }).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Railway Siding/);
  await audit();
  await page.goto(GOLD_WINE);
  await heading.filter({ hasText: 'Railway Siding' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page
    .getByText(/Item added to your cart!|Selling FAST/)
    .first()
    .waitFor();
  await page.goto(SECRET_WINE);
  await heading.filter({ hasText: 'Lot 7' }).waitFor();
  await accountButton(page).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();
  await page.goto(SECRET_WINE);
  await heading.filter({ hasText: 'That door’s shut' }).waitFor();
});

test('shows a green member and a guest the ordinary 404 page for a hidden offer [CAT-18] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const bytes = async (path: string) => {
    const { status, text } = await shop.get(path, { accept: 'text/html' });
    return { status, text };
  };
  const nothing = await bytes('/wines/tarrawill/no-such-wine');
  expect(nothing.status).toBe(404);
  expect(await bytes(GOLD_WINE)).toEqual(nothing);
  expect(await bytes(SECRET_WINE)).toEqual(nothing);
  const data = async (path: string) => (await shop.get(`${path}.data`)).text.replaceAll(path, '');
  expect(await data(GOLD_WINE)).toBe(await data('/wines/tarrawill/no-such-wine'));

  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines');
  await signIn(page, 'green@cellardoor.example');
  await accountButton(page).waitFor();
  await page.goto(GOLD_WINE);
  await page.getByRole('heading', { level: 1, name: 'That door’s shut' }).waitFor();
});
