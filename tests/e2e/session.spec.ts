import type { BrowserContext, Page } from '@playwright/test';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { DESKTOP } from './support/browser.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, openAccount, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const customer = (): Promise<TestCustomer> => createTestCustomer(shop, { withPassword: true });
const HOUR = 3_600_000;
/** Less than the leeway of 60 s, so that ID tokens of the server's clock stay valid. */
const JUST_OVER_AN_HOUR = HOUR + 20_000;

/** Moves the clock of pages that are opened afterwards. */
const moveClock = (context: BrowserContext, milliseconds: number) =>
  context.addInitScript((later) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + later;
  }, milliseconds);

/** Records the requests of a session to the token endpoint. */
function tokenCalls(context: BrowserContext): string[] {
  const grants: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/oauth/token')
      grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
  });
  return grants;
}

/** Returns the stored refresh token of the login client. */
const savedRefreshToken = (page: Page): Promise<string> =>
  page.evaluate(() => {
    for (const value of Object.values(localStorage)) {
      const token = /"refresh_token":"([^"]+)"/.exec(String(value))?.[1];
      if (token) return token;
    }
    return '';
  });

test('refreshes the tokens silently after an hour [ID-2, ID-19]', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, context } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/orders', email, PASSWORD);
  await page.getByText('No orders yet.').waitFor();
  const before = await savedRefreshToken(page);
  const grants = tokenCalls(context);
  await page.reload();
  await page.getByText('No orders yet.').waitFor();
  expect(grants).toEqual([]);

  await moveClock(context, JUST_OVER_AN_HOUR);
  await page.reload();
  await page.getByText('No orders yet.').waitFor();
  await accountButton(page).waitFor();
  expect(grants).toEqual(['refresh_token']);
  expect(await savedRefreshToken(page)).not.toBe(before);
});

test('retries a failed refresh, three attempts in total [ID-21] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, context } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  await openAccount(page, '/account/orders', email, PASSWORD);
  const [marker] = (await context.cookies()).filter(({ name }) => name === 'auth0.cellardoor-web.is.authenticated');
  const hours = ((marker?.expires ?? 0) * 1_000 - Date.now()) / HOUR;
  expect(Math.round(hours)).toBe(24);
  let attempts = 0;
  await context.route('**/oauth/token', (route) => {
    attempts += 1;
    return attempts < 3 ? route.abort() : route.continue();
  });
  await moveClock(context, JUST_OVER_AN_HOUR);
  await page.reload();
  await page.getByText('No orders yet.').waitFor();
  await accountButton(page).waitFor();
  expect(attempts).toBe(3);
});

test('keeps two tabs signed in that refresh at once [ID-2] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, context } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/orders', email, PASSWORD);
  await page.getByText('No orders yet.').waitFor();
  await moveClock(context, JUST_OVER_AN_HOUR);
  const grants = tokenCalls(context);
  const other = await context.newPage();
  await Promise.all([page.reload(), other.goto('/account/orders')]);
  for (const tab of [page, other]) {
    await tab.getByText('No orders yet.').waitFor();
    await accountButton(tab).waitFor();
  }
  expect(new Set(grants)).toEqual(new Set(['refresh_token']));
  // Both stay signed in with their new tokens.
  for (const tab of [page, other]) {
    await tab.reload();
    await tab.getByText('No orders yet.').waitFor();
  }
});

test('signs out after a refresh token was reused, with a message [ID-3]', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, context } = await visit(shop.urlOf('localhost'));
  await openAccount(page, '/account/orders', email, PASSWORD);
  const stolen = await savedRefreshToken(page);
  await moveClock(context, JUST_OVER_AN_HOUR);
  await page.reload();
  await page.getByText('No orders yet.').waitFor();

  await shop.database.execute({ text: "update oidc_records set consumed_at = consumed_at - interval '1 minute'" });
  const replayed = await fetch(`${shop.urlOf('localhost')}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'cellardoor-web', grant_type: 'refresh_token', refresh_token: stolen }),
  });
  expect(replayed.status).toBe(403);

  await moveClock(context, JUST_OVER_AN_HOUR);
  await page.goto('/account/orders');
  await page.getByRole('link', { name: 'Sign in to your account' }).waitFor();
  await signInLink(page).waitFor();
  expect(await savedRefreshToken(page)).toBe('');
});

test('signs a device out from another one', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const lost = await visit(shop.urlOf('localhost'));
  await openAccount(lost.page, '/account/orders', email, PASSWORD);
  const { page, audit } = await visit(shop.urlOf('localhost'), { viewport: DESKTOP });
  await openAccount(page, '/account/devices', email, PASSWORD);
  await page.getByText('This device').waitFor();
  const others = page.getByRole('button', { name: /^Sign out: / });
  await audit();
  // The fixture created one more session.
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await others.first().waitFor({ state: 'detached' });
  await page.getByText('This device').waitFor();
  await expect
    .poll(async () => {
      await lost.page.goto('/account/orders');
      await lost.page
        .getByText('No orders yet.')
        .or(lost.page.getByRole('link', { name: 'Sign in to your account' }))
        .waitFor();
      return lost.page.getByRole('link', { name: 'Sign in to your account' }).count();
    })
    .toBe(1);
});
