/** A morning with orders: what has to be sent, what goes wrong, and what several people do at once. */
import type { Page } from '@playwright/test';
import { type OfficeShop, serveOffice, WINES } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

const [SHIRAZ, RIESLING] = WINES;

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice({ orders: 600 });
});
test.afterAll(async () => {
  await shop?.stop();
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
/** Opens the row of an order. */
const rowOf = (page: Page, number: number) => page.getByRole('row', { name: new RegExp(`#${number}\\b`) });

test('finds what has to be sent, and sends an order in two parts', { tag: '@tablet' }, async ({ openOffice }) => {
  const { number } = await shop.buy();
  const { page, audit } = await openOffice(shop, '/orders', { as: 'Orders' });
  await audit();
  await press(page, 'To send');
  await page.waitForURL(/task/);
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(String(number));
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await rowOf(page, number).getByRole('link').click();
  await heading(page, `Order #${number}`).waitFor();
  await audit();

  await press(page, 'Send 3 cases');
  await dialog(page)
    .getByRole('heading', { name: `Send order #${number}` })
    .waitFor();
  await audit();
  await dialog(page)
    .getByRole('textbox', { name: /Cases of .*Riesling.* to send/ })
    .fill('0');
  await dialog(page).getByLabel('Carrier').fill('');
  await press(dialog(page), 'Send 2 of 3 cases');
  await expect(dialog(page).getByText('Enter the carrier')).toBeVisible();
  await dialog(page).getByLabel('Carrier').fill('Overland Express');
  await dialog(page)
    .getByLabel(/Tracking number/)
    .fill('OX 4711');
  await press(dialog(page), 'Send 2 of 3 cases');
  await toast(page, '2 cases sent.');
  await expect(screen(page).getByText('Partly sent').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shipments' })).toContainText('OX 4711');

  await press(page, 'Send 1 case');
  // The carrier is that of the last shipment.
  await expect(dialog(page).getByLabel('Carrier')).toHaveValue('Overland Express');
  await press(dialog(page), 'Send 1 case');
  await toast(page, '1 case sent.');
  await expect(screen(page).getByText('Sent', { exact: true }).first()).toBeVisible();
  await expect(timeline(page)).toContainText('Otto Packer');
  await expect(page.getByRole('button', { name: /^Send/ }).filter({ hasNotText: 'again' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue(String(number));
});

test('refunds a broken bottle up to the role’s limit, and more with a colleague’s confirmation', { tag: '@only-tablet' }, async ({
  openOffice,
}) => {
  const { id, number } = await shop.buy([...Array.from({ length: 9 }, () => SHIRAZ.productId), RIESLING.productId]);
  const { page, staff, audit } = await openOffice(shop, `/orders/${id}`, { isSteppedUp: false });
  await press(page, 'Refund');
  await dialog(page)
    .getByRole('heading', { name: `Refund order #${number}` })
    .waitFor();
  await dialog(page).getByLabel('Other amount').fill('twelve');
  await expect(dialog(page).getByText('Enter an amount such as 12.50')).toBeVisible();
  await dialog(page).getByLabel('Other amount').fill('12.50');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('A broken bottle');
  await dialog(page).getByText('$12.50 goes back to the card.').waitFor();
  await audit();
  await press(dialog(page), 'Refund $12.50');
  await toast(page, '$12.50 refunded.');
  await expect(timeline(page)).toContainText('A broken bottle');

  // Above $500 the person confirms with their authenticator.
  await press(page, 'Refund');
  await dialog(page).getByText('Everything that is left').click();
  await dialog(page).getByText('You’ll be asked to confirm that it’s you.').waitFor();
  await press(dialog(page), /^Refund \$/);
  await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  await audit();
  await dialog(page).getByLabel('Code from your authenticator').fill(staff.code());
  await press(dialog(page), 'Confirm');
  await toast(page, /refunded\.$/);
  await expect(screen(page).getByText('Refunded', { exact: true }).first()).toBeVisible();
});

test('a role without the permission sees no refund, and one with a limit reads what it is @slow', async ({ openOffice }) => {
  const { id } = await shop.buy(Array.from({ length: 6 }, () => SHIRAZ.productId));
  const cellar = await openOffice(shop, `/orders/${id}`, { as: 'Cellar' });
  await expect(cellar.page.getByRole('button', { name: /^Send 6/ })).toBeVisible();
  await expect(cellar.page.getByRole('button', { name: 'Refund' })).toHaveCount(0);

  const packer = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(packer.page, 'Refund');
  await dialog(packer.page).getByText('Everything that is left').click();
  await expect(dialog(packer.page).getByRole('alert')).toContainText('Your role may refund up to $200.00 at once.');
  await expect(dialog(packer.page).getByRole('button', { name: /^Refund \$/ })).toBeDisabled();
});

test('a refund that is pressed twice, in one tab or in two, is made once', async ({ openOffice }) => {
  const { id } = await shop.buy();
  const refunds = async () =>
    (
      await shop.database.queryMany<{ amount_cents: number }>({
        text: 'select amount_cents from order_refunds where order_id = $1',
        values: [id],
      })
    ).length;
  const first = await openOffice(shop, `/orders/${id}`);
  const second = await openOffice(shop, `/orders/${id}`);
  for (const { page } of [first, second]) {
    await press(page, 'Refund');
    await dialog(page).getByLabel('Other amount').fill('10');
    await dialog(page).getByText('$10.00 goes back to the card.').waitFor();
  }
  await dialog(first.page).getByRole('button', { name: 'Refund $10.00' }).dblclick();
  await toast(first.page, '$10.00 refunded.');
  expect(await refunds()).toBe(1);

  await press(dialog(second.page), 'Refund $10.00');
  const conflict = second.page.getByRole('alertdialog');
  await expect(conflict).toContainText('Olive Owner');
  await second.audit();
  await press(conflict, 'Keep theirs');
  await expect(timeline(second.page)).toContainText('$10.00 refunded');
  expect(await refunds()).toBe(1);
});

test('cancels an order, and writes a note and a tag that can be taken back @slow', async ({ openOffice }) => {
  const { id, number } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`);
  await page.getByLabel('Note').fill('Leave it with the neighbour.');
  await press(page, 'Add note');
  await toast(page, 'Note added.');
  await expect(timeline(page)).toContainText('Leave it with the neighbour.');
  await page.getByRole('combobox', { name: 'Add tag' }).fill('Fragile');
  await page.getByRole('combobox', { name: 'Add tag' }).press('Enter');
  await toast(page, 'Tag “fragile” added.');
  const tags = page.getByRole('region', { name: 'Tags' });
  await expect(tags).toContainText('fragile');
  await press(page, 'Undo');
  await toast(page, 'The change is taken back.');
  await expect(tags).not.toContainText('fragile');
  await expect(timeline(page)).toContainText('Change of tags taken back: fragile');

  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Cancel order' }).click();
  await page.getByRole('heading', { name: `Cancel order #${number}?` }).waitFor();
  await audit();
  await expect(dialog(page)).toContainText('3 cases go back on sale.');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Ordered twice');
  await press(dialog(page), 'Cancel order');
  await toast(page, 'Order cancelled and refunded.');
  await expect(screen(page).getByText('Cancelled').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
});

test('takes a status back, unless a colleague went on with the order @slow', async ({ openOffice }) => {
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`);
  const mark = async (): Promise<void> => {
    await press(page, 'More');
    await page.getByRole('menuitem', { name: 'Mark as packed' }).click();
    await toast(page, 'Marked as packed.');
  };
  await mark();
  await press(page, 'Undo');
  await toast(page, 'The change is taken back.');
  await expect(timeline(page).getByRole('listitem').first()).toContainText('Set back to “To pack”');
  await audit();

  await mark();
  const colleague = await openOffice(shop, `/orders/${id}`, { as: 'Orders' });
  await press(colleague.page, 'More');
  await colleague.page.getByRole('menuitem', { name: 'Mark as ready to pick up' }).click();
  await toast(colleague.page, 'Marked as ready to pick up.');
  await press(page, 'Undo');
  await toast(page, /changed order #\d+ just now, so it stays “Ready to pick up”\.$/);
});

test('saves a view, and tags everything in it after a preview @slow', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/orders?filter%5Bstatus%5D=Shipped');
  await page.getByRole('grid').waitFor();
  await press(page, 'Save view');
  await dialog(page).getByLabel('Name of the view').fill('On the road');
  await dialog(page).getByText('Show it to everyone').click();
  await audit();
  await press(dialog(page), 'Save view');
  await toast(page, 'View “On the road” saved.');

  const colleague = await openOffice(shop, '/orders', { as: 'Orders' });
  await press(colleague.page, 'On the road');
  await expect(colleague.page.getByRole('button', { name: 'Status: Sent', exact: true })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  await audit();
  await page.getByRole('toolbar').getByRole('button', { name: 'Add tag' }).click();
  await dialog(page).getByRole('textbox', { name: 'Tag' }).fill('follow up');
  await press(dialog(page), 'Next');
  await dialog(page)
    .getByText(/orders will change\.$/)
    .waitFor();
  await audit();
  await press(dialog(page), /^Add a tag to \d+ orders$/);
  await dialog(page)
    .getByText(/^\d+ orders changed\.$/)
    .waitFor();
  await audit();
  await press(dialog(page), /^Undo for \d+ orders$/);
  await dialog(page)
    .getByText(/^\d+ orders are as they were\.$/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/orders?filter%5Btag%5D=follow+up');
  await expect(screen(page).getByText('No matches')).toBeVisible();
});

test('an order that is paid while the list is open appears in it', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/orders');
  const opened = page.waitForResponse('**/office/v1/live');
  await page.reload();
  await opened;
  await page.getByRole('grid').waitFor();
  const { number } = await shop.buy();
  await page.getByText(/changes? since you opened this list/).waitFor();
  await press(page, 'Update list');
  await expect(rowOf(page, number)).toBeVisible();
});
