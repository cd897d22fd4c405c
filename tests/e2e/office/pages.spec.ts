/** Next week's offer: written, looked at as those will see it who may, and scheduled. */
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('writes next week’s offer, looks at it as a guest and as a Gold member, and schedules it', { tag: '@only-tablet' }, async ({
  openOffice,
}) => {
  // No script runs in the preview beside the form, and Chromium logs that.
  const { page, axe } = await openOffice(shop, '/pages', { as: 'Marketing', expectsViolations: true });
  await press(page, 'New page');
  await dialog(page)
    .getByLabel(/^Title/)
    .fill('Six for the weekend');
  await press(dialog(page), 'Create draft');
  await page.getByRole('heading', { level: 1, name: 'Six for the weekend' }).waitFor();
  await page.getByRole('row', { name: /^Text, block 1/ }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Six bottles for the price of five.');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  expect(await axe()).toEqual([]);

  await press(page, 'Preview');
  const seen = page.frameLocator('.preview-frame:not(.is-loading)');
  await expect(seen.getByText('Six bottles for the price of five.')).toBeVisible();
  const asGold = page.waitForResponse(
    (response) => /preview/.test(response.url()) && /GOLD/.test(response.request().postData() ?? response.url()),
  );
  await page.getByLabel('Seen by').selectOption({ label: 'Gold member' });
  expect((await asGold).status()).toBe(200);
  await expect(seen.getByRole('heading', { name: 'Six for the weekend' })).toBeVisible();
  expect(await axe()).toEqual([]);

  await press(page, 'Edit');
  await press(page, 'Schedule and visitors');
  await screen(page)
    .getByRole('spinbutton', { name: /^day, Visible from/ })
    .click();
  await page.keyboard.type('011220300900a');
  await press(page, 'Schedule');
  await expect(dialog(page)).toContainText('Visitors see it from');
  await press(dialog(page), 'Schedule');
  await toast(page, /^“Six for the weekend” will be published/);
});

test('schedules a change of a live page, which stays as it is until then, and takes it back @slow', async ({ openOffice, visit }) => {
  const { page, axe } = await openOffice(shop, '/pages?q=about', { as: 'Marketing', expectsViolations: true });
  await screen(page)
    .getByRole('row', { name: /\/about/ })
    .getByRole('link')
    .first()
    .click();
  await press(page, 'Schedule and visitors');
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await screen(page)
    .getByRole('spinbutton', { name: /^day, Visible from/ })
    .click();
  await page.keyboard.type('011220300900a');
  await press(page, 'Schedule');
  await expect(dialog(page)).toContainText('Visitors see the page as it is until 1 December 2030, 9:00 am');
  expect(await axe()).toEqual([]);
  await press(dialog(page), 'Schedule');
  await toast(page, /will be published on 1 December 2030, 9:00 am/);

  const notice = screen(page).getByText(/^This version will be published on 1 December 2030, 9:00 am/);
  await expect(notice).toBeVisible();
  await expect(screen(page).getByRole('button', { name: 'Schedule', exact: true })).toHaveCount(0);
  expect(await axe()).toEqual([]);
  const { page: shopped } = await visit(shop.urlOf('localhost'));
  expect((await shopped.goto('/about'))?.status()).toBe(200);
  const list = await openOffice(shop, '/pages?filter%5Bstate%5D=scheduled', { as: 'Marketing', expectsViolations: true });
  const row = screen(list.page).getByRole('row', { name: title });
  await expect(row).toContainText(/Live.*Scheduled.*from 1 Dec 2030/);

  await press(screen(page), 'Take back');
  await toast(page, 'Taken back. The changes are a draft again.');
  await expect(notice).toHaveCount(0);
  await expect(screen(page).getByRole('button', { name: 'Schedule', exact: true })).toBeEnabled();
});

test('keeps what is typed while a colleague schedules the draft, also over a reload @slow', async ({ openOffice }) => {
  const found = await shop.database.queryOne<{ id: string }>({
    text: "select id from pages where record->>'title' ilike 'delivery%' limit 1",
  });
  const path = `/pages/${found?.id}`;
  const colleague = await openOffice(shop, path, { as: 'Manager', expectsViolations: true });
  await press(colleague.page, 'Schedule and visitors');
  await screen(colleague.page)
    .getByRole('spinbutton', { name: /^day, Visible from/ })
    .click();
  await colleague.page.keyboard.type('011220300900a');
  await expect(colleague.page.getByText(/^Draft saved/)).toBeVisible();
  const { page } = await openOffice(shop, path, { as: 'Marketing', expectsViolations: true });
  // The save waits, so that the colleague is first.
  let release = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/office/v1/pages/draft', async (route) => {
    await waiting;
    await route.continue();
  });
  const title = page.getByRole('textbox', { name: /^Title/ }).first();
  await title.fill('Typed in between');
  await press(colleague.page, 'Schedule');
  await press(dialog(colleague.page), 'Schedule');
  await toast(colleague.page, /will be published on 1 December 2030, 9:00 am/);
  release();

  await expect(screen(page).getByRole('button', { name: 'Take back' })).toBeVisible();
  await expect(title).toHaveValue('Typed in between');
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await expect(title).not.toHaveValue('Typed in between');
  await press(screen(page), 'Take back');
  await toast(page, 'We brought back what you typed on this device and had not been saved.');
  await expect(title).toHaveValue('Typed in between');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
});
