/** Buys from home page to checkout with the keyboard alone: each focused element is visible, and no dialog traps the focus. */
import type { Page } from '@playwright/test';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Returns the name of the focused element, and whether its focus ring is visible and not covered. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const text = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').replace(/\s+/g, ' ').trim();
    // A card shows the focus ring of its link, a visually hidden checkbox that of its label.
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isCovered = seen !== null && seen.closest('dialog, .menu') !== focused.closest('dialog, .menu');
    const candidates = [focused, focused.parentElement, focused.nextElementSibling].flatMap((element) =>
      element ? [getComputedStyle(element), getComputedStyle(element, '::after')] : [],
    );
    // A slider shows the focus ring on its thumb.
    const isSeen =
      focused.matches('[type=range]') ||
      candidates.some(
        ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      );
    return { words: text || focused.getAttribute('name') || focused.tagName, isSeen: isSeen && !isCovered };
  });

/** Presses Tab until the named element is focused. Expects a visible focus ring at each stop. */
async function tabTo(page: Page, name: RegExp, most = 160): Promise<void> {
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) continue;
    expect(stop.isSeen, `the focus on “${stop.words}”`).toBe(true);
    if (name.test(stop.words)) return;
  }
  throw new Error(`${name} is not reached by Tab`);
}

/** Goes from the open cart dropdown to the e-mail field of guest checkout. */
async function goFromCartToCheckout(page: Page): Promise<void> {
  await tabTo(page, /^View cart$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/cart');
  await page.getByRole('main').getByRole('button', { name: 'Checkout' }).waitFor();
  await tabTo(page, /^Checkout$/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth/guest-checkout**');
  await page.waitForLoadState('networkidle');
  await tabTo(page, /^(Email|email)$/);
}

test('a shopper without a mouse finds, filters, adds and checks out', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await tabTo(page, /^Skip to/);
  await tabTo(page, /^Shop all \d/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wines');
  await page.getByRole('heading', { level: 1, name: 'Wine' }).waitFor();
  await page.waitForLoadState('networkidle');

  await page
    .getByRole('checkbox', { name: /^Red \d/ })
    .first()
    .waitFor();
  await tabTo(page, /^(Red|category)/);
  await page.keyboard.press('Space');
  await page.waitForURL('**/wines?category=Red');
  await tabTo(page, /^Old Block Shiraz 2021$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Old Block Shiraz 2021' }).waitFor();
  await page.waitForLoadState('networkidle');

  await tabTo(page, /^Add to cart$/);
  await page.keyboard.press('Enter');
  // The cart opens with its first wine, and takes the focus.
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).waitFor();
  await goFromCartToCheckout(page);
});

test('on a phone, menu, filters and cart open, close and return the focus by keyboard alone [CART-27]', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.urlOf('localhost'));
  const holds = (label: RegExp) => expect.poll(async () => (await focused(page))?.words ?? '').toMatch(label);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  await tabTo(page, /^Menu$/);
  await page.keyboard.press('Enter');
  await holds(/^Close menu$/);
  await audit();
  await tabTo(page, /^Journal$/);
  await page.keyboard.press('Escape');
  await holds(/^Menu$/);
  await page.keyboard.press('Enter');
  await holds(/^Close menu$/);
  // Tab past the end of the menu closes it and returns to the page.
  await tabTo(page, /^Cellardoor, home$/);
  await expect.poll(() => page.locator('#menu').evaluate((menu) => menu.matches(':popover-open'))).toBe(false);

  await page.goto('/wines', { waitUntil: 'networkidle' });
  await tabTo(page, /^Filter/);
  await page.keyboard.press('Enter');
  await holds(/^Close filters$/);
  await tabTo(page, /^(Red|category)/);
  await page.keyboard.press('Space');
  await page.waitForURL('**/wines?category=Red');
  await tabTo(page, /^Show \d+ wines$/);
  await page.keyboard.press('Enter');
  await holds(/^Filter/);

  await tabTo(page, /^Old Block Shiraz 2021$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Old Block Shiraz 2021' }).waitFor();
  await page.waitForLoadState('networkidle');
  await tabTo(page, /^Add to cart$/);
  await page.keyboard.press('Enter');
  await holds(/^Close cart$/);
  await page.keyboard.press('Escape');
  await holds(/^Add to cart$/);
  await page.keyboard.press('Enter');
  await page.getByText(/in your cart\./).waitFor();
  await goFromCartToCheckout(page);
});
