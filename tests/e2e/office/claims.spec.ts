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

/** Returns the newest claim of an order. */
async function findClaim(number: number): Promise<{ id: string; order: string }> {
  const row = await shop.database.queryOne<{ id: string; order: string }>({
    text: 'select c.id, c.order_id as "order" from claims c join orders o on o.id = c.order_id where o.number = $1 order by c.created_at desc',
    values: [number],
  });
  if (!row) throw new Error('there is no claim');
  return row;
}

test('sees what claims cost by producer, carrier and reason, and saves the figures @slow', async ({ openOffice }) => {
  const empty = await openOffice(shop, '/claims', { as: 'Manager' });
  await screen(empty.page).getByRole('link', { name: 'Report' }).click();
  await expect(screen(empty.page)).toContainText('No claims in these days');
  await empty.audit();
  await claimOrder();
  const { page, audit } = await openOffice(shop, '/claims/report', { as: 'Manager' });

  await expect(screen(page)).toContainText('1 claim about');
  await expect(page.getByRole('columnheader', { name: 'Producer' })).toBeVisible();
  await audit();
  await page.getByRole('radio', { name: 'By reason' }).click();
  await expect(page.getByRole('row', { name: /^Broken/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await press(page, 'Download Claims report as CSV');
  expect((await saved).suggestedFilename()).toMatch(/^claims-problem-/);
  await page.getByText('How this is counted').click();
  await audit();
  await shop.database.execute({ text: 'delete from claims' });
});

test('claims wines from their supplier, and sees on the claim when and what was sent @slow', async ({ openOffice }) => {
  const number = await claimOrder();
  const { page, audit } = await openOffice(shop, '/claims?filter[supplier]=due', { as: 'Manager' });
  await page
    .getByRole('row', { name: new RegExp(`#${number}`) })
    .getByRole('checkbox')
    .check({ force: true });
  await press(page, 'Claim from supplier');
  await expect(dialog(page)).toContainText('2 bottles in 1 claim');
  await audit();
  await dialog(page).getByLabel('Email of the supplier').fill('nobody');
  await press(dialog(page), 'Send claim');
  await expect(dialog(page)).toContainText('email');
  await dialog(page).getByLabel('Email of the supplier').fill('sales@supplier.example');
  await press(dialog(page), 'Send claim');
  await toast(page, 'Claim sent to sales@supplier.example.');
  await press(dialog(page), 'Done');
  await expect(page.getByRole('row', { name: new RegExp(`#${number}`) })).toHaveCount(0);

  const { id } = await findClaim(number);
  const after = await openOffice(shop, `/claims/${id}`, { as: 'Manager' });
  await expect(screen(after.page)).toContainText('sent to sales@supplier.example');
  await after.audit();
  const saved = after.page.waitForEvent('download');
  await after.page.getByRole('button', { name: /^Download the claim to/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^claim-.*\.csv$/);
  const list = await openOffice(shop, '/claims', { as: 'Manager' });
  const exported = list.page.waitForEvent('download');
  await list.page.getByRole('button', { name: 'Export' }).first().click();
  expect((await exported).suggestedFilename()).toMatch(/^claims-/);
  await shop.database.execute({ text: 'delete from claims' });
});

test('sends a case again: what is in stock, the new order, and its way through the cellar', async ({ openOffice }) => {
  const number = await claimOrder();
  const { id, order } = await findClaim(number);
  await shop.database.execute({
    text: `with sent as (insert into order_shipments (order_id, key, carrier, actor) values ($1, 'sent', 'Overland', 'Sam') returning id)
      insert into order_shipment_lines select sent.id, l.position, l.quantity from sent, order_lines l where l.order_id = $1`,
    values: [order],
  });
  const { page, audit } = await openOffice(shop, `/claims/${id}`, { as: 'Manager' });

  await press(page, 'Decide');
  await dialog(page).getByLabel('Decision').selectOption('Send again');
  await dialog(page)
    .getByLabel(/^Cases of/)
    .first()
    .fill('1');
  await page.keyboard.press('Tab');
  await dialog(page).getByLabel('Answer to the buyer').fill('A new case is on its way.');
  await expect(dialog(page)).toContainText('1 case is taken from stock now');
  await audit();
  await press(dialog(page), 'Send again');
  await toast(page, 'The cases are sent again.');
  await expect(screen(page)).toContainText('A new case is on its way.');
  await audit();

  await screen(page).getByText('Sent again as').getByRole('link').click();
  await expect(screen(page)).toContainText(`Sends cases of order #${number} again, without a charge`);
  await expect(screen(page).getByText('Paid', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Send 1 case/ }).waitFor();
  await audit();
  await page.getByRole('link', { name: `Open order #${number}` }).click();
  await expect(screen(page)).toContainText('Cases of a claim sent again as order #');

  // Whoever refunds the order by hand is told what the claim gave.
  await press(page, 'Refund');
  await dialog(page).getByText('Everything that is left').click();
  const refund = dialog(page).getByRole('button', { name: /^Refund \$/ });
  await expect(refund).toBeDisabled();
  await audit();
  await dialog(page)
    .getByText(/^\$[\d.]+ was already given for claims on this order\. Refund as well$/)
    .click();
  await refund.click();
  await toast(page, /^\$[\d.]+ refunded\.$/);
});

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
