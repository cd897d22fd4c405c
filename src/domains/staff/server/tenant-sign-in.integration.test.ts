import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStaff, OfficeBrowser } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startUpstream, UPSTREAM_CLIENT, type Upstream } from '#tests/fixtures/upstream.ts';
import { ownAccountContract } from '../own-account-contract.ts';
import { signInContract } from '../sign-in-contract.ts';
import { AUTHORIZE_PATH, CALLBACK_PATH } from './staff-services.ts';

let tenant: Upstream;
let shop: TestShop;

beforeAll(async () => {
  tenant = await startUpstream();
  shop = await createTestShop({
    SAMPLE: 'no',
    IDENTITY_URL: tenant.issuer,
    OFFICE_CLIENT_ID: UPSTREAM_CLIENT.id,
    OFFICE_CLIENT_SECRET: UPSTREAM_CLIENT.secret,
  });
  tenant.open(new OfficeBrowser(shop).origin + CALLBACK_PATH);
});
afterAll(async () => {
  await shop?.stop();
  await tenant?.stop();
});

/** Signs in at the tenant and comes back. @returns where the office sends the browser */
async function comeFromTenant(
  browser: OfficeBrowser,
  account: { readonly email: string; readonly email_verified?: boolean },
): Promise<string> {
  tenant.account = { sub: `tenant|${account.email}`, email_verified: true, ...account };
  const started = await browser.send('GET', `${AUTHORIZE_PATH}?returnTo=/stock`);
  const back = await tenant.visit(String(started.headers.location));
  const { headers } = await browser.send('GET', `${back.pathname}${back.search}`);
  return String(headers.location);
}

describe('signing in at a hosted tenant', () => {
  test('asks for the second factor of the office if the tenant states none', async () => {
    const staff = await createTestStaff(shop.database, { email: 'kim@shop.example', roles: ['Cellar'] });
    const browser = new OfficeBrowser(shop);
    const signIn = browser.call(signInContract);
    expect(await signIn.signInState({})).toMatchObject({ ok: true, value: { identity: 'external', startAt: AUTHORIZE_PATH } });

    expect(await comeFromTenant(browser, { email: staff.email })).toBe('/sign-in');
    expect((await browser.call(ownAccountContract).me({})).ok).toBe(false);
    expect(await signIn.signInState({})).toMatchObject({ ok: true, value: { next: { step: 'factor', factors: ['totp'] } } });
    expect(await signIn.signInTotp({ code: staff.code() })).toMatchObject({ ok: true, value: { step: 'done', redirectTo: '/stock' } });

    expect(await browser.call(ownAccountContract).me({})).toMatchObject({ ok: true, value: { email: staff.email } });
  });

  test.each([
    ['an unknown email', { email: 'stranger@shop.example' }],
    ['an email that the tenant has not confirmed', { email: 'lee@shop.example', email_verified: false }],
    ['somebody who is suspended', { email: 'max@shop.example' }],
  ])('is refused to %s', async (_name, account) => {
    if (account.email !== 'stranger@shop.example') await createTestStaff(shop.database, { email: account.email, roles: ['Cellar'] });
    await shop.database.execute({ text: "update staff set status = 'suspended' where email = 'max@shop.example'" });

    expect(await comeFromTenant(new OfficeBrowser(shop), account)).toBe('/sign-in?error=sign_in_refused');
  });

  test('is not possible without a second factor anywhere', async () => {
    const staff = await createTestStaff(shop.database, { email: 'una@shop.example', roles: ['Cellar'], withTotp: false });

    expect(await comeFromTenant(new OfficeBrowser(shop), { email: staff.email })).toBe('/sign-in?error=factor_missing');
  });

  test('returns to pages of the office only', async () => {
    const staff = await createTestStaff(shop.database, { email: 'ola@shop.example', roles: ['Cellar'] });
    const browser = new OfficeBrowser(shop);
    tenant.account = { sub: 'tenant|ola', email: staff.email, email_verified: true };
    const started = await browser.send('GET', `${AUTHORIZE_PATH}?returnTo=${encodeURIComponent('//evil.example/')}`);
    const back = await tenant.visit(String(started.headers.location));
    await browser.send('GET', `${back.pathname}${back.search}`);

    const done = await browser.call(signInContract).signInTotp({ code: staff.code() });

    expect(done).toMatchObject({ ok: true, value: { redirectTo: '/' } });
  });
});
