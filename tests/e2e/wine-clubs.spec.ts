/** Wine clubs: joining, paying, and changing a membership in two clicks. */
import type { Page } from '@playwright/test';
import { storeCard } from '#tests/fixtures/clubs.ts';
import { createTestCustomer, PASSWORD as OWN_PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { PHONE } from './support/browser.ts';
import { enterCard, enterDetails, joinRedShelf, payWith } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { enterBoth, openAccount, PASSWORD } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.use({ isMeasured: true });

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const customer = (): Promise<TestCustomer> => createTestCustomer(shop, { withPassword: true });
const main = (page: Page) => page.getByRole('main');

/** Makes the first and the second click of a change. */
async function inTwoClicks(page: Page, first: string, second: string): Promise<void> {
  await main(page).getByRole('button', { name: first }).click();
  await main(page).getByRole('button', { name: second }).click();
}

/** Analytics events by name. */
const countEvents = async (event: string) =>
  (await shop.database.queryMany<{ name: string }>({ text: 'select name from analytics_events where name = $1', values: [event] })).length;

test('joins a club with a new card, skips, pauses, resumes, swaps and cancels [CLUB-2, CLUB-4, CLUB-6]', async ({ visit, viewport }) => {
  const { email } = await customer();
  const { page, violations, audit } = await visit(shop.urlOf('localhost'));
  // One column on both devices, so it is checked in detail on one.
  const auditOnce = async () => (viewport?.width === PHONE.width ? audit() : expect(violations).toEqual([]));
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Wine clubs' }).click();
  await page.waitForURL('**/wine-clubs');
  await audit();
  await main(page).getByRole('link', { name: 'See the cases and FAQs: The Long Table' }).click();
  await page.waitForURL('**/wine-clubs/the-long-table');
  await main(page).getByRole('heading', { level: 1, name: 'The Long Table' }).waitFor();
  await main(page).getByText('When am I charged?').click();
  await audit();
  await main(page).getByText('Every two months').click();
  await main(page).getByText('The long lunch').first().click();
  await main(page).getByRole('button', { name: 'Join the Long Table' }).click();
  await main(page).getByRole('link', { name: 'Sign in to join' }).waitFor();
  await auditOnce();
  for (const event of ['Club Viewed', 'Club Selected']) await expect.poll(() => countEvents(event), { message: event }).toBeGreaterThan(0);
  await main(page).getByRole('link', { name: 'Sign in to join' }).click();
  await enterBoth(page, email, OWN_PASSWORD);

  // The choice is restored.
  await main(page).getByRole('heading', { level: 1, name: 'Join the Long Table' }).waitFor();
  expect(await main(page).getByLabel('How often').inputValue()).toBe('two-months');
  expect(await main(page).getByLabel('Choose your case').inputValue()).toBe('long-lunch');
  await audit();
  await enterDetails(page, 'AU', { email });
  const join = main(page).getByRole('button', { name: 'Join and pay $255.90' });
  await join.click();
  await main(page).getByText('Please agree to the renewals before you join.').waitFor();
  await auditOnce();
  await main(page)
    .getByRole('checkbox', { name: /I’d like to join the Long Table/ })
    .check();
  await join.click();
  await payWith(page, '4242 4242 4242 4242');
  await page.waitForURL(/\/wine-clubs\/success\?membership=/);
  await main(page)
    .getByText(/Your first case is order #\d+/)
    .waitFor();
  await auditOnce();

  await main(page).getByRole('link', { name: 'Your wine clubs' }).click();
  await page.waitForURL('**/account/wine-clubs');
  const card = main(page).getByRole('article', { name: 'The Long Table' });
  await card.getByText('Active', { exact: true }).waitFor();
  const nextDay = () => card.locator('dd').first().locator('b').innerText();
  const first = await nextDay();
  await audit();
  await main(page).getByRole('button', { name: 'Skip the next case: The Long Table' }).click();
  await main(page).getByText(`We’ll skip the case due on ${first}`).waitFor();
  await auditOnce();
  await main(page).getByRole('button', { name: 'Skip this case' }).click();
  await expect.poll(nextDay).not.toBe(first);
  await main(page).getByRole('button', { name: 'Undo skip: The Long Table' }).click();
  await expect.poll(nextDay).toBe(first);
  await main(page).getByRole('button', { name: 'Pause: The Long Table' }).click();
  const second = main(page).getByRole('button', { name: 'Pause my cases' });
  const isComplete = (button: Element) => button.getBoundingClientRect().bottom <= window.innerHeight;
  expect(await second.evaluate(isComplete), 'the second click stands where it can be seen').toBe(true);
  await second.click();
  await card.getByText('Paused', { exact: true }).waitFor();
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(focusedText, { message: 'what holds the focus once the panel is gone' }).toBe('Resume');
  await inTwoClicks(page, 'Resume: The Long Table', 'Resume my cases');
  await card.getByText('Active', { exact: true }).waitFor();
  await main(page).getByRole('button', { name: 'Change case or frequency: The Long Table' }).click();
  await card.getByLabel('Choose your case').selectOption('weeknight');
  await auditOnce();
  await main(page).getByRole('button', { name: 'Save changes' }).click();
  await card.getByText('The weeknight dozen, every two months').first().waitFor();
  await inTwoClicks(page, 'Cancel membership: The Long Table', 'Cancel my membership');
  await card.getByText('Cancelled', { exact: true }).waitFor();
  await audit();
});

test('charges a stored card at once, and shows an existing membership', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wine-clubs/checkout/the-red-shelf', 'green@cellardoor.example', PASSWORD);
  await main(page)
    .getByRole('radio', { name: /Visa ending in 4242/ })
    .waitFor();
  const join = async () => {
    await main(page).getByLabel('Date of birth').fill('1980-02-29');
    await joinRedShelf(page);
  };
  await join();
  await page.waitForURL(/\/wine-clubs\/success\?membership=/);
  await main(page)
    .getByText(/Your first case is order #\d+/)
    .waitFor();
  await page.goto('/wine-clubs/checkout/the-red-shelf');
  await join();
  await main(page).getByText('You are a member of this club already.').waitFor();
  await main(page).getByRole('link', { name: 'Your wine clubs' }).click();
  await main(page).getByRole('article', { name: 'The Red Shelf' }).waitFor();
  await expect.poll(() => countEvents('Club Joined')).toBeGreaterThan(0);
});

test('adds a card for a club, changes it in two clicks, and asks before removing the card of a club @slow', {
  tag: '@phone',
}, async ({ visit }) => {
  const { id, email } = await customer();
  const cardId = await storeCard(shop, id);
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wine-clubs/checkout/the-red-shelf', email, OWN_PASSWORD);
  await main(page).getByRole('heading', { level: 1, name: 'Join the Red Shelf' }).waitFor();
  await enterDetails(page, 'AU', { email });
  await main(page).getByRole('radio', { name: /4242/ }).check();
  await joinRedShelf(page);
  await page.waitForURL(/\/wine-clubs\/success/);
  await page.goto('/account/wine-clubs', { waitUntil: 'networkidle' });
  await main(page).getByRole('button', { name: 'Change card: The Red Shelf' }).click();
  await main(page).getByRole('button', { name: 'Add a new card' }).click();
  await page.waitForURL(/\/sandbox-gateway\/pay\//);
  await page.getByText('You won’t be charged').waitFor();
  await audit();
  await enterCard(page, '4000 0027 6000 3184');
  await page.getByRole('button', { name: 'Save card' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await main(page).getByText('Your Visa ending in 3184 is saved and will pay for your club from now on.').waitFor();
  expect(page.url()).not.toContain('added=');
  await audit();
  const pays = main(page).getByRole('article', { name: 'The Red Shelf' }).locator('dl');
  await pays.getByText('Visa ending in 3184').waitFor();
  await inTwoClicks(page, 'Change card: The Red Shelf', 'Use this card: Visa ending in 4242');
  await pays.getByText('Visa ending in 4242').waitFor();

  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Cards', exact: true }).click();
  await main(page).getByRole('button', { name: 'Delete: Visa ending in 4242' }).click();
  await main(page)
    .getByText("Your Visa ending in 4242 pays for The Red Shelf. If you delete it, we'll charge your Visa ending in 3184 instead.")
    .waitFor();
  await audit();
  await main(page).getByRole('button', { name: 'Keep card' }).click();
  expect((await shop.database.queryMany({ text: 'select 1 from stored_instruments where id = $1', values: [cardId] })).length).toBe(1);
  await inTwoClicks(page, 'Delete: Visa ending in 4242', 'Delete card');
  await main(page).getByRole('button', { name: 'Delete: Visa ending in 4242' }).waitFor({ state: 'detached' });
  await inTwoClicks(page, 'Delete: Visa ending in 3184', 'Delete card');
  await main(page).getByText('No cards yet.').waitFor();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Wine clubs' }).click();
  await main(page).getByText('Its card was removed. Choose another card to resume.', { exact: true }).waitFor();
});

test('starts no membership if the payment is cancelled @slow', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const { page } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/wine-clubs/checkout/the-long-table', email, OWN_PASSWORD);
  await main(page).getByRole('heading', { level: 1, name: 'Join the Long Table' }).waitFor();
  await enterDetails(page, 'AU', { email });
  await main(page)
    .getByRole('checkbox', { name: /I’d like to join the Long Table/ })
    .check();
  await main(page)
    .getByRole('button', { name: /^Join and pay/ })
    .click();
  await page.waitForURL(/\/sandbox-gateway\/pay\//);
  await page
    .getByRole('link', { name: /cancel|back|return/i })
    .or(page.getByRole('button', { name: /cancel|back|return/i }))
    .first()
    .click();
  await main(page).getByText('You cancelled the payment.').waitFor();
  await page.goto('/account/wine-clubs');
  await main(page).getByText('You haven’t joined a club yet.').waitFor();
});
