/** Emails of the shop: one that bounced is read, its address gets email again, and it is sent again. */
import { recordReport } from '#domains/outbound/mail/server/mail-log.repository.ts';
import { recordMailFailure } from '#lib/mail/suppression.repository.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

const statesOf = (number: number) =>
  shop.database.queryMany<{ state: string }>({
    text: 'select m.state from mail_log m join orders o on o.id = m.order_id where o.number = $1 order by m.created_at',
    values: [number],
  });

test('an email that bounced is read, its address is let in again, and it is sent again', { tag: '@tablet' }, async ({ openOffice }) => {
  const { number } = await shop.buy();
  await expect.poll(() => statesOf(number)).toEqual([{ state: 'sent' }]);
  const report = { address: 'grace@example.com', kind: 'bounce', reason: '550 No such user', key: 'one', at: new Date() } as const;
  await recordMailFailure(shop.database, report);
  await recordReport(shop.database, report);

  const { page, audit } = await openOffice(shop, '/system');
  await screen(page).getByRole('link', { name: 'Email', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(`#${number}\\b`) }).first();
  await expect(row).toContainText('Bounced');
  await expect(row).toContainText('Gets no email');
  await audit();
  await row.getByRole('link').click();
  await expect(dialog(page)).toContainText('Emails to this address bounce');
  const frame = dialog(page).locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', '');
  await expect(frame).toHaveAttribute('srcdoc', new RegExp(`<h1[^>]*>[^<]*#${number}`));
  await dialog(page).getByRole('radio', { name: 'Plain text' }).click();
  await expect(dialog(page)).toContainText('View your order');
  await dialog(page).getByRole('radio', { name: 'Attempts' }).click();
  await expect(dialog(page)).toContainText('550 No such user');
  await audit();

  await press(dialog(page), 'Let it get email again');
  await press(page.getByRole('alertdialog'), 'Let it get email again');
  await toast(page, 'This address gets email again.');
  await expect(dialog(page)).not.toContainText('Emails to this address bounce');
  await press(dialog(page), 'Send again');
  await press(page.getByRole('alertdialog'), 'Send again');
  await toast(page, 'The email will be sent within seconds.');
  await expect.poll(() => statesOf(number)).toEqual([{ state: 'bounced' }, { state: 'sent' }]);
});

test('someone who may not see customers sees that an email was sent, and not to whom @slow', async ({ openOffice }) => {
  const { number } = await shop.buy();
  await expect.poll(() => statesOf(number)).toEqual([{ state: 'sent' }]);
  await shop.database.execute({
    text: "insert into roles (name, permissions) values ('Technician', '{system.read}') on conflict do nothing",
  });
  const staff = await shop.person('Cellar');
  await shop.database.execute({
    text: "insert into staff_roles (staff_id, role_id) select $1, id from roles where name = 'Technician'",
    values: [staff.id],
  });
  const { page, audit } = await openOffice(shop, `/system/mail?q=%23${number}`, { as: 'Cellar' });
  const row = page.getByRole('row', { name: /•••@example\.com/ }).first();
  await expect(row).toContainText('Receipt');
  await row.getByRole('link').click();
  await dialog(page).getByRole('radio', { name: 'Email' }).click();
  await expect(dialog(page)).toContainText('You need the permission to see customers');
  await expect(page.getByText('grace@example.com')).toHaveCount(0);
  await audit();
});
