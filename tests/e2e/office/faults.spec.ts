/** What goes wrong at a desk: permissions and sessions that end, connections that break. Nothing typed is lost, nothing is done twice. */
import type { Page } from '@playwright/test';
import { recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import { findRoleByName, setRoles } from '#domains/staff/server/role.repository.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, OFFICE_HOST, type TestStaff } from '#tests/fixtures/office.ts';
import { type OfficeShop, STAFF_PASSWORD, serveOffice } from './support/office.ts';
import { dialog, enterCode, enterPassword, expect, press, screen, test, toast } from './support/test.ts';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice({ orders: 900 });
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Ends the sessions of a person when the page sends a note, before anything else of the page can meet their end. */
async function endSessionsAtNote(page: Page, person: TestStaff): Promise<void> {
  await page.route(
    '**/office/v1/orders/note',
    async (route) => {
      await shop.endSessions(person);
      await route.continue();
    },
    { times: 1 },
  );
}

test('a permission that is taken away while a page is open ends the action with a sentence, and the page stays', async ({ openOffice }) => {
  const email = `${crypto.randomUUID()}@shop.example`;
  const person = await createTestStaff(shop.database, { email, name: 'Rob Role', roles: ['Manager'] });
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: person });
  await press(page, 'Refund');
  await dialog(page).getByLabel('Other amount').fill('5');
  await dialog(page).getByText('$5.00 goes back to the card.').waitFor();

  await shop.database.transaction(async (transaction) => {
    const reader = await findRoleByName(transaction, 'Read-only');
    await setRoles(transaction, person.id, reader ? [reader.id] : []);
  });
  await press(dialog(page), 'Refund $5.00');

  await expect(dialog(page).getByRole('alert')).toContainText('You need permission to refund orders');
  await expect(dialog(page).getByLabel('Other amount')).toHaveValue('5');
  await audit();
  await press(dialog(page), 'Cancel');
  // What they may do now shows in the menu at once, and on the next screen.
  await expect(page.getByRole('link', { name: 'Imports' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await page.getByRole('grid').waitFor();
  await page.goBack();
  await screen(page).getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
});

test('a screen that somebody may no longer see says so, and what they typed is not lost before that @slow', async ({ openOffice }) => {
  const email = `${crypto.randomUUID()}@shop.example`;
  const person = await createTestStaff(shop.database, { email, name: 'Rita Role', roles: ['Manager'] });
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: person });
  await page.getByLabel('Note').fill('The buyer called.');

  await shop.database.transaction(async (transaction) => {
    const buyer = await findRoleByName(transaction, 'Marketing');
    await setRoles(transaction, person.id, buyer ? [buyer.id] : []);
  });
  // With the next change the page connects and is read again, which is refused now.
  const refused = page.waitForResponse((response) => response.url().includes('/orders/order?') && response.status() === 403);
  await shop.database.transaction((transaction) => recordEvent(transaction, id, 'tagged', {}));
  await refused;
  await press(page, 'Add note');

  await expect(page.getByText(/You need permission to add notes and tags to orders/).first()).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('The buyer called.');
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await press(dialog(page), 'Leave');
  await expect(screen(page).getByRole('alert')).toContainText('You need permission to see orders.');
  await audit();
});

test('a page that cannot be read again keeps what is being typed, and follows once it can be read @slow', async ({ openOffice }) => {
  const person = await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Owner'] });
  const { id } = await shop.buy();
  const email = `${crypto.randomUUID()}@example.com`;
  await createTestCustomer(shop, { email });
  const { page } = await openOffice(shop, `/orders/${id}`, { as: person, expectsViolations: true });
  const openCustomer = async (): Promise<void> => {
    await page.goto(`/customers?q=${email}`);
    await page.getByRole('row', { name: email }).click();
    await screen(page).getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
  };
  // Another role ends the live stream at the next change. The page opens it again and is read.
  const reconnect = (...roles: string[]) =>
    shop.database.transaction(async (transaction) => {
      const found = await Promise.all(roles.map((role) => findRoleByName(transaction, role)));
      await setRoles(
        transaction,
        person.id,
        found.flatMap((role) => role?.id ?? []),
      );
      await recordEvent(transaction, id, 'tagged', {});
    });
  for (const [open, path, roles] of [
    [async () => {}, '/office/v1/orders/order?', ['Owner', 'Manager']],
    [openCustomer, '/office/v1/customers/customer?', ['Owner']],
  ] as const) {
    await open();
    const name = await screen(page).getByRole('heading', { level: 1 }).innerText();
    await page.getByLabel('Note').fill('The buyer called.');

    const failed = page.waitForResponse((response) => response.url().includes(path) && response.status() === 500);
    await page.route(`**${path}**`, (route) => route.fulfill({ status: 500, json: { code: 'internal', title: 'Broken' } }));
    await reconnect(...roles);
    await failed;
    // It is tried again by itself.
    const read = page.waitForResponse((response) => response.url().includes(path) && response.ok());
    await page.unrouteAll();
    await read;

    await expect(page.getByLabel('Note')).toHaveValue('The buyer called.');
    await expect(screen(page).getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByLabel('Note').fill('');
  }
});

test('a session that ends while a form is full continues after the sign-in, with what was typed', { tag: '@tablet' }, async ({
  openOffice,
}) => {
  const person = await createTestStaff(shop.database, {
    email: `${crypto.randomUUID()}@shop.example`,
    roles: ['Owner'],
    withPassword: true,
  });
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: person });
  await page.getByLabel('Note').fill('Typed before the session ended.');
  await endSessionsAtNote(page, person);
  await press(page, 'Add note');
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await audit();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
  await enterPassword(dialog(page), person.email, STAFF_PASSWORD);
  await enterCode(dialog(page), 'Code from your authenticator', person.code());
  await toast(page, 'Note added.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Typed before the session ended.');
});

test('a page that nobody uses asks for the sign-in when its session ends, and keeps what was typed @slow', async ({ openOffice }) => {
  const person = await createTestStaff(shop.database, {
    email: `${crypto.randomUUID()}@shop.example`,
    roles: ['Owner'],
    withPassword: true,
  });
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`, { as: person, expectsViolations: true });
  await page.getByLabel('Note').fill('Typed before lunch.');
  await shop.endSessions(person);
  // The next change ends the live stream, and it cannot be opened again.
  await shop.database.transaction((transaction) => recordEvent(transaction, id, 'tagged', {}));
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
  await audit();
  await enterPassword(dialog(page), person.email, STAFF_PASSWORD);
  await enterCode(dialog(page), 'Code from your authenticator', person.code());
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Live updates have stopped')).toHaveCount(0);
  await press(page, 'Add note');
  await toast(page, 'Note added.');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Typed before lunch.');
});

test('a session that ends between two pages leads to the sign-in and back to the page @slow', async ({ openOffice }) => {
  const person = await createTestStaff(shop.database, {
    email: `${crypto.randomUUID()}@shop.example`,
    roles: ['Owner'],
    withPassword: true,
  });
  const { id, number } = await shop.buy();
  const { page } = await openOffice(shop, '/orders', { as: person });
  await shop.endSessions(person);
  await page.goto(`/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await enterPassword(page, person.email, STAFF_PASSWORD);
  await enterCode(page, 'Code from your authenticator', person.code());
  await page.getByRole('heading', { level: 1, name: `Order #${number}` }).waitFor();
});

test('somebody else who signs in does not continue what the first person began @slow', async ({ openOffice }) => {
  const [first, second] = await Promise.all(
    [1, 2].map(() =>
      createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Owner'], withPassword: true }),
    ),
  );
  if (!first || !second) throw new Error('two people are needed');
  const { id } = await shop.buy();
  const { page } = await openOffice(shop, `/orders/${id}`, { as: first });
  await page.getByLabel('Note').fill('Of the first person.');
  await endSessionsAtNote(page, first);
  await press(page, 'Add note');
  await enterPassword(dialog(page), second.email, STAFF_PASSWORD);
  await enterCode(dialog(page), 'Code from your authenticator', second.code());
  await page.waitForURL('**/today');
  const notes = await shop.database.queryMany<{ text: string }>({ text: 'select text from order_notes where order_id = $1', values: [id] });
  expect(notes).toEqual([]);
});

test('a connection that is lost in the middle of a bulk action says what was done, and continues', async ({ openOffice }) => {
  const { page, context } = await openOffice(shop, '/orders?filter%5Bstatus%5D=Completed', { expectsViolations: true });
  await page.getByRole('grid').waitFor();
  await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
  await press(page, /^Select all \d+ orders that match$/);
  await page.getByRole('toolbar').getByRole('button', { name: 'Add tag' }).click();
  await dialog(page).getByRole('textbox', { name: 'Tag' }).fill('counted');
  await press(dialog(page), 'Next');
  await dialog(page)
    .getByText(/orders will change\.$/)
    .waitFor();

  // The third portion reaches the server, its answer does not reach the browser.
  let calls = 0;
  await page.route('**/office/v1/orders/bulk', async (route) => {
    calls += 1;
    if (calls < 3) return route.continue();
    const request = route.request();
    await send(shop.running.port, OFFICE_HOST, 'POST', '/office/v1/orders/bulk', await request.allHeaders(), request.postData() ?? '');
    await context.setOffline(true);
    return route.abort('connectionreset');
  });
  await press(dialog(page), /^Add a tag to \d+ orders$/);
  await expect(dialog(page)).toContainText(/100 of \d+ are done, and the next 50 may be\./);
  const portions = async () =>
    (await shop.database.queryMany<{ n: number }>({ text: "select count(*)::int as n from order_tags where tag = 'counted'" }))[0]?.n;
  expect(await portions()).toBe(150);

  await page.unroute('**/office/v1/orders/bulk');
  await context.setOffline(false);
  await press(dialog(page), /^Continue with \d+ orders$/);
  await dialog(page)
    .getByText(/^\d+ orders changed\.$/)
    .waitFor();
  const logged = await shop.database.queryMany<{ n: number }>({
    text: `select count(*)::int as n from activity_log l join order_tag_changes t on t.order_id::text = l.subject_id and t.at = l.at
      where l.action = 'order.tagged' and 'counted' = any(t.added)`,
  });
  // Every order once: that of the lost answer, too.
  expect(logged[0]?.n).toBe(await portions());
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  expect(await page.getByRole('toolbar').count()).toBe(0);
});

test('a list that cannot be loaded offers another attempt @slow', async ({ openOffice }) => {
  const { page } = await openOffice(shop, '/orders', { expectsViolations: true });
  await page.getByRole('grid').waitFor();
  await page.route('**/office/v1/orders?**', (route) => route.fulfill({ status: 500, json: { code: 'internal', title: 'Broken' } }));
  await press(page, 'To send');
  await expect(screen(page).getByRole('heading', { name: 'We couldn’t load this' })).toBeVisible();
  await page.unroute('**/office/v1/orders?**');
  await press(screen(page), 'Try again');
  await page.getByRole('grid').waitFor();
});

test('a list and a record that lost their connection load by themselves once it is back', async ({ openOffice }) => {
  const { id, number } = await shop.buy();
  const { page, context, axe } = await openOffice(shop, '/orders', { expectsViolations: true });
  await page.getByRole('grid').waitFor();
  await context.setOffline(true);
  await press(page, 'To send');
  await screen(page).getByRole('heading', { name: 'We can’t reach the shop' }).waitFor();
  expect(await axe()).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('grid').waitFor();

  await page.route('**/office/v1/orders/order?**', (route) => route.abort('connectionreset'));
  await page.goto(`/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: 'We can’t reach the shop' }).waitFor();
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: `Order #${number}` }).waitFor();
});

test('a screen that a role does not include says so in place of its rows @slow', async ({ openOffice }) => {
  const title = 'Your role doesn’t allow this. You need permission to see orders.';
  const { page, audit } = await openOffice(shop, '/orders', { expectsViolations: true });
  await page.getByRole('grid').waitFor();
  await page.route('**/office/v1/orders?**', (route) => route.fulfill({ status: 403, json: { code: 'permission_missing', title } }));
  await press(page, 'To send');
  await screen(page).getByRole('heading', { name: 'Your role doesn’t include this screen' }).waitFor();
  await expect(screen(page).getByRole('alert')).toContainText(title);
  await expect(screen(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await audit();
});

test('what was typed is not left behind without a question @slow', async ({ openOffice }) => {
  const { id } = await shop.buy();
  const { page, audit } = await openOffice(shop, `/orders/${id}`);
  await page.getByLabel('Note').fill('Half a sentence');
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await audit();
  await press(dialog(page), 'Keep editing');
  await expect(page.getByLabel('Note')).toHaveValue('Half a sentence');
});
