/** What buyers claim: seen on the first screen, decided by one person, told to the other. */
import sharp from 'sharp';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Creates an order with a claim as its page sends it. @returns the number of the order */
async function claimOrder(): Promise<number> {
  const { id, number } = await shop.buy();
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#7b1f33' } })
    .jpeg()
    .toBuffer();
  await shop.database.execute({
    text: `with claim as (insert into claims (order_id, market, text) values ($1, 'AU', 'The box was wet.') returning id),
        line as (insert into claim_lines (claim_id, position, problem, bottles) select id, 0, 'broken', 2 from claim)
      insert into claim_photos (order_id, claim_id, bytes) select $1, id, $2 from claim`,
    values: [id, bytes],
  });
  return number;
}

test('finds a claim, looks at the photo, refunds two bottles, and a colleague learns of it', { tag: '@tablet' }, async ({ openOffice }) => {
  const number = await claimOrder();
  const { page, audit } = await openOffice(shop, '/today', { as: 'Manager' });
  await page.getByRole('link', { name: /1 claim that waits/ }).click();
  await page.waitForURL(/\/claims\?/);
  await expect(screen(page).getByText('1 claim', { exact: true })).toBeVisible();
  await audit();
  await page
    .getByRole('row', { name: new RegExp(`#${number}`) })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: `Claim on order #${number}` }).waitFor();
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
  await expect(screen(page)).toContainText('The box was wet.');
  await audit();
  const colleague = await openOffice(shop, new URL(page.url()).pathname, { as: 'Owner' });
  await press(colleague.page, 'Decide');

  await press(page, 'Decide');
  await dialog(page).getByLabel('Amount').fill('99999');
  await press(dialog(page), 'Refund');
  await expect(
    dialog(page)
      .getByText(/of what was paid is left\.$/)
      .first(),
  ).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('23');
  await dialog(page).getByLabel('Answer to the buyer').fill('Sorry about the two bottles.');
  await expect(dialog(page)).toContainText('$23.00 goes back');
  await audit();
  await press(dialog(page), 'Refund');
  await toast(page, '$23.00 refunded.');
  await expect(screen(page).getByText('Refunded', { exact: true }).first()).toBeVisible();

  await dialog(colleague.page).getByLabel('Decision').selectOption('Decline');
  await dialog(colleague.page).getByLabel('Answer to the buyer').fill('No');
  await press(dialog(colleague.page), 'Decline the claim');
  await toast(colleague.page, /Look at the claim again/);
  await expect(screen(colleague.page)).toContainText('Sorry about the two bottles.');
});
