/** Who may do what: a role for one market, an invitation that was a mistake, a lost laptop, and a key for a script. */
import { staffContract } from '#domains/staff/office-contract.ts';
import { send } from '#tests/fixtures/http.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, must, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

test('creates a role for one market, whose people see nothing of the other', async ({ openOffice }) => {
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, '/staff/roles');
  await press(page, 'New role');
  await page.getByRole('heading', { level: 1, name: 'New role' }).waitFor();
  await press(page, 'Create role');
  await expect(screen(page)).toContainText('Enter a name');
  await expect(screen(page)).toContainText('Choose at least one permission');
  await audit();
  await page.getByLabel('Name', { exact: true }).fill('Singapore desk');
  await screen(page).getByText('see orders', { exact: true }).click();
  await screen(page).getByText('refund orders up to the role’s limit', { exact: true }).click();
  await screen(page).getByText('AU', { exact: true }).click();
  await page.getByLabel(/^Highest refund at once/).fill('50');
  await press(page, 'Create role');
  await toast(page, 'Role “Singapore desk” created.');
  await expect(page.getByRole('row', { name: /Singapore desk/ })).toContainText('Up to $50.00 at once');

  const sue = await createTestStaff(shop.database, { email: 'sue@shop.example', roles: ['Singapore desk'] });
  const desk = await openOffice(shop, '/orders', { as: sue });
  await desk.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await expect(desk.page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Staff' })).toHaveCount(0);
  await desk.page.goto(`/orders/${id}`);
  await expect(desk.page.getByRole('heading', { name: 'We couldn’t find that' })).toBeVisible();
  await desk.audit();
});

test('two people change one role, and the second decides whose words count @slow', async ({ openOffice }) => {
  const office = (await signInAs(shop, await shop.person('Owner'))).call(staffContract);
  const { id } = await must(
    office.createRole({ name: 'Front desk', description: '', permissions: ['orders.read'], markets: null, refundLimitCents: 0 }),
  );
  const second = await createTestStaff(shop.database, { email: 'sam@shop.example', name: 'Sam Second', roles: ['Owner'] });
  const olive = await openOffice(shop, `/staff/roles/${id}`);
  const sam = await openOffice(shop, `/staff/roles/${id}`, { as: second });
  await olive.page.getByLabel(/^What it is for/).fill('Answers the phone');
  await sam.page.getByLabel(/^What it is for/).fill('Answers the door');
  await press(olive.page, 'Save changes');
  await toast(olive.page, 'Role “Front desk” changed for everyone who has it.');

  await press(sam.page, 'Save changes');

  const conflict = sam.page.getByRole('alertdialog');
  await expect(conflict).toContainText('Olive Owner');
  const words = conflict.getByRole('row', { name: /What it is for/ });
  await expect(words.getByRole('cell').first()).toHaveText('Answers the phone');
  await expect(words.getByRole('cell').last()).toHaveText('Answers the door');
  await sam.audit();
  await press(conflict, 'Keep yours');
  await toast(sam.page, 'Role “Front desk” changed for everyone who has it.');
  await olive.page.reload();
  await expect(olive.page.getByLabel(/^What it is for/)).toHaveValue('Answers the door');
});

test('invites somebody by mistake and takes it back, so that the link no longer works @slow', async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/staff');
  await press(page, 'Invite someone');
  await press(dialog(page), 'Send invitation');
  await expect(dialog(page)).toContainText('Enter the email address');
  await dialog(page).getByLabel('Email').fill('nora@shop.example');
  await dialog(page)
    .getByText(/^Cellar/)
    .first()
    .click();
  await audit();
  await press(dialog(page), 'Send invitation');
  await toast(page, 'Invitation sent to nora@shop.example.');
  const link = linkIn(await mailTo(shop, 'nora@shop.example', 'office'));
  const invited = await visit(shop.officeUrl);
  await invited.page.goto(link);
  await invited.page.getByRole('heading', { level: 1, name: 'Accept your invitation' }).waitFor();

  await page
    .getByRole('row', { name: /nora@shop\.example/ })
    .getByRole('link')
    .click();
  await expect(screen(page).getByText('Invited', { exact: true }).first()).toBeVisible();
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click();
  await expect(dialog(page)).toContainText('The link stops working at once.');
  await audit();
  await press(dialog(page), 'Revoke invitation');
  await toast(page, 'Invitation revoked.');
  await expect(page.getByRole('row', { name: /nora@shop\.example/ })).toHaveCount(0);
  await invited.page.reload();
  await expect(invited.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('signs a colleague out whose laptop was stolen @slow', async ({ openOffice }) => {
  const lost = await openOffice(shop, '/orders', { as: 'Orders' });
  const { page, audit } = await openOffice(shop, `/staff/${lost.staff.id}`);
  await audit();
  await page.getByRole('button', { name: /^Sign out: .*127\.0\.0\.1$/ }).click();
  await toast(page, '1 session ended.');
  await expect(screen(page)).toContainText('Not signed in anywhere.');
  await lost.page.goto('/orders');
  await expect(lost.page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('makes a key for a script, which may do what the key says and no more, until it is revoked', async ({ openOffice }) => {
  const { page, audit } = await openOffice(shop, '/account', { as: 'Manager' });
  await press(page, 'New key');
  await dialog(page).getByLabel('What it is for').fill('Stock sync');
  await dialog(page).getByText('see wines, prices and stock', { exact: true }).click();
  await audit();
  await press(dialog(page), 'Create key');
  await expect(dialog(page)).toContainText('It is shown only once.');
  await audit();
  const key = await dialog(page).getByLabel('Key', { exact: true }).inputValue();
  await press(dialog(page), 'I’ve saved it');
  const call = async (path: string): Promise<number> =>
    (await send(shop.running.port, OFFICE_HOST, 'GET', path, { authorization: `Bearer ${key}` })).status;
  expect(await call('/office/v1/stock')).toBe(200);
  expect(await call('/office/v1/orders')).toBe(403);

  await page.reload();
  await expect(screen(page)).toContainText(/Last used/);
  await page.getByRole('button', { name: 'Revoke: Stock sync' }).click();
  await expect(dialog(page)).toContainText('Scripts that use it are refused at once.');
  await press(dialog(page), 'Revoke');
  await toast(page, 'Key revoked.');
  expect(await call('/office/v1/stock')).toBe(401);
});
