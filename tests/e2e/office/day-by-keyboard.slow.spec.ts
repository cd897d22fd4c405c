/** A whole day at the shop without a pointer, from sign-in to sign-out: every step is a key. */
import type { Page } from '@playwright/test';
import { createClubs, createMember, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { keysOf } from './support/keys.ts';
import { type OfficeShop, STAFF_PASSWORD, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, screen, test, toast } from './support/test.ts';

const [SHIRAZ, RIESLING] = WINES;

/** The focus is not lost. */
const ANYTHING = /./;

const focusedElement = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.localName);

/** Work in the background runs in processes of its own. */
const WORK_MS = 90_000;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
  await shop.stock({ offerId: 'dozen', productId: 990_101, level: 100 }, { offerId: 'six', productId: 990_102, level: 100 });
  await createClubs(shop, testClub());
});
test.afterAll(async () => {
  await shop?.stop();
});

test('a day from sign-in to sign-out without a pointer', { tag: '@desktop' }, async ({ visit }) => {
  test.setTimeout(480_000);
  const staff = await shop.person('Owner');
  const { number } = await shop.buy([SHIRAZ.productId]);
  const caller = await createTestCustomer(shop, { email: 'petra@example.com' });
  const called = await shop.buy([SHIRAZ.productId]);
  await shop.database.execute({
    text: 'update orders set customer_id = $2, email = $3 where id = $1',
    values: [called.id, caller.id, caller.email],
  });
  await shop.database.execute({
    text: "update customers set given_name = 'Petra', family_name = 'Marlow', phone = '0437110291' where id = $1",
    values: [caller.id],
  });
  await shop.database.execute({ text: 'select refresh_customer_summaries()' });
  await createMember(shop, { lastName: 'Lovelace' });
  await shop.database.transaction((transaction) =>
    shop.running.services.jobs.queue(transaction, 'send-order-email', { kind: 'nonsense', orderId: 17 }),
  );
  const { page, audit } = await visit(shop.officeUrl);
  page.setDefaultTimeout(20_000);
  const keys = keysOf(page);
  const { keyboard } = page;
  const heading = (name: string | RegExp) => screen(page).getByRole('heading', { level: 1, name });

  await test.step('signs in', async () => {
    await page.goto('/');
    await heading('Sign in').waitFor();
    await audit();
    await keys.fill('textbox Email', staff.email);
    await keys.fill('textbox Password', STAFF_PASSWORD);
    await keys.press('Enter');
    await keys.expectFocus('textbox Code from your authenticator');
    await audit();
    await keys.type(staff.code());
    await keys.press('Enter');
    await heading('Today').waitFor();
  });

  await test.step('sends the first of the orders that wait', async () => {
    await audit();
    await keys.press('Tab');
    await keys.expectFocus('link Skip to main content');
    await keys.press('Enter');
    await keys.activate(/^link To send: \d orders/);
    await heading('Orders').waitFor();
    await keys.expectFocus(/^main/);
    await audit();
    await keys.fill('searchbox Search orders', String(number));
    await expect(page.getByText('1 order', { exact: true })).toBeVisible();
    await keys.activate(new RegExp(`^row .*#${number}`));
    await heading(`Order #${number}`).waitFor();
    await keys.expectFocus(/^main/);
    await audit();

    await keys.activate('button Send 1 case');
    await dialog(page).getByLabel('Carrier').waitFor();
    await audit();
    await keys.fill(/^textbox Carrier/, 'Overland Express');
    await keys.activate('button Send 1 case');
    await toast(page, '1 case sent.');
    await expect(screen(page).getByText('Sent', { exact: true }).first()).toBeVisible();
    // The button that opened the dialog is gone, and its panel stays.
    await keys.expectFocus(/^(?:region|main)/);
    await audit();
  });

  await test.step('tries again what failed overnight', async () => {
    await keys.goTo('jobs', /^Jobs/, 'Jobs');
    await audit();
    await keys.activate('button Try again: Email about an order');
    await toast(page, '1 piece of work will be tried within seconds.');
    await keys.expectFocus(ANYTHING);
  });

  await test.step('imports a supplier’s list', async () => {
    await keys.goTo('imports', /^Imports/, 'Imports');
    await audit();
    await keys.tabTo(/^button Choose/);
    const chooser = page.waitForEvent('filechooser');
    await keys.press('Enter');
    await (await chooser).setFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(wineListOf(listedWine(11), listedWine(12))),
    });
    await heading('november.csv').waitFor({ timeout: WORK_MS });
    await page.getByRole('button', { name: 'Compare with the shop' }).waitFor({ timeout: WORK_MS });
    await keys.expectFocus(/^main/);
    await audit();
    await keys.tabTo('combobox How to read Price');
    await keyboard.type('of a c');
    await expect(page.getByRole('region', { name: 'First rows as wines' })).toContainText('Price AU 20.00');
    await keys.activate('button Compare with the shop');
    await page.getByRole('grid', { name: 'Difference' }).waitFor({ timeout: WORK_MS });
    await keys.expectFocus(ANYTHING);
    await audit();
    await keys.activate('button Import 2 rows');
    await dialog(page).waitFor();
    await audit();
    await keys.activate('button Import 2 rows');
    await expect(screen(page).getByText('Imported', { exact: true }).first()).toBeVisible({ timeout: WORK_MS });
    await keys.expectFocus(ANYTHING);
  });

  await test.step('rolls a vintage over', async () => {
    await keys.goTo(RIESLING.offerId, /^Cold Creek Riesling/, /Riesling/);
    await keys.activate('button More');
    await keys.expectFocus(/^menuitem/);
    await audit();
    await keyboard.type('Next');
    await keys.expectFocus('menuitem Next vintage');
    await keys.press('Enter');
    await dialog(page).waitFor();
    await keys.fill('textbox Vintage', '2024');
    await keys.tabTo(/^spinbutton day, Last day of the old vintage/);
    await keyboard.type('30112026');
    await audit();
    await keys.activate('button Add 2024');
    await toast(page, '2024 added');
    await heading('Cold Creek Riesling 2024').waitFor();
    await keys.expectFocus(/^main/);
  });

  await test.step('finds a caller, changes an address and refunds a broken bottle', async () => {
    await keys.goTo('petra@', /^Petra Marlow/, 'Petra Marlow');
    await audit();
    await keys.activate('button Add address');
    await dialog(page).waitFor();
    await keys.fill('textbox Street address', '1 Queens Parade');
    await keys.fill('textbox Suburb', 'Clifton Hill');
    await keys.tabTo('combobox State');
    await keyboard.type('VIC');
    await keys.fill('textbox Postcode', '2000');
    await keys.press('Enter');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await audit();
    await keys.fill('textbox Postcode', '3068');
    await keys.press('Enter');
    await toast(page, 'Address saved.');
    await keys.expectFocus('button Add address');
    await keys.activate(new RegExp(`^link #${called.number}`));
    await heading(`Order #${called.number}`).waitFor();
    await keys.activate('button Refund');
    await dialog(page).waitFor();
    await keys.fill(/^textbox Other amount/, '12.50');
    await keys.fill(/^textbox Reason/, 'A broken bottle');
    await dialog(page).getByText('$12.50 goes back to the card.').waitFor();
    await audit();
    await keys.activate('button Refund $12.50');
    await toast(page, '$12.50 refunded.');
    await keys.expectFocus(ANYTHING);
  });

  await test.step('writes next week’s offer and schedules it', async () => {
    await keys.goTo('new page', /^New page/, 'Pages');
    await dialog(page).waitFor();
    await audit();
    await keys.fill(/^textbox Title/, 'Six for the weekend');
    await keys.press('Enter');
    await heading('Six for the weekend').waitFor();
    await keys.expectFocus(/^main/);
    await audit();
    await keys.tabTo('link Open preview in a new tab');
    await keys.press('Tab');
    expect(await focusedElement(page)).toBe('iframe');
    // What the preview shows are pictures of links: the next key leaves it.
    await keys.press('Tab');
    expect(await focusedElement(page)).not.toBe('iframe');
    await keys.tabTo(/^row Text, block 1/);
    await keys.press('Enter');
    await keys.fill('textbox Text', 'Six bottles for the price of five.');
    await keys.tabTo('button Add block', 'Shift+Tab');
    await keys.press('Enter');
    await keys.expectFocus(/^menuitem/);
    await keyboard.type('Quote');
    await keys.press('Enter');
    await keys.fill(/^textbox (?:Quote|Text)/, 'Opened on a Tuesday, gone on a Tuesday.');
    await keys.tabTo('button Schedule and visitors', 'Shift+Tab');
    await keys.press('Enter');
    await keys.tabTo(/^spinbutton day, Visible from/);
    await keyboard.type('011220300900a');
    await audit();
    await keys.tabTo('button Schedule', 'Shift+Tab');
    await keys.press('Enter');
    await dialog(page).waitFor();
    await audit();
    await keys.activate('button Schedule');
    await toast(page, /^“Six for the weekend” will be published/);
    await keys.expectFocus(ANYTHING);
  });

  await test.step('skips a case of a member', async () => {
    await keys.goTo('clubs', /^Clubs/, 'Clubs');
    await keys.activate(/^row .*Lovelace/);
    await heading(/Lovelace/).waitFor();
    await keys.activate('button Skip next case');
    await dialog(page).waitFor();
    await keys.fill(/^textbox Reason/, 'Away until March');
    await audit();
    await keys.activate('button Skip this case');
    await toast(page, /is skipped\.$/);
    await keys.expectFocus(ANYTHING);
  });

  await test.step('counts a shelf', async () => {
    await keys.goTo('stock', /^Stock/, 'Stock');
    await audit();
    await keys.fill('searchbox Search stock', 'office-');
    await expect(page.getByText('4 wines', { exact: true })).toBeVisible();
    await keys.activate('button More');
    await keys.expectFocus(/^menuitem/);
    await keyboard.type('Cou');
    await keys.expectFocus('menuitem Count what the list shows');
    await keys.press('Enter');
    await dialog(page).waitFor();
    await audit();
    await keys.fill(/^textbox What is counted/, 'Reds, aisle 3');
    await keys.activate('button Start counting');
    await heading('Reds, aisle 3').waitFor();
    await keys.fill(/^textbox Counted: .*Shiraz/, '497');
    await keys.press('Enter');
    await expect(page.getByText('Everything is saved.')).toBeVisible();
    await audit();
    await keys.tabTo('button Review differences', 'Shift+Tab');
    await keys.press('Enter');
    await expect(page.getByText(/1 wine differs/)).toBeVisible();
    await keys.activate('button Apply differences');
    await dialog(page).waitFor();
    await audit();
    await keys.activate('button Apply differences');
    await toast(page, 'The count is applied.');
    await keys.expectFocus(ANYTHING);
  });

  await test.step('signs out', async () => {
    await keys.goTo('today', /^Today/, 'Today');
    await keys.activate(/^button .*your account$/);
    await keys.expectFocus(/^menuitem/);
    await keyboard.type('Sign out');
    await keys.press('Enter');
    await page.waitForURL('**/sign-in');
    await heading('Sign in').waitFor();
    await audit();
  });
});
