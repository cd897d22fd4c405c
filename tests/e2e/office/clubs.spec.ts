/** A Friday with the wine clubs: a declined card, a member who is away, and two people at the same record. */
import { openAccount } from '#tests/e2e/support/sign-in.ts';
import { createClubs, createMember, declineCard, testClub } from '#tests/fixtures/clubs.ts';
import { PASSWORD } from '#tests/fixtures/customer.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
  await shop.stock({ offerId: 'dozen', productId: 990_101, level: 100 }, { offerId: 'six', productId: 990_102, level: 100 });
  await createClubs(shop, testClub());
});
test.afterAll(async () => {
  await shop?.stop();
});

test('charges a declined card again, skips a case and pauses, and the member sees it', { tag: '@tablet' }, async ({
  openOffice,
  visit,
}) => {
  const member = await createMember(shop, { lastName: 'Lovelace', withPassword: true });
  await declineCard(shop, member);
  const { page, audit } = await openOffice(shop, '/clubs', { as: 'Clubs' });
  await page.getByRole('grid').waitFor();
  await audit();
  await press(page, 'Declined cards');
  await page.waitForURL(/declined/);
  await page
    .getByRole('row', { name: /Lovelace/ })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: /Lovelace/ }).waitFor();
  await expect(screen(page).getByText('The card was declined once.')).toBeVisible();
  await audit();

  // A colleague has the same member open, and is late.
  const late = await openOffice(shop, new URL(page.url()).pathname, { as: 'Owner' });
  await press(late.page, 'More');
  await late.page.getByRole('menuitem', { name: 'Pause' }).click();

  await press(page, 'Charge $159.90');
  await dialog(page).getByText('The card is Visa ending in 4242.').waitFor();
  await press(dialog(page), 'Charge $159.90');
  await toast(page, '$159.90 charged.');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(/\$159\.90 charged, order #\d+/);
  await expect(timeline).toContainText('Cleo Club');

  await press(dialog(late.page), 'Pause membership');
  const conflict = late.page.getByRole('alertdialog', { name: 'This changed while you were working' });
  await expect(conflict).toContainText('The shop changed this');
  await late.audit();
  await press(conflict, 'Keep theirs');
  await expect(late.page.getByRole('region', { name: 'Timeline' })).toContainText('$159.90 charged');

  await press(page, 'Skip next case');
  await dialog(page)
    .getByLabel(/^Reason/)
    .fill('Away until March');
  await press(dialog(page), 'Skip this case');
  await toast(page, /^The case of .* is skipped\.$/);
  await expect(timeline).toContainText('Away until March');
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await dialog(page).getByText('Nothing is sent or charged until it’s resumed.').waitFor();
  await audit();
  await press(dialog(page), 'Pause membership');
  await toast(page, 'Membership paused.');
  await expect(screen(page).getByText('Nothing is sent or charged while the membership is paused.')).toBeVisible();

  const account = await visit(shop.urlOf('localhost'));
  await openAccount(account.page, '/account/wine-clubs', member.customer.email, PASSWORD);
  const card = account.page.getByRole('main').getByRole('article', { name: 'The Table' });
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  await expect(card.getByText('Skipped', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: /^order #/ })).toHaveCount(2);
});

test('skips the next case of several members after a preview @slow', { tag: '@desktop' }, async ({ openOffice }) => {
  for (const lastName of ['Abel', 'Baker']) await createMember(shop, { lastName });
  const { page, audit } = await openOffice(shop, '/clubs?q=grace&filter[status]=active', { as: 'Clubs' });
  await page.getByRole('checkbox', { name: 'Select all members shown' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Skip next case' }).click();
  await press(dialog(page), 'Next');
  await dialog(page)
    .getByText(/^\d members will change\.$/)
    .waitFor();
  await audit();
  await press(dialog(page), /^Skip the next case of \d members$/);
  await dialog(page)
    .getByText(/^\d members changed\.$/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row', { name: /Abel/ }).getByRole('link').click();
  await page.getByText(/is skipped\. This can be undone until/).waitFor();
  await press(page, 'Undo skip');
  await toast(page, 'Skip undone.');

  await page.goto('/clubs');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Club calendar' }).waitFor();
  await audit();
  await page.getByRole('region', { name: 'Clubs' }).getByRole('link', { name: 'The Table' }).first().click();
  await expect(page.getByRole('row', { name: /Abel/ })).toBeVisible();
});

test('adds a club, which shoppers can join, and what members agreed to stays @slow', { tag: '@tablet' }, async ({ openOffice, visit }) => {
  const { page, audit } = await openOffice(shop, '/clubs/records', { as: 'Clubs' });
  await screen(page).getByRole('link', { name: 'New club' }).click();
  await page.getByRole('heading', { level: 1, name: 'New club' }).waitFor();
  const main = screen(page);
  const preview = main.getByRole('region', { name: 'Preview' });
  await press(main, 'Add club');
  await expect(main.getByLabel('Name', { exact: true })).toBeFocused();
  await audit();

  await main.getByLabel('Name', { exact: true }).fill('The Cellar Six');
  await expect(main.getByLabel('Address')).toHaveValue('the-cellar-six');
  await main.getByLabel('Name of the case').fill('Six reds');
  await main.getByLabel('Price of a case').fill('96');
  await press(main, 'Find a wine');
  await dialog(page).getByLabel('Name, producer or number').fill('Riesling');
  await dialog(page)
    .getByRole('button', { name: /Cold Creek.*Riesling/ })
    .click();
  await expect(main.getByLabel('Wine of the case')).toHaveValue('office-riesling');
  await expect(preview).toContainText('$96.00');
  await press(main, 'Add club');
  await toast(page, 'Club added.');
  await page.getByRole('heading', { level: 1, name: 'The Cellar Six' }).waitFor();
  const shopper = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  expect((await shopper.page.goto('/wine-clubs/the-cellar-six'))?.status()).toBe(404);

  await main.getByLabel('State').selectOption({ label: 'Open' });
  await press(main, 'Save');
  await toast(page, 'Club saved.');
  await audit();
  await shopper.page.goto('/wine-clubs/the-cellar-six');
  await expect(shopper.page.getByRole('main').getByText('$96').first()).toBeVisible();

  // Another club, whose members agreed to a price.
  await createMember(shop, { lastName: 'Franklin' });
  await main.getByRole('link', { name: 'Wine clubs' }).click();
  await page
    .getByRole('row', { name: /The Table/ })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name: 'The Table' }).waitFor();
  await main.getByLabel('Price of a case').first().fill('170');
  await press(main, 'Save');
  await expect(main.getByText(/this case at \$150\.00\. Add a case at the new price instead/)).toBeVisible();
  await audit();
  await main.getByLabel('Price of a case').first().fill('150');
  await main.getByLabel('Summary').fill('Wines for a long table.');
  await press(main, 'Save');
  await toast(page, 'Club saved.');
  await shopper.page.goto('/wine-clubs');
  await expect(shopper.page.getByText('Wines for a long table.')).toBeVisible();
});
