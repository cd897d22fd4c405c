/** Questions of visitors: answered by one person, seen by the others, spam out of the way. */
import { randomUUID } from 'node:crypto';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const ask = (email: string, message: string) =>
  shop.database.execute({
    text: "insert into form_submissions (id, form_id, market, page_id, entry, email) values ($1, 'questions', 'AU', 'about', $2, $3)",
    values: [randomUUID(), JSON.stringify([{ label: 'Message', value: message }]), email],
  });

test('answers a question, leaves a note, takes spam out and brings it back', async ({ openOffice }) => {
  await ask('ada@example.com', 'Do you have magnums of the Shiraz?');
  await ask('spam@example.com', 'Cheap watches');
  const { page, audit } = await openOffice(shop, '/today', { as: 'Orders' });
  await press(page, /Form entries/);
  await expect(page.getByRole('link', { name: 'questions' })).toHaveCount(2);
  await page.goto('/inbox');
  await expect(screen(page).getByText('2 entries')).toBeVisible();
  await audit();

  await page.getByRole('checkbox', { name: /spam@example.com/ }).check({ force: true });
  await press(page, 'Mark as spam');
  await toast(page, '1 entry marked as spam.');
  await expect(screen(page).getByText('1 entry', { exact: true })).toBeVisible();
  await press(page, 'Undo');
  await toast(page, 'Back as before.');
  await expect(screen(page).getByText('2 entries')).toBeVisible();

  await page
    .getByRole('row', { name: /ada@example.com/ })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: 'ada@example.com' }).waitFor();
  await audit();
  await expect(page.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:ada%40example\.com\?subject=Re%3A%20Questions&body=/,
  );
  await page.getByRole('textbox', { name: 'Note' }).fill('Three left, kept one for her');
  await press(page, 'Save note');
  await toast(page, 'Note saved.');
  await press(page, 'Mark as handled');
  await toast(page, '1 entry marked as handled.');
  await expect(screen(page).getByText('Handled').first()).toBeVisible();

  const colleague = await openOffice(shop, '/inbox?filter[state]=handled', { as: 'Manager' });
  await expect(colleague.page.getByRole('row', { name: /ada@example.com/ })).toContainText('Otto Packer');
});
