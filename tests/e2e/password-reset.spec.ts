import type { Page } from '@playwright/test';
import { createTestCustomer, type TestCustomer, PASSWORD as THEIR_PASSWORD } from '#tests/fixtures/customer.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { visitor } from '#tests/fixtures/test-client.ts';
import { startUpstream, UPSTREAM_CLIENT, type Upstream } from '#tests/fixtures/upstream.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, enterPassword, signIn, signInLink } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;
let upstream: Upstream;

test.beforeAll(async () => {
  upstream = await startUpstream();
  const provider = { id: 'vineyard', label: 'Vineyard ID', issuer: upstream.issuer, clientId: UPSTREAM_CLIENT.id };
  const env = { IDENTITY_PROVIDERS: JSON.stringify([{ ...provider, clientSecret: UPSTREAM_CLIENT.secret }]) };
  shop = await serveSampleShop(env);
  upstream.open(`${shop.urlOf('localhost')}/auth/login/social/vineyard/callback`);
});
test.afterAll(async () => {
  await shop?.stop();
  await upstream?.stop();
});

const customer = (): Promise<TestCustomer> => createTestCustomer(shop, { withPassword: true });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

test('resets a forgotten password with the emailed link, which works once [ID-12]', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines');
  await signInLink(page).click();
  await page.getByLabel('Email').fill(email);
  await button(page, 'Continue').click();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await button(page, 'Send reset link').click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await audit();

  const link = linkIn(await mailTo(shop, email, 'Reset your password'));
  await page.waitForLoadState('networkidle');
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  expect(await page.getByLabel('New password').evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(false);
  await page.getByLabel('New password').fill('password1234');
  await button(page, 'Save password').click();
  await page.getByRole('alert').waitFor();
  await audit();
  await page.getByLabel('New password').fill('three blue gumtrees');
  await button(page, 'Save password').click();
  await page.getByText('Password changed. Sign in with your new password.').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await enterPassword(page, 'three blue gumtrees');
  await accountButton(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/wines');

  await page.goto(link);
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).waitFor();
  await audit();
});

test('rejects expired links and says how to get another [ID-12] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { email } = await customer();
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/auth/join?email=late@example.com');
  for (const [label, value] of [
    ['First name', 'Lou'],
    ['Last name', 'Late'],
    ['Password', 'seven slow trains'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await button(page, 'Join').click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await visitor(shop).post('/auth/login/forgot-password', { email });
  const links = [await mailTo(shop, 'late@example.com', 'Confirm your email'), await mailTo(shop, email, 'Reset your password')].map(
    linkIn,
  );
  await shop.database.execute({ text: "update verification_tokens set expires_at = expires_at - interval '61 minutes'" });
  for (const link of links.toReversed()) {
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await audit();
  }
  await page.getByLabel('Email').fill('late@example.com');
  await button(page, 'Resend confirmation email').click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  const before = links[0];
  const newest = async () => linkIn(await mailTo(shop, 'late@example.com', 'Confirm your email'));
  await expect.poll(newest).not.toBe(before);
  await page.goto(await newest());
  await button(page, 'Confirm my email').click();
  await accountButton(page).waitFor();
});

test('blocks after many wrong passwords with a message, and accepts the right one afterwards', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  for (let attempts = 0; attempts < 8; attempts += 1)
    await visitor(shop).post('/auth/login/using-password', { email, password: `guess ${attempts}` });
  const { page, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines');
  await signIn(page, email, THEIR_PASSWORD);
  await page.getByText('Too many attempts. Wait 15 minutes, or reset your password by email.').waitFor();
  await audit();
  await shop.database.execute({ text: "update rate_limit_counters set window_ends_at = window_ends_at - interval '15 minutes'" });
  await enterPassword(page, THEIR_PASSWORD);
  await accountButton(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/wines');
});

test('signs a shopper in without JavaScript and returns to the page [ID-9, ID-10] @slow', { tag: '@phone' }, async ({ visit }) => {
  const { email } = await customer();
  const { page } = await visit(shop.urlOf('localhost'), { javaScriptEnabled: false });
  await page.goto('/wines');
  await signIn(page, email, 'not-the-password');
  await page.getByText('That email and password don’t match.').waitFor();
  await enterPassword(page, THEIR_PASSWORD);
  await page.waitForURL(/\/wines\?authenticated=yes/);
});

test('signs a shopper in with a social provider, and offers it for an email that uses it [ID-42] @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  upstream.account = { sub: 'v-1', email: 'vera@example.com', email_verified: true, given_name: 'Vera', family_name: 'Vine' };
  const { page, context, audit } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines');
  await signInLink(page).click();
  await page.getByRole('link', { name: 'Continue with Vineyard ID' }).click();
  await accountButton(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/wines');
  await page.goto('/account');
  await page.getByRole('heading', { level: 1, name: 'Hello, Vera' }).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await signInLink(page).waitFor();

  await context.clearCookies();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill('VERA@example.com');
  await button(page, 'Continue').click();
  await page.getByText('uses Vineyard ID to sign in').waitFor();
  await audit();
  upstream.account = null;
  await page.getByRole('link', { name: 'Continue with Vineyard ID' }).click();
  await page.getByRole('alert').waitFor();
});
