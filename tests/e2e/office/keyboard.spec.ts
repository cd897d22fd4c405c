/** A morning without a pointer: every step is a key. */
import type { Page } from '@playwright/test';
import { type OfficeShop, STAFF_PASSWORD, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Longest way by Tab to a control of a screen. */
const MAX_TABS = 80;

/** Presses Tab until a control has the focus. Fails if it is never reached. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate(
      ({ source, flags, text }) => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return false;
        const label = focused.getAttribute('aria-label') ?? '';
        const labelled = (focused.getAttribute('aria-labelledby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
        const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])].map((each) => each.textContent).join(' ') : '';
        return [label, labelled, labels, focused.textContent ?? '']
          .map((each) => each.trim())
          .some((each) => (source === null ? each === text : new RegExp(source, flags).test(each)));
      },
      typeof name === 'string' ? { source: null, flags: '', text: name } : { source: name.source, flags: name.flags, text: '' },
    );
  for (let count = 0; count < MAX_TABS; count += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(name)}`);
}

test('finds an order and sends it without a pointer', { tag: '@desktop' }, async ({ openOffice }) => {
  const { number } = await shop.buy([WINES[0].productId]);
  const { page } = await openOffice(shop, '/today', { as: 'Orders' });

  // The first Tab skips the rail.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('orders');
  await expect(
    dialog(page)
      .getByRole('menuitem', { name: /^Orders/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();

  await tabTo(page, 'Search orders');
  await page.keyboard.type(String(number));
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await tabTo(page, new RegExp(`#${number}`));
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Order #${number}` }).waitFor();

  await tabTo(page, 'Send 1 case');
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('Carrier').waitFor();
  await tabTo(page, /^Carrier/);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Overland Express');
  await tabTo(page, 'Send 1 case');
  await page.keyboard.press('Enter');
  await toast(page, '1 case sent.');
  await expect(screen(page).getByText('Sent', { exact: true }).first()).toBeVisible();
});

test('signs in without a pointer', { tag: '@desktop' }, async ({ visit }) => {
  const staff = await shop.person('Orders');
  const { page } = await visit(shop.officeUrl);
  await page.goto('/');
  await page.getByLabel('Email').waitFor();
  await tabTo(page, 'Email');
  await page.keyboard.type(staff.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from your authenticator').waitFor();
  await page.keyboard.type(staff.code());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
});
