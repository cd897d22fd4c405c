import type { Page } from '@playwright/test';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { type BrowserSession, DESKTOP, openSession, PHONE } from './support/browser.ts';
import { addToCart, enterDetails, GUEST, orderNumber, payWith, straightToCheckout } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { openAccount } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const WINE = '/wines/wirrabeen-ridge/old-block-shiraz-2021';
let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Expects no error so far and no axe violation at either width. An expected error response is in the console as a failed request. */
async function audit({ page, violations, axe }: BrowserSession): Promise<void> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    found.push(...(await axe()));
  }
  if (before) await page.setViewportSize(before);
  expect([...violations, ...found]).toEqual([]);
}

/** React shows what has loaded lazily after 300 ms at the latest, by a timer of the page. */
const REVEAL_MS = 500;

/** Waits until a lazy component has been loaded and shown. Timers of the page are as slow as the page. */
async function untilRevealed(page: Page, script: string): Promise<void> {
  await page.waitForFunction((name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)), script);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), ms)), REVEAL_MS);
}
const placeOrder = ({ page }: BrowserSession) => page.getByRole('button', { name: 'Place order' }).click();

test.describe('a customer with one sign-in on a phone', { tag: '@phone' }, () => {
  test.describe.configure({ mode: 'serial' });
  let own: TestCustomer;
  let phone: BrowserSession;
  test.beforeAll(async ({ browser }) => {
    own = await createTestCustomer(shop, { withPassword: true });
    await shop.database.execute({
      text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, is_default)
        values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '2 Lavender Crescent', 'Fremantle', 'WA', '6160', true)`,
      values: [own.id],
    });
    phone = await openSession(browser, shop.urlOf('localhost'), { viewport: PHONE });
    await openAccount(phone.page, WINE, own.email, PASSWORD);
  });
  test.afterAll(() => phone?.close());
  const orders = () =>
    shop.database.queryOne<{ count: number }>({
      text: 'select count(*)::int as count from orders where number is not null and customer_id = $1',
      values: [own.id],
    });

  test('saves a new card and finds it in the account', async () => {
    const { page } = phone;
    await straightToCheckout(page, own.email);
    await page.getByRole('checkbox', { name: /Save this card/ }).check();
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('2 Lavender Crescent');
    await page.getByLabel('Date of birth').fill('1980-02-29');
    await placeOrder(phone);
    await payWith(page, '4242 4242 4242 4242');
    await orderNumber(page);
    await page.goto('/account/cards');
    await page.getByText('Visa ending in 4242').first().waitFor();
    expect(phone.violations).toEqual([]);
  });

  test('buys with the stored address and card', async () => {
    const { page } = phone;
    await straightToCheckout(page, own.email);
    await page.getByRole('radio', { name: /Visa ending in 4242/ }).waitFor();
    await page.getByText('$14.90').first().waitFor({ state: 'attached' });
    await page.getByLabel('Date of birth').fill('1980-02-29');
    await audit(phone);
    await placeOrder(phone);
    expect(await orderNumber(page)).toBeGreaterThan(0);
    await audit(phone);
  });

  test('buys the cart with one click, despite a double click [CHK-3, CHK-22]', async () => {
    const { page } = phone;
    await page.goto(WINE);
    await addToCart(page);
    await page.goto('/cart');
    const button = page.getByRole('main').getByRole('button', { name: 'One-click checkout' });
    await button.waitFor();
    await audit(phone);
    const before = (await orders())?.count ?? 0;
    // Western Australia costs more than the total of the cart, which has no region yet.
    await page.getByText('$302.90 to your default card', { exact: false }).waitFor();
    await button.dblclick();
    expect(await orderNumber(page)).toBeGreaterThan(0);
    expect((await orders())?.count).toBe(before + 1);
    expect(phone.violations).toEqual([]);
  });

  test('offers one click once the total for the stored address is known [CHK-22]', async () => {
    const { page } = phone;
    await page.goto(WINE);
    await addToCart(page);
    const release = Promise.withResolvers<void>();
    await page.route('**/api/get-addresses-by-customerid?*', async (route) => {
      await release.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/get-addresses-by-customerid?*');
    await page.goto('/cart');
    const button = page.getByRole('main').getByRole('button', { name: 'One-click checkout' });
    await asked;
    await untilRevealed(page, '/assets/OneClickButton-');
    // Without a total to accept there is no button, however long the address takes.
    await expect(button).toHaveCount(0);
    release.resolve();
    await button.click();
    expect(await orderNumber(page)).toBeGreaterThan(0);
    await page.unroute('**/api/get-addresses-by-customerid?*');
    expect(phone.violations).toEqual([]);
  });

  for (const { name, request, isHandled } of [
    { name: 'before the first call arrives', request: '**/api/one-click-checkout-p1', isHandled: false },
    { name: 'before the first response', request: '**/api/one-click-checkout-p1', isHandled: true },
    { name: 'before the second call arrives', request: '**/api/one-click-checkout-p2', isHandled: false },
    { name: 'before the second response', request: '**/api/one-click-checkout-p2', isHandled: true },
    { name: 'before the payment arrives', request: '**/api/process-payment', isHandled: false },
    { name: 'before the response to the payment', request: '**/api/process-payment', isHandled: true },
    { name: 'while the order loads', request: '**/order/*', isHandled: false },
  ])
    test(`comes to the order of one click after a reload ${name} [CHK-3] @slow`, async () => {
      const { page } = phone;
      await page.goto(WINE);
      await addToCart(page);
      await page.goto('/cart');
      const before = (await orders())?.count ?? 0;
      const reached = Promise.withResolvers<void>();
      await page.route(
        request,
        async (route) => {
          if (isHandled) await route.fetch();
          // A call gets no response before the reload. A navigation is cancelled, as the reload would do.
          if (route.request().isNavigationRequest())
            await Promise.all([page.waitForEvent('requestfailed', (failed) => failed.isNavigationRequest()), route.abort('aborted')]);
          reached.resolve();
        },
        { times: 1 },
      );

      await page.getByRole('main').getByRole('button', { name: 'One-click checkout' }).click();
      await reached.promise;
      // A reload right after a cancelled navigation was seen to never commit, in one of some forty runs. The cause is not known.
      await expect(() => page.reload({ waitUntil: 'commit', timeout: 15_000 })).toPass();

      expect(await orderNumber(page)).toBeGreaterThan(0);
      expect((await orders())?.count).toBe(before + 1);
      // The purchase has ended: another page stays where it is.
      await page.goto('/cart');
      await page.getByText('Your cart is empty').first().waitFor();
      expect(phone.violations).toEqual([]);
    });

  test('buys a wine on its page with one click', async () => {
    const { page } = phone;
    await page.goto(WINE);
    const button = page.getByRole('main').getByRole('button', { name: 'One-click checkout' });
    await button.waitFor();
    await audit(phone);
    await button.click();
    expect(await orderNumber(page)).toBeGreaterThan(0);
    expect(phone.violations).toEqual([]);
  });
});

test('an expired link leads back to the cart, restores the form, and a gift card pays a part [CHK-11, GIFT-3]', {
  tag: '@desktop',
}, async ({ visit }) => {
  const guest = await visit(shop.urlOf('localhost'));
  const { page } = guest;
  const code = await shop.database.transaction((transaction) =>
    issueGiftCard(transaction, { market: 'AU', cents: 5_000, bought: null, details: giftDetails.parse({}), sendAt: null }),
  );
  await straightToCheckout(page, GUEST.AU.email);
  await enterDetails(page, 'AU');
  await expect
    .poll(() =>
      shop.database.queryOne({ text: "select 1 as typed from checkouts where details->>'postcode' = $1", values: [GUEST.AU.postcode] }),
    )
    .toEqual({ typed: 1 });
  await shop.database.execute({ text: "update checkouts set expires_at = now() - interval '1 second'" });
  await page.reload();
  await page.getByRole('heading', { name: 'Your checkout has expired' }).waitFor();
  await page.getByRole('link', { name: 'Start checkout again' }).click();
  await page.waitForURL(/\/checkout\/[\w-]{43}/);
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Grace');

  const field = page.getByRole('textbox', { name: 'Gift card code' });
  await field.fill('nothing');
  await page.getByRole('button', { name: 'Apply gift card' }).click();
  await page.getByText("We don't recognise that gift card code.", { exact: false }).waitFor();
  await field.fill(code ?? '');
  await field.press('Enter');
  await page.getByText('−$50.00').first().waitFor({ state: 'attached' });
  await page.getByText('To pay by card').first().waitFor({ state: 'attached' });
  await audit(guest);
  await page.getByLabel('Date of birth').fill('1980-02-29');
  await placeOrder(guest);
  await payWith(page, '4242 4242 4242 4242');
  await orderNumber(page);
  await page.getByText('Paid by card').first().waitFor();
});
