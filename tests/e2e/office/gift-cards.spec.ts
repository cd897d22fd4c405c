/** Gift cards: one is issued as an apology, a shopper pays with it, and the rest is voided. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;
test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** A guest buys a case of a wine and pays with a gift card only. */
async function payWith(code: string): Promise<void> {
  const guest = await buyer(shop, [WINES[0].productId]);
  yes(await shop.call(checkoutContract).addGiftCard({ token: guest.token, code }));
  yes(await guest.placeOrder());
}

test('a gift card is issued, spent at the checkout, voided and restored @tablet', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/gift-cards');
  await expect(page.getByText('No gift cards yet')).toBeVisible();
  await audit();
  await screen(page).getByRole('button', { name: 'Issue gift card' }).first().click();
  await heading(page, 'Issue gift card').waitFor();
  await press(page, 'Issue gift card');
  await expect(page.getByText('Enter an amount such as 50 or 12.50, up to 5,000')).toBeVisible();
  await expect(page.getByText('Enter a reason. Only staff see it.')).toBeVisible();
  await page.getByLabel('Amount').fill('400');
  await page.getByLabel('Recipient’s name').fill('Ada');
  await page.getByLabel('Recipient’s email').fill('ada@example.com');
  await page.getByLabel(/^Message/).fill('Sorry about the broken bottle.');
  await page.getByLabel('Reason').fill('A broken bottle');
  await expect(region(page, 'Email')).toContainText('A $400.00 Cellardoor gift card for you');
  await expect(region(page, 'Email')).toContainText('“Sorry about the broken bottle.”');
  await audit();
  await press(page, 'Issue $400.00');
  await toast(page, 'Gift card of $400.00 issued.');
  await heading(page, /^Gift card •••• \w{4}$/).waitFor();

  await press(page, 'Show code');
  await expect(region(page, 'Balance')).toContainText(/(\w{4}-){3}\w{4}/);
  const code = /(?:\w{4}-){3}\w{4}/.exec(await region(page, 'Balance').innerText())?.[0] ?? '';
  const saved = page.waitForEvent('download');
  await press(page, 'Print');
  expect((await saved).suggestedFilename()).toBe(`gift-card-${code.slice(-4).toLowerCase()}.pdf`);
  await expect(region(page, 'Timeline')).toContainText('Card printed');
  await payWith(code);
  await page.reload();
  await expect(region(page, 'Ledger')).toContainText('Spent');
  await expect(region(page, 'Ledger').getByRole('link', { name: /^Order #/ })).toBeVisible();
  await expect(region(page, 'Timeline')).toContainText('Full code shown');
  await audit();

  await press(page, /^Void \$/);
  await dialog(page).getByLabel('Reason').fill('The card was lost');
  await audit();
  await press(dialog(page), /^Void \$/);
  await toast(page, /voided\.$/);
  await expect(screen(page).getByText('Voided', { exact: true }).first()).toBeVisible();
  await press(page, 'Undo');
  await toast(page, /restored\.$/);
  await expect(screen(page).getByText('Active', { exact: true }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Back to Gift cards' }).click();
  await page.getByRole('searchbox', { name: 'Search Gift cards' }).fill(code.slice(-4));
  await expect(page.getByText('1 gift card', { exact: true })).toBeVisible();
  await audit();
});

test('an email goes to another address only after a confirmation @slow', async ({ openOffice }) => {
  const { page, staff, audit } = await openOffice(shop, '/gift-cards/new', { as: 'Accounts', isSteppedUp: false });
  await page.getByLabel('Amount').fill('50');
  await page.getByLabel('Recipient’s email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Reason').fill('Second prize');
  await press(page, 'Issue $50.00');
  await toast(page, 'Gift card of $50.00 issued.');
  await expect(page.getByRole('button', { name: 'Show code' })).toHaveCount(0);
  await region(page, 'Email').getByRole('button', { name: /^Send/ }).click();
  await dialog(page).getByLabel('Email').fill('grace@example.com');
  await expect(dialog(page)).toContainText('Whoever reads it can spend $50.00.');
  await audit();
  await press(dialog(page), 'Send now');
  await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  await dialog(page).getByLabel('Code from your authenticator').fill(staff.code());
  await press(dialog(page), 'Confirm');
  await toast(page, 'On its way to grace@example.com.');
  await expect(region(page, 'Email')).toContainText('grace@example.com');
});
