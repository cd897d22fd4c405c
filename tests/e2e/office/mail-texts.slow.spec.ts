/** The email about an order in the retailer's own words: changed, previewed, tested, sent to a buyer, and as it was again. */
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('says thank you for an order in words of its own', { tag: '@tablet' }, async ({ openOffice }) => {
  const { email: own } = await shop.person('Owner');
  const { page, audit } = await openOffice(shop, '/settings');
  await screen(page).getByRole('link', { name: 'Texts of emails', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Texts of emails' }).waitFor();
  await audit();
  await screen(page).getByRole('link', { name: 'Order received', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Email: Order received' }).waitFor();
  const main = screen(page);
  const preview = main.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Your Cellardoor order #1000123')).toBeVisible();
  await audit();

  // A placeholder that this email has no value for.
  await main.getByLabel('Subject', { exact: true }).fill('Thank you for order {order}');
  await expect(preview.getByText(/^subject: has no value for \{order\}; it may have \{number\}, \{shop\}\.$/)).toBeVisible();
  await press(main, 'Save changes');
  await expect(main.getByText('Has no value for {order}; it may have {number}, {shop}.', { exact: true })).toBeVisible();
  await audit();

  await main.getByLabel('Subject', { exact: true }).fill('Thank you! {shop} has order #{number}');
  await main.getByLabel('Text', { exact: true }).fill('We are packing it <now>.\n\nCheers from the cellar.');
  await expect(preview.getByText('Thank you! Cellardoor has order #1000123')).toBeVisible();
  const frame = preview.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame).toHaveAttribute('srcdoc', /We are packing it &lt;now&gt;\.<\/p>.*Cheers from the cellar\./);
  await preview.getByRole('radio', { name: 'Phone' }).click();
  expect(await frame.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThanOrEqual(390);
  await preview.getByRole('radio', { name: 'Plain text' }).click();
  await expect(preview.getByText('Cheers from the cellar.')).toBeVisible();
  await audit();
  await press(preview, 'Send a test to me');
  await toast(page, `Test sent to ${own}.`);
  const sample = await mailTo(shop, own, 'Thank you! Cellardoor has order #1000123');
  expect(sample.text).toContain('We are packing it <now>.\n\nCheers from the cellar.');

  await press(main, 'Save changes');
  await toast(page, 'Email: Order received saved.');
  const { number } = await shop.buy();
  const mail = await mailTo(shop, 'grace@example.com', `Thank you! Cellardoor has order #${number}`);
  expect(mail.html).toContain('We are packing it &lt;now&gt;.');
  await main.getByRole('link', { name: 'Texts of emails' }).click();
  await expect(screen(page).getByText('Changed', { exact: true })).toHaveCount(1);

  await screen(page).getByRole('link', { name: 'Order received', exact: true }).click();
  await press(screen(page), 'Return to the defaults');
  await press(dialog(page), 'Return to this version');
  await toast(page, 'The defaults apply again.');
  const { number: next } = await shop.buy();
  await mailTo(shop, 'grace@example.com', `Your Cellardoor order #${next}`);
});
