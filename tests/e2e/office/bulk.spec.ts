/** Several records at once: gift cards of a stolen parcel are voided, and pages of an offer go live and come down together. */
import type { Page } from '@playwright/test';
import { issueCard } from '#domains/selling/gift-cards/server/change-gift-card.ts';
import { send } from '#tests/fixtures/http.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
  for (const [index, recipientEmail] of ['ada@parcel.example', 'bob@parcel.example', 'cy@parcel.example'].entries())
    await issueCard(
      shop.database,
      { kind: 'command', name: 'Test' },
      {
        market: 'AU',
        cents: 5_000,
        details: { recipientName: 'Parcel', recipientEmail, senderName: '', message: '', sendOn: '' },
        reason: 'Test',
        key: `parcel-${index}`,
      },
    );
});
test.afterAll(async () => {
  await shop?.stop();
});

const close = (page: Page): Promise<void> => dialog(page).getByRole('button', { name: 'Close' }).last().click();

test('gift cards are voided after a preview, and a lost connection continues without voiding one twice', async ({ openOffice }) => {
  const { page, context, audit, axe } = await openOffice(shop, '/gift-cards?q=parcel', {
    as: 'Accounts',
    // The lost connection is noted by the browser.
    expectsViolations: true,
  });
  await page.getByRole('checkbox', { name: 'Select all Gift cards shown' }).check();
  await press(page.getByRole('toolbar'), 'Void');
  await expect(dialog(page).getByRole('button', { name: 'Next' })).toBeDisabled();
  await dialog(page).getByLabel('Reason').fill('The parcel was stolen');
  await audit();
  await press(dialog(page), 'Next');
  await expect(dialog(page).getByText('3 gift cards will change.')).toBeVisible();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(3);
  await audit();

  // The change is made, but its answer does not reach the browser.
  await page.route('**/office/v1/gift-cards/bulk', async (route) => {
    const request = route.request();
    await send(shop.running.port, OFFICE_HOST, 'POST', '/office/v1/gift-cards/bulk', await request.allHeaders(), request.postData() ?? '');
    await context.setOffline(true);
    return route.abort('connectionreset');
  });
  await press(dialog(page), 'Void 3 gift cards');
  await expect(dialog(page)).toContainText('0 of 3 are done, and the next 3 may be.');
  await page.unroute('**/office/v1/gift-cards/bulk');
  await context.setOffline(false);
  await press(dialog(page), 'Continue with 3 gift cards');
  await expect(dialog(page).getByText('3 gift cards changed.')).toBeVisible();
  expect(await axe()).toEqual([]);
  const voids = await shop.database.queryMany({ text: "select 1 from ledger_entries where kind = 'void'" });
  expect(voids).toHaveLength(3);

  await press(dialog(page), 'Undo for 3 gift cards');
  await expect(dialog(page).getByText('3 gift cards are as they were.')).toBeVisible();
  await close(page);
  await expect(page.getByRole('row', { name: /\$50\.00/ })).toHaveCount(3);
});

test('pages are taken down and archived together, and come back @slow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/pages?q=delivery', { as: 'Marketing' });
  const rows = page.getByRole('row', { name: /Live/ });
  const count = await rows.count();
  expect(count).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: 'Select all Pages shown' }).check();
  await press(page.getByRole('toolbar'), 'Take down');
  await audit();
  await press(dialog(page), 'Next');
  await press(dialog(page), /^Take down \d+ pages?$/);
  await expect(dialog(page).getByText(/pages? changed\.$/)).toBeVisible();
  await audit();
  await press(dialog(page), /^Undo for \d+ pages?$/);
  await expect(dialog(page).getByText(/as (?:it was|they were)\.$/)).toBeVisible();
  await close(page);
  await expect(rows).toHaveCount(count);

  await page.getByRole('checkbox', { name: 'Select all Pages shown' }).check();
  await press(page.getByRole('toolbar'), 'Publish changes');
  await press(dialog(page), 'Next');
  await expect(dialog(page).getByText('None of them can change.')).toBeVisible();
  await expect(dialog(page)).toContainText('There are no unpublished changes.');
  await press(dialog(page), 'Cancel');
  await expect(screen(page).getByRole('grid')).toBeVisible();
});
