import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OfficeBrowser, STAFF_PASSWORD } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startShopProcess } from '#tests/fixtures/shop-process.ts';
import { ownAccountContract } from '../own-account-contract.ts';
import { signInContract } from '../sign-in-contract.ts';
import { loadSampleStaff } from './sample-staff.ts';
import { totpCodeOf } from './totp.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const signIn = (browser: OfficeBrowser) => browser.call(signInContract);
const tokenIn = (url: string | null): string => new URL(url ?? 'http://x').searchParams.get('token') ?? '';

describe('a shop without staff', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop({ SAMPLE: 'no' });
  });
  afterAll(() => shop?.stop());

  test('prints the link when it starts', async () => {
    let heard = '';
    const started = await startShopProcess(shop.connectionString, {}, (text) => {
      heard += text;
    });

    await expect.poll(() => heard).toContain('Open this link to become its owner.');
    const [url = ''] = /http:\S+\/invitation\?token=\S+/.exec(heard) ?? [];
    expect(new URL(url).host).toBe(`office.localhost:${started.port}`);
    expect(await signIn(new OfficeBrowser(shop)).invitation({ token: tokenIn(url) })).toMatchObject({
      ok: true,
      value: { kind: 'first_run' },
    });
    await started.stop();
  });

  test('is opened by the link of the log, once, by the first person who sets up a second factor', async () => {
    const [link, later] = [await shop.running.createFirstRunLink(), await shop.running.createFirstRunLink()];
    const browser = new OfficeBrowser(shop);
    expect(link).toContain(`${browser.origin}/invitation?token=`);
    expect(await signIn(browser).signInState({})).toMatchObject({ ok: true, value: { hasStaff: false, next: { step: 'start' } } });
    expect(await signIn(browser).invitation({ token: tokenIn(link) })).toMatchObject({
      ok: true,
      value: { kind: 'first_run', email: null },
    });

    const without = await signIn(browser).acceptInvitation({ token: tokenIn(link), name: 'Olive', password: STAFF_PASSWORD });
    expect(without).toMatchObject({ status: 422, code: 'email_invalid' });
    const step = await signIn(browser).acceptInvitation({
      token: tokenIn(link),
      email: 'olive@shop.example',
      name: 'Olive',
      password: STAFF_PASSWORD,
    });
    expect(step).toMatchObject({ ok: true, value: { step: 'set_up', email: 'olive@shop.example' } });
    const setUp = await signIn(browser).signInSetUpTotp({});
    if (!setUp.ok) throw new Error(setUp.code);
    const done = await signIn(browser).signInConfirmTotp({ code: totpCodeOf(setUp.value.secret) });
    if (!done.ok || done.value.next.step !== 'done') throw new Error('not done');
    await browser.follow(done.value.next.redirectTo);

    expect(await browser.call(ownAccountContract).me({})).toMatchObject({ ok: true, value: { roles: [{ name: 'Owner' }] } });
    expect(await shop.running.createFirstRunLink()).toBeNull();
    for (const used of [link, later]) {
      const again = await signIn(new OfficeBrowser(shop)).acceptInvitation({
        token: tokenIn(used),
        email: 'mallory@shop.example',
        name: 'Mallory',
        password: STAFF_PASSWORD,
      });
      expect(again).toMatchObject({ status: 404, code: 'link_expired' });
    }
  });
});

describe('the sample shop', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await createTestShop();
    await loadSampleStaff(shop.database, ROOT);
  });
  afterAll(() => shop?.stop());

  test.each([
    ['owner@cellardoor.example', 'Owner'],
    ['orders@cellardoor.example', 'Orders'],
    ['buyer@cellardoor.example', 'Buyer'],
  ])('lets %s in with the published password, the second factor later', async (email, role) => {
    const browser = new OfficeBrowser(shop);

    const step = await signIn(browser).signInPassword({ email, password: 'grape-harvest-2026' });
    expect(step).toMatchObject({ ok: true, value: { step: 'set_up', canSetUpLater: true } });
    const done = await signIn(browser).signInSetUpLater({});
    if (!done.ok || done.value.step !== 'done') throw new Error('not done');
    await browser.follow(done.value.redirectTo);

    expect(await browser.call(ownAccountContract).me({})).toMatchObject({
      ok: true,
      value: { email, roles: [{ name: role }], factors: [] },
    });
    expect(await shop.running.createFirstRunLink()).toBeNull();
  });

  test('asks people from other machines for a second factor', async () => {
    const browser = new OfficeBrowser(shop);
    browser.headers['x-forwarded-for'] = '203.0.113.7';

    const step = await signIn(browser).signInPassword({ email: 'owner@cellardoor.example', password: 'grape-harvest-2026' });

    expect(step).toMatchObject({ status: 403, code: 'factor_missing' });
  });
});
