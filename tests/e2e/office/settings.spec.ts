/** Rules of the shop that staff change in the settings: what shoppers see follows. */
import type { Page } from '@playwright/test';
import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;
test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

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
  await expect(holidays.getByLabel('Name').first()).toHaveValue('New Year’s Day');
  await audit();

  await page.getByLabel('Cut-off').fill('2 pm');
  await press(page, 'Save changes');
  await expect(page.getByText('Must be a time like 14:00.')).toBeVisible();
  await page.getByLabel('Cut-off').fill('11:30');
  await press(holidays, 'Add to public holidays');
  await holidays.getByLabel('Date').last().fill('2026-12-24');
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
