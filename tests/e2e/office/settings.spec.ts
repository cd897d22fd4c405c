/** Rules of the shop that staff change in the settings: what shoppers see follows. */
import type { Page } from '@playwright/test';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { openAccount } from '#tests/e2e/support/sign-in.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, fillDate, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;
test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Opens a group from the list of settings. */
async function openSetting(page: Page, title: string): Promise<void> {
  await screen(page).getByRole('link', { name: title, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

const history = (page: Page) => page.getByRole('region', { name: 'History' });

test('the cellar closes earlier and on a day of its own, and delivery estimates follow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await screen(page)
    .getByRole('link', { name: /Dispatch and holidays/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Dispatch and holidays' }).waitFor();
  const holidays = page.getByRole('group', { name: 'Public holidays', exact: true });
  await expect(page.getByLabel('Cut-off')).toHaveValue('14:00');
  const row = (position: number) => page.getByRole('group', { name: `Public holidays, row ${position}`, exact: true });
  await expect(row(1)).toContainText('New Year’s Day');
  await audit();

  // A long table is text: one row opens at a time, and so does one that is wrong.
  const edit = page.getByRole('button', { name: 'Edit row 1 of public holidays', exact: true });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(row(1).getByRole('spinbutton', { name: 'day, Date' })).toBeFocused();
  await expect(row(1).getByLabel('Name')).toHaveValue('New Year’s Day');
  await row(1).getByLabel('Name').fill('');
  await press(page, 'Done with row 1 of public holidays');
  await expect(edit).toBeFocused();
  await press(page, 'Save changes');
  await expect(row(1).getByLabel('Name')).toBeFocused();
  await row(1).getByLabel('Name').fill('New Year’s Day');
  await press(page, 'Done with row 1 of public holidays');

  await page.getByLabel('Cut-off').fill('2 pm');
  await press(page, 'Save changes');
  await expect(page.getByText('Must be a time like 14:00.')).toBeVisible();
  await page.getByLabel('Cut-off').fill('11:30');
  await press(holidays, 'Add to public holidays');
  await expect(holidays.getByRole('spinbutton', { name: 'day, Date' })).toBeFocused();
  await fillDate(holidays, 'Date', '2026-12-24');
  await holidays.getByLabel('Name').last().fill('Cellar party');
  await press(page, 'Save changes');
  await toast(page, 'Dispatch and holidays saved.');

  await expect(history(page)).toContainText('11:30');
  const rules = await shop.call(shippingContract).dispatchRules({});
  expect(rules.ok && [rules.value.cutOff, rules.value.holidays.at(-1)]).toEqual([
    '11:30',
    { date: '2026-12-24', name: 'Cellar party', regions: [] },
  ]);
});

test('an address of a webhook is tried before it is saved, and the office says what to check @slow', { tag: '@tablet' }, async ({
  openOffice,
}) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await openSetting(page, 'Order webhooks');
  await press(page, 'Test connection');
  await expect(page.getByText('Enter an address first.')).toBeVisible();

  await page.getByLabel('Addresses').fill('http://127.0.0.1:9/hooks');
  await press(page, 'Enter: Signing secret');
  await page.getByRole('textbox', { name: /Signing secret/ }).fill('a-secret-of-sixteen-characters');
  await press(page, 'Test connection');

  await expect(page.getByText(/^127\.0\.0\.1: nothing answers there/)).toBeVisible();
  await audit();
});

test('Gold becomes Reserve and takes more spending, and members read it', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await openSetting(page, 'Loyalty');
  const tier = (position: number) => page.getByRole('group', { name: `Tiers, row ${position}`, exact: true });
  const gold = tier(4);
  await expect(gold.getByLabel('Name')).toHaveValue('Gold');
  await audit();

  // Less than Silver needs, a benefit without its coupon, and a tier that somebody has.
  await gold.getByLabel('Name').fill('Reserve');
  await gold.getByLabel(/^Spending to reach it/).fill('900');
  await gold.getByLabel('Birthday coupon').fill('0');
  await press(page, 'Save changes');
  await expect(gold.getByText('Must be more than the $1000 of Silver.')).toBeVisible();
  await expect(gold.getByText('Names {birthday}, but there is no such coupon.')).toBeVisible();
  await audit();
  await press(page, 'Remove row 4 of tiers');
  await press(page, 'Save changes');
  await expect(screen(page).getByText(/customers? (has|have) the tier Gold\./)).toBeVisible();
  await press(page, 'Discard');
  await gold.getByLabel('Name').fill('Reserve');
  await gold.getByLabel(/^Spending to reach it/).fill('4000');
  await gold.getByLabel('Birthday coupon').fill('45.50');

  await press(page, 'Preview');
  const link = dialog(page).getByRole('link', { name: 'Preview on localhost' });
  const preview = new URL((await link.getAttribute('href')) ?? '');
  await press(dialog(page), 'Close');
  const shopper = await visit(shop.urlOf('localhost'));
  await shopper.page.goto(`${preview.pathname}${preview.search}`);
  await expect(shopper.page.getByText('From $4,000.00 in 12 months')).toBeVisible();
  await press(page, 'Save changes');
  await toast(page, 'Loyalty saved.');
  await expect(history(page)).toContainText('Reserve');

  await shopper.page.goto('/loyalty');
  await expect(shopper.page.getByText('$45.50 on your birthday')).toBeVisible();
  await shopper.audit();
  await openAccount(shopper.page, '/account/rewards', 'gold@cellardoor.example');
  await expect(shopper.page.getByRole('heading', { level: 1, name: 'You’re a Reserve member' })).toBeVisible();
  await shopper.audit();
});

test('a friend is worth more, and club members get a longer notice @slow', { tag: '@desktop' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/settings');
  await openSetting(page, 'Referrals');
  await page.getByLabel('Credit', { exact: true }).fill('0');
  await press(page, 'Save changes');
  await expect(page.getByText(/^Must be at least/)).toBeVisible();
  await page.getByLabel('Credit', { exact: true }).fill('30');
  await page.getByLabel('Order value that the friend needs').fill('120');
  await audit();
  await press(page, 'Save changes');
  await toast(page, 'Referrals saved.');

  await screen(page).getByRole('link', { name: 'Settings' }).click();
  await openSetting(page, 'Wine clubs');
  await page.getByLabel(/^Reminder before a charge/).fill('9');
  await page.getByLabel(/^Retries of a declined card/).fill('3, 1');
  await press(page, 'Save changes');
  await expect(page.getByText('Must be in order, each day once.')).toBeVisible();
  await audit();
  await page.getByLabel(/^Retries of a declined card/).fill('1, 3');
  await press(page, 'Save changes');
  await toast(page, 'Wine clubs saved.');
  await expect(history(page)).toContainText('1, 3, 7');

  const { page: shopped } = await visit(shop.urlOf('localhost'));
  await shopped.goto('/');
  await expect(shopped.getByRole('heading', { name: 'Give $30, get $30' })).toBeVisible();
  await openAccount(shopped, '/account/referral', 'green@cellardoor.example');
  await expect(shopped.getByRole('main').getByText(/\$30/).first()).toBeVisible();
  await shopped.goto('/wine-clubs/checkout/the-long-table');
  await expect(shopped.getByText(/You’ll email me 9 days before each charge/)).toBeVisible();
});

test('a change for today says what is scheduled that it changes too, and stays in the form while that is taken back @slow', async ({
  openOffice,
}) => {
  const { page, audit } = await openOffice(shop, '/settings/support/AU');
  await page.getByLabel(/^Hours/).fill('Every day');
  await screen(page).getByRole('checkbox', { name: 'From a later moment' }).press('Space');
  await screen(page)
    .getByRole('spinbutton', { name: /^day, When/ })
    .click();
  await page.keyboard.type('011220300900a');
  await press(page, 'Schedule changes');
  await toast(page, /scheduled for 1 December 2030, 9:00 am/);

  await page.getByLabel(/^Phone/).fill('1800 000 333');
  await expect(page.getByText(/^Also changes what is scheduled for 1 December 2030, 9:00 am/)).toBeVisible();
  await audit();
  await history(page)
    .getByRole('button', { name: /^Take back version/ })
    .click();
  await press(dialog(page), 'Take back');
  await toast(page, 'Taken back.');
  await expect(page.getByLabel(/^Phone/)).toHaveValue('1800 000 333');
  await expect(page.getByText(/^Also changes what is scheduled/)).toHaveCount(0);
  await press(page, 'Save changes');
  await toast(page, /saved\.$/);
  await expect(history(page)).toContainText('1800 000 333');
});
