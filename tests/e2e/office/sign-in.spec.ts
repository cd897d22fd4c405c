/** Getting into the office: by invitation, with an authenticator, a passkey, a recovery code, and after losing all of them. */
import type { Page } from '@playwright/test';
import { staffContract } from '#domains/staff/office-contract.ts';
import { totpCodeOf } from '#domains/staff/server/totp.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { signInAs } from '#tests/fixtures/office.ts';
import { type OfficeShop, STAFF_PASSWORD, serveOffice } from './support/office.ts';
import { enterCode, enterPassword, expect, press, screen, signOut, test } from './support/test.ts';

const PASSWORD = 'a-cellar-full-of-riesling';

let shop: OfficeShop;

test.beforeAll(async () => {
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** A colleague invites somebody. @returns the path of the link in the mail */
async function invite(email: string, role = 'Orders'): Promise<string> {
  const calls = (await signInAs(shop, await shop.person('Owner'))).call(staffContract);
  const roles = await calls.roles({});
  if (!roles.ok) throw new Error(roles.title);
  const found = roles.value.rows.find(({ name }) => name === role);
  const invited = await calls.inviteStaff({ email, name: 'Nora New', roleIds: [found?.id ?? 0] });
  if (!invited.ok) throw new Error(invited.title);
  return linkIn(await mailTo(shop, email, 'office'));
}

/** Waits for the first screen. */
const signedIn = (page: Page): Promise<void> =>
  page.waitForURL('**/today').then(() => screen(page).getByRole('heading', { level: 1 }).waitFor());

/** The device's authenticator for passkeys: present and verified, as with a finger. */
async function addPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Reads the key below the QR code, as somebody who types it in. */
const readKey = async (page: Page): Promise<string> =>
  (await page.getByText('Or type in this key:').locator('code').innerText()).replace(/\s/g, '');

/** Sets up an authenticator on the page. @returns its secret, and the recovery codes that the page shows once */
async function setUpAuthenticator(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, 'Set up an authenticator');
  const secret = await readKey(page);
  await enterCode(page, 'Code that the app shows', totpCodeOf(secret, Date.now()));
  return { secret, codes: await saveCodes(page) };
}

/** Confirms that the recovery codes are saved. @returns them */
async function saveCodes(page: Page): Promise<string[]> {
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
  const codes = await screen(page).getByRole('listitem').allInnerTexts();
  await page.getByText('I’ve saved these codes somewhere safe').click();
  await press(page, 'Continue to the office');
  await signedIn(page);
  return codes;
}

test('somebody who is invited chooses a password, sets up an authenticator, and signs in the next day', { tag: '@tablet' }, async ({
  visit,
}) => {
  const { page, audit } = await visit(shop.officeUrl);
  await page.goto(await invite('nora@shop.example'));
  await page.getByRole('heading', { level: 1, name: 'Accept your invitation' }).waitFor();
  await expect(screen(page)).toContainText('Olive Owner invites you');
  await expect(screen(page)).toContainText('Your role: Orders');
  await audit();
  await page.getByLabel(/Choose a password/).fill('short');
  await press(page, 'Continue');
  await expect(page.getByText(/at least 12 characters/i).last()).toBeVisible();
  await page.getByLabel(/Choose a password/).fill(PASSWORD);
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
  await audit();

  const { secret, codes } = await setUpAuthenticator(page);
  expect(codes).toHaveLength(10);
  await audit();
  await signOut(page);
  await enterPassword(page, 'nora@shop.example', PASSWORD);
  await page.getByRole('heading', { name: 'Confirm that it’s you' }).waitFor();
  await audit();
  await enterCode(page, 'Code from your authenticator', '000000');
  await expect(page.getByRole('alert').or(page.locator('.entry-error')).first()).toContainText(/code/i);
  await enterCode(page, 'Code from your authenticator', totpCodeOf(secret, Date.now() + 30_000));
  await signedIn(page);

  // The phone is lost: a recovery code works once.
  await signOut(page);
  await enterPassword(page, 'nora@shop.example', PASSWORD);
  await press(page, 'Use a recovery code');
  await enterCode(page, 'Recovery code', codes[0] ?? '');
  await signedIn(page);
  await signOut(page);
  await enterPassword(page, 'nora@shop.example', PASSWORD);
  await press(page, 'Use a recovery code');
  await enterCode(page, 'Recovery code', codes[0] ?? '');
  await expect(
    screen(page)
      .getByText(/recovery code/i)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible();
});

// Without `audit`: its session of the developer tools would end that of the passkey device.
test('a passkey is set up from the invitation and signs in without a password @slow', async ({ visit }) => {
  const { page } = await visit(shop.officeUrl);
  await addPasskeyDevice(page);
  await page.goto(await invite('pia@shop.example'));
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Protect your account' }).waitFor();
  await press(page, 'Set up a passkey');
  await saveCodes(page);
  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await signedIn(page);
});

test('a link that was used says so and leads to the sign-in @slow', async ({ visit }) => {
  const { page, audit } = await visit(shop.officeUrl);
  await page.goto('/invitation?token=0123456789012345678901234567890123456789012');
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await audit();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await enterPassword(page, 'nobody@shop.example', 'wrong-wrong-wrong');
  await expect(page.getByRole('alert')).toContainText(/email|password/i);
  await audit();
  await page.getByRole('link', { name: 'Can’t sign in?' }).click();
  await page.getByRole('heading', { level: 1, name: 'Can’t sign in?' }).waitFor();
  await audit();
});

test('an owner who lost every factor sets up new ones from the link that the command line makes', async ({ visit }) => {
  const { email } = await shop.person('Manager');
  const { stdout } = await runCommand(shopAccess(shop), 'staff reset-mfa', [email], { actor: 'Sam' });
  const { page, audit } = await visit(shop.officeUrl);
  // The command prints the public address, without the port of this test.
  const { pathname, search } = new URL(stdout.trim());
  await page.goto(`${pathname}${search}`);
  await page.getByRole('heading', { level: 1, name: 'Set up a new second factor' }).waitFor();
  await audit();
  await page.getByLabel(/Choose a password/).fill(PASSWORD);
  await press(page, 'Continue');
  const { secret } = await setUpAuthenticator(page);
  await signOut(page);
  await enterPassword(page, email, STAFF_PASSWORD);
  await expect(page.getByRole('alert')).toBeVisible();
  await enterPassword(page, email, PASSWORD);
  await enterCode(page, 'Code from your authenticator', totpCodeOf(secret, Date.now() + 30_000));
  await signedIn(page);
  expect((await mailTo(shop, email, 'second factor')).text).toContain('/invitation?token=');
});

test('whoever comes back from an identity provider without access reads why @slow', async ({ visit }) => {
  const { page, audit } = await visit(shop.officeUrl);
  await page.goto('/sign-in?error=sign_in_refused');
  await expect(page.getByRole('alert')).toContainText('Ask a colleague who manages staff to invite this address.');
  await audit();
  await page.goto('/sign-in?error=%3Cscript%3E');
  await page.getByLabel('Email').waitFor();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
