import type { Page } from '@playwright/test';
import { DESKTOP, PHONE } from './support/browser.ts';
import { addToCart } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, enterBoth, header, signIn, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

interface Wine {
  readonly product: number;
  readonly offerId: string;
  readonly name: string;
  readonly url: string;
}

const GREEN = 'green@cellardoor.example';
const GREEN_ID = "(select id from customers where email = 'green@cellardoor.example')";

let shop: ServedShop;
let wines: readonly [Wine, Wine, Wine];

test.beforeAll(async () => {
  shop = await serveSampleShop();
  const found = await shop.database.queryMany<Wine>({
    text: `select o.product_id as product, o.offer_id as "offerId", o.summary->>'name' as name, o.summary->>'url' as url from offers o
      join stock_levels s on s.product_id = o.product_id and s.market = 'AU' where s.level > 40 and o.order_quantity_maximum = 0 and not o.secret
      and o.tiers_eligible && array['GUEST', 'ALL'] and not o.special_access and o.summary->>'category' = 'Red' order by o.offer_id limit 3`,
  });
  const [first, second, third] = found;
  if (!first || !second || !third) throw new Error('the sample shop has three reds in stock');
  wines = [first, second, third];
});
test.afterAll(async () => {
  await shop?.stop();
});
test.beforeEach(async () => {
  await shop.database.execute({ text: `delete from carts where customer_id = ${GREEN_ID}` });
  await setStock(80, ...wines);
});

const setStock = (level: number, ...of: readonly Wine[]) =>
  shop.database.execute({
    text: 'update stock_levels set level = $2 where product_id = any($1)',
    values: [of.map(({ product }) => product), level],
  });

const main = (page: Page) => page.getByRole('main');
const findLine = (page: Page, wine: Wine) => main(page).getByRole('listitem').filter({ hasText: wine.name });
const quantityOf = (page: Page, wine: Wine) => findLine(page, wine).getByRole('spinbutton', { name: 'Quantity' });

/** Adds a case of a wine on its page. */
async function take(page: Page, wine: Wine): Promise<void> {
  await page.goto(wine.url);
  await addToCart(page);
  await page.keyboard.press('Escape');
}

/**
 * Opens the shop as a guest with a case of each wine in the cart. Uses the API, because other tests cover adding.
 * @returns the cart's id
 */
async function comeWith(page: Page, ...of: readonly Wine[]): Promise<string> {
  let id = '';
  for (const { product: productId, offerId } of of) {
    const data = { offer: { offerId }, productId, ...(id && { cartId: id }) };
    const response = await page.request.post(id ? '/api/add-cart-item' : '/api/create-cart', { data });
    ({ id } = ((await response.json()) as { data: { id: string } }).data);
  }
  await page.goto('/robots.txt');
  await page.evaluate((savedId) => localStorage.setItem('BIGCOMMERCE_AU_CART_ID', savedId), id);
  return id;
}

/** Returns the quantity of each of the wines on the cart page, 0 for wines that are not in the cart. */
async function quantitiesIn(page: Page): Promise<number[]> {
  return Promise.all(
    wines.map(async (wine) => ((await quantityOf(page, wine).count()) === 0 ? 0 : Number(await quantityOf(page, wine).inputValue()))),
  );
}
const holds = (page: Page, ...cases: number[]) => expect.poll(() => quantitiesIn(page), { timeout: 15_000 }).toEqual(cases);

async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await header(page).getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();
}

test('gives a guest’s cart to the customer, hides it after signing out and shows it again after signing in [CART-18] [CART-45]', {
  tag: '@desktop',
}, async ({ visit }) => {
  const { page, context, audit } = await visit(shop.urlOf('localhost'));
  const expectCleanPage = async () => {
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await audit();
    }
  };
  await page.goto('/cart');
  await page.getByText('Your cart is empty').waitFor();
  await page.getByRole('heading', { name: 'A good place to start' }).waitFor();
  await expectCleanPage();
  await take(page, wines[0]);
  await page.goto('/cart');
  await holds(page, 1, 0, 0);
  await page.getByRole('heading', { name: 'You might also like' }).waitFor();
  await page.getByText('Delivery estimate for postcode').waitFor();
  await expectCleanPage();

  const other = await context.newPage();
  await other.goto('/cart');
  await holds(other, 1, 0, 0);
  await signIn(page, GREEN);
  await accountButton(page).waitFor();
  await holds(page, 1, 0, 0);
  await expect
    .poll(() => shop.database.queryOne({ text: `select count(*)::int as carts from carts where customer_id = ${GREEN_ID}` }))
    .toEqual({ carts: 1 });
  expect(await page.evaluate(() => localStorage.getItem('BIGCOMMERCE_AU_CART_ID'))).toBeNull();
  await audit();

  // The other tab follows and shows changes of this one.
  await accountButton(other).waitFor();
  await quantityOf(page, wines[0]).fill('2');
  await quantityOf(page, wines[0]).press('Enter');
  await holds(other, 2, 0, 0);

  await signOut(page);
  await signInLink(other).waitFor();
  await other.getByText('Your cart is empty').waitFor();
  await page.goto('/cart');
  await page.getByText('Your cart is empty').waitFor();
  await signIn(page, GREEN);
  await holds(page, 2, 0, 0);
});

test('merges two carts: adds up quantities, removes and lists sold-out lines [CART-44] [CART-46]', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/cart');
  await signIn(page, GREEN);
  await accountButton(page).waitFor();
  await take(page, wines[0]);
  await take(page, wines[1]);
  await signOut(page);

  await comeWith(page, wines[0], wines[2]);
  await setStock(0, wines[1]);
  await page.goto('/cart');
  await holds(page, 1, 0, 1);
  await signIn(page, GREEN);
  await holds(page, 2, 0, 1);
  await main(page).getByText(`${wines[1].name} has sold out, so we've removed it from your cart.`).waitFor();
  await audit();
  await page.reload();
  await holds(page, 2, 0, 1);
});

test('signs in a guest on the way to checkout and continues with both carts [CART-45]', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/cart');
  await signIn(page, GREEN);
  await accountButton(page).waitFor();
  await take(page, wines[0]);
  await signOut(page);
  await comeWith(page, wines[1]);
  await page.goto('/cart');
  await main(page).getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.waitForURL(/\/auth\/guest-checkout/);
  await main(page).getByRole('button', { name: 'Sign in' }).click();
  await enterBoth(page, GREEN);
  await page.waitForURL(/\/checkout\/[\w-]{43}/);
  for (const { name } of [wines[0], wines[1]]) await page.getByText(name).first().waitFor({ state: 'attached' });
});

test('opens a cart of a URL after the shopper has confirmed, and merges their own into it [CART-21] [CART-49] [CART-50] @slow', {
  tag: '@desktop',
}, async ({ visit }) => {
  const friend = await visit(shop.urlOf('localhost'));
  const id = await comeWith(friend.page, wines[1]);
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await comeWith(page, wines[0]);
  await page.goto(`/cart?cartId=${id}`);
  await page.getByRole('button', { name: 'Keep my cart' }).click();
  await holds(page, 1, 0, 0);
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`/cart?cartId=${id}`);
  await page.getByRole('heading', { name: 'Open the cart from this link?' }).waitFor();
  await audit();
  await page.getByRole('button', { name: 'Open their cart' }).click();
  await holds(page, 1, 1, 0);
  await friend.page.goto('/cart');
  await holds(friend.page, 1, 1, 0);
});

test('marks a sold-out line, prevents checkout, and moves the line to the favourites [CART-38] [CHK-9]', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await comeWith(page, wines[0], wines[1]);
  await setStock(0, wines[1]);
  await page.goto('/cart');
  await findLine(page, wines[1]).getByText('Sold out').waitFor();
  await audit();
  await page.goto('/guest-checkout?email=grace@example.com');
  await page.waitForURL(/\/cart\/?$/);
  await main(page)
    .getByText(/has sold out\. Remove it to continue\./)
    .waitFor();
  await findLine(page, wines[1])
    .getByRole('button', { name: /^Move to favourites/ })
    .click();
  // The line has no quantity, and stays until the server has saved the favourite.
  await findLine(page, wines[1]).waitFor({ state: 'detached' });
  await holds(page, 1, 0, 0);
  await page.goto('/favourites');
  await main(page).getByText(wines[1].name).first().waitFor();
});

test('calculates the delivery fee for the shopper’s state [SHIP-21] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.route('**/api/geolocation', (route) => route.fulfill({ json: { geo: { subdivision: { code: 'QLD' } } } }));
  await comeWith(page, wines[0]);
  await page.goto('/cart');
  await main(page).getByText('Delivery to QLD').waitFor();
  await main(page).getByText('$14.90').first().waitFor();
  await main(page).getByLabel('Delivery estimate for postcode').fill('3068');
  await main(page).getByRole('button', { name: 'Check', exact: true }).click();
  await main(page).getByText('Delivery to VIC').waitFor();
  await main(page).getByText('$9.90').first().waitFor();
  await page.reload();
  await main(page).getByText('Delivery to VIC').waitFor();
  await header(page)
    .getByRole('button', { name: /^Delivering to 3068 by \w{3} \d/ })
    .click();
  await header(page).getByLabel('Delivery estimate for postcode').fill('2000');
  await header(page).getByRole('button', { name: 'Check', exact: true }).click();
  await main(page).getByText('Delivery to NSW').waitFor();
  await audit();
  await page.keyboard.press('Escape');
  await header(page).getByRole('button', { name: 'Delivering to 2000' }).waitFor();
});

test('shows banners of promotions on the cart, explains each price, and lets a gift be declined and taken back [PROMO-3]', {
  tag: '@phone',
}, async ({ visit }) => {
  await shop.promotions({
    id: 900,
    name: 'Five for the asking',
    code: 'ASK5',
    actions: [{ kind: 'amount', amount: 5 }],
    banners: [
      { type: 'eligible', text: '<code> takes five dollars off.' },
      { type: 'applied', text: 'Five dollars are off.' },
    ],
  });
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const banners = main(page).getByRole('list', { name: 'Offers for this cart' });
  await comeWith(page, wines[0]);
  await page.goto('/cart');
  await banners.getByText('ASK5 takes five dollars off.').waitFor();
  await quantityOf(page, wines[0]).fill('4');
  await quantityOf(page, wines[0]).press('Enter');
  await banners.getByText('Seven cases, and the cheapest is on us: 3 cases to go.').waitFor();
  await main(page).getByLabel('Coupon code').fill('ask5');
  await main(page).getByRole('button', { name: 'Apply coupon' }).click();
  await banners.getByText('Five dollars are off.').waitFor();
  await quantityOf(page, wines[0]).fill('12');
  await quantityOf(page, wines[0]).press('Enter');
  await banners.getByText('The cheapest of seven cases is on us.').waitFor();
  const gift = main(page).getByRole('listitem').filter({ hasText: 'free with A rosé thank-you' });
  await gift.getByText('Free', { exact: true }).waitFor();
  await gift.getByRole('button', { name: 'Remove' }).click();
  await main(page).getByRole('button', { name: 'Add your free gift' }).waitFor();
  await page.reload();
  await main(page).getByRole('button', { name: 'Add your free gift' }).click();
  await gift.getByText('Free', { exact: true }).waitFor();
  const why = findLine(page, wines[0]).getByRole('group');
  await why.getByText('Why this price').click();
  for (const name of ['Buy six cases, the seventh is on us', 'Five for the asking', 'You pay']) await why.getByText(name).waitFor();
  await audit();
  await quantityOf(page, wines[0]).fill('1');
  await quantityOf(page, wines[0]).press('Enter');
  await main(page).getByText("was a free gift. We've removed it").waitFor();
  expect(await gift.count()).toBe(0);
  await shop.database.execute({ text: 'delete from promotions where id = 900' });
});

test('keeps gift cards for two people in two lines, and restores a removed one for the same person @slow', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/gift-cards', { waitUntil: 'networkidle' });
  for (const [name, email] of [
    ['Ada', 'ada@example.com'],
    ['Alan', 'alan@example.com'],
  ] as const) {
    await main(page).getByLabel('Their name').fill(name);
    await main(page).getByLabel('Their email').fill(email);
    // The toast of the first card may still be there when the second is added.
    const added = page.waitForResponse(/\/api\/(?:create-cart|add-cart-item)/);
    await addToCart(page);
    await added;
    await page.keyboard.press('Escape');
  }
  await page.goto('/cart');
  const cardFor = (name: string) =>
    main(page)
      .getByRole('listitem')
      .filter({ hasText: `For ${name}` });
  await cardFor('Alan').waitFor();
  await cardFor('Ada').getByRole('button', { name: 'Remove' }).click();
  await main(page).getByRole('button', { name: 'Put it back' }).click();
  await page.waitForLoadState('networkidle');
  await page.reload();
  for (const name of ['Ada', 'Alan']) await cardFor(name).waitFor();
  await audit();
});

test('keeps every line of a long cart through changes, removals and restores @slow', { tag: '@phone' }, async ({ visit }) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const many = await shop.database.queryMany<Wine>({
    text: `select product_id as product, offer_id as "offerId", summary->>'name' as name, summary->>'url' as url from offers o join stock_levels s using (product_id)
      where s.market = 'AU' and s.level > 40 and order_quantity_maximum = 0 and not secret and not special_access
        and tiers_eligible && array['GUEST', 'ALL'] and summary->>'category' = 'White' order by offer_id limit 8`,
  });
  await comeWith(page, ...many);
  let responses = 0;
  page.on('response', (response) => {
    if (/-cart-item/.test(response.url())) responses += 1;
  });
  const lines = main(page).locator('.lines').getByRole('listitem');
  const casesOf = (line: number) => lines.nth(line).getByRole('spinbutton', { name: 'Quantity' });
  const names = () => lines.locator('.line-main').allTextContents();
  await page.goto('/cart', { waitUntil: 'networkidle' });
  const [removed = '', ...others] = await names();
  expect(others.length).toBeGreaterThanOrEqual(7);
  await casesOf(2).fill('3');
  await casesOf(2).press('Enter');
  await expect.poll(() => responses).toBe(1);
  await lines.first().getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => responses).toBe(2);
  await main(page).getByRole('button', { name: 'Put it back' }).click();
  await expect.poll(async () => (await names()).some((name) => name === removed)).toBe(true);
  await audit();
  await page.waitForLoadState('networkidle');
  const namesNow = await names();
  expect(namesNow.slice(0, 2)).toEqual(others.slice(0, 2));
  expect(await casesOf(1).inputValue()).toBe('3');
  await page.reload({ waitUntil: 'networkidle' });
  expect(await names()).toEqual(namesNow);
});

test('keeps offline clicks on screen and counts them once when online, in both tabs [CART-37]', { tag: '@desktop' }, async ({ visit }) => {
  const { page, context } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  await comeWith(page, wines[0]);
  const other = await context.newPage();
  await other.goto('/cart');
  await page.goto('/cart');
  await holds(page, 1, 0, 0);
  await page.getByRole('heading', { name: 'You might also like' }).waitFor();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await findLine(page, wines[0]).getByRole('button', { name: 'Increase quantity' }).click();
  await findLine(page, wines[0]).getByRole('button', { name: 'Increase quantity' }).click();
  await holds(page, 3, 0, 0);
  await main(page).getByText('We can’t reach the cellar.').waitFor();
  await context.setOffline(false);
  await main(page).getByText('We can’t reach the cellar.').waitFor({ state: 'detached' });
  await holds(page, 3, 0, 0);
  await holds(other, 3, 0, 0);
  await page.reload();
  await holds(page, 3, 0, 0);
});
