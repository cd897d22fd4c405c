/** Documents that staff save of orders, and a buyer of theirs. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readPdf } from '#tests/fixtures/read-pdf.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { expect, press, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice({ orders: 20 });
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Saves a file and reads its text. */
async function saved(page: Page, save: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await save();
  const file = await download;
  const { pages } = await readPdf(await readFile(await file.path()));
  return { name: file.suggestedFilename(), text: pages.map(({ lines }) => lines.join('\n')).join('\n') };
}

test('picks two orders with one list, packs each with its slip, and saves an invoice @tablet', async ({ openOffice }) => {
  const [first, second] = [await shop.buy(), await shop.buy()];
  const { page, audit } = await openOffice(shop, '/orders?filter%5Btask%5D=to_send', { as: 'Orders' });
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  for (const { number } of [first, second])
    await page
      .getByRole('row', { name: new RegExp(`#${number}\\b`) })
      .getByRole('checkbox')
      .check();
  await audit();

  const list = await saved(page, () => choose('Pick list'));
  expect(list.name).toMatch(/^pick-list-\d{4}-\d\d-\d\d\.pdf$/);
  expect(list.text).toContain('6 items for 2 orders');
  await toast(page, `Saved ${list.name}.`);

  const slips = await saved(page, () => choose('Packing slips'));
  expect(slips.text).toContain(`Order #${first.number}`);
  expect(slips.text).toContain(`Order #${second.number}`);
  expect(slips.text).not.toContain('$');

  await page.goto(`/orders/${first.id}`);
  const invoice = await saved(page, async () => {
    await press(page, 'More');
    await page.getByRole('menuitem', { name: 'Invoice (PDF)' }).click();
  });
  expect(invoice.name).toBe(`tax-invoice-${first.number}.pdf`);
  await audit();
});

test('a buyer saves the invoice from the page of the order @desktop @slow', async ({ visit }) => {
  const { id, number } = await shop.buy();
  const { page, axe } = await visit(`http://localhost:${shop.running.port}`);
  await page.goto(`/order/${id}`);
  await page.getByRole('heading', { level: 1, name: `Order #${number}` }).waitFor();
  expect(await axe()).toEqual([]);

  const invoice = await saved(page, () => page.getByRole('link', { name: 'Download tax invoice (PDF)' }).click());

  expect(invoice.name).toBe(`tax-invoice-${number}.pdf`);
  expect(invoice.text).toContain(`Order #${number}`);
});
