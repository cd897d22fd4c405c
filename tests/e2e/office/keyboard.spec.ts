/** A morning without a pointer: every step is a key. */
import type { Page } from '@playwright/test';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff } from '#tests/fixtures/office.ts';
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

test('goes to an order, a customer, a wine, a setting and a screen by what a caller says @slow', { tag: '@desktop' }, async ({
  openOffice,
}) => {
  const { number } = await shop.buy([WINES[0].productId]);
  await createTestCustomer(shop, { email: 'grace.hopper@example.com' });
  await shop.database.execute({ text: 'select refresh_customer_summaries()' });
  const { page, audit } = await openOffice(shop, '/today');
  for (const [typed, item, heading] of [
    [String(number), new RegExp(`^#${number} `), `Order #${number}`],
    ['grace.hopper@', /^Grace Hopper/, 'Grace Hopper'],
    ['office-riesling', /^Cold Creek Riesling/, /Riesling/],
    ['licence', /licen/i, /licen/i],
    ['activity', /^Activity log/, 'Activity log'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    await page.keyboard.type(typed);
    const found = dialog(page).getByRole('menuitem', { name: item }).first();
    await expect(found).toBeVisible();
    if (typed === String(number)) await audit();
    for (let count = 0; count < 10 && (await found.getAttribute('data-focused')) === null; count += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }
});

test('starts an action from the palette, for those who may do it @slow', { tag: '@desktop' }, async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/today');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('searchbox').waitFor();
  await page.keyboard.type('invite');
  const invite = dialog(page).getByRole('menuitem', { name: 'Invite a staff member' });
  await expect(invite).toBeVisible();
  await audit();
  for (let count = 0; count < 10 && (await invite.getAttribute('data-focused')) === null; count += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Invite someone' }).getByLabel('Email').waitFor();
  await expect(page).toHaveURL(`${shop.officeUrl}/staff`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { id } = await shop.buy([WINES[0].productId]);
  const { page: packing } = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await packing.keyboard.press('Control+k');
  await packing.getByRole('dialog').getByRole('searchbox').waitFor();
  await packing.keyboard.type('note');
  await expect(dialog(packing).getByRole('menuitem', { name: 'Add a note to this order' })).toBeVisible();
  await packing.keyboard.press('Control+a');
  await packing.keyboard.type('invite');
  await expect(dialog(packing).getByText('Nothing found.', { exact: false })).toBeVisible();
  await packing.keyboard.press('Control+a');
  await packing.keyboard.type('add a note');
  await expect(dialog(packing).getByRole('menuitem', { name: 'Add a note to this order' })).toHaveAttribute('data-focused', 'true');
  await packing.keyboard.press('Enter');
  await expect(packing.getByLabel('Note')).toBeFocused();
});

test('starts what the open record offers, and an order by phone from anywhere @slow', { tag: '@desktop' }, async ({ openOffice }) => {
  const { id } = await shop.buy([WINES[0].productId]);
  const colleague = await createTestStaff(shop.database, { email: 'corinne@shop.example', roles: ['Orders'] });
  const { page } = await openOffice(shop, '/today');
  for (const [path, typed, action, title] of [
    [`/orders/${id}`, 'delivery of this', 'Change the delivery of this order', /^Change the delivery/],
    [`/stock/AU-${WINES[0].productId}`, 'adjust', 'Adjust the stock of this wine', /^Adjust/],
    [`/staff/${colleague.id}`, 'second factor', 'Reset this person’s second factor', /second factor/],
    ['/today', 'by phone', 'New order by phone', 'New order by phone'],
  ] as const) {
    await page.goto(path);
    await screen(page).getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    await page.keyboard.type(typed);
    const item = dialog(page).getByRole('menuitem', { name: action });
    await item.waitFor();
    for (let count = 0; count < 10 && (await item.getAttribute('data-focused')) === null; count += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible();
  }
});

test('signs in without a pointer @slow', { tag: '@desktop' }, async ({ visit }) => {
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
