/** Payments, push and hosted search as settings: keys that are tested, used without a restart, and never shown. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUEST } from '#domains/catalogue/model/audience.ts';
import { securedKey } from '#domains/discovery/search/server/search-keys.ts';
import type { PaymentRequest } from '#domains/selling/payments/port/payment-port.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { type StripeServer, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { FAKE_VENDOR_CONFIG, type StandIns, startFakeVendors } from '#tests/fixtures/fake-vendors.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let stripe: StripeServer;
let vendors: StandIns;
let shop: TestShop;
let owner: OfficeBrowser;

beforeAll(async () => {
  [stripe, vendors] = await Promise.all([startStripeServer(), startFakeVendors()]);
  shop = await createTestShop({
    SAMPLE: 'no',
    SECRETS_KEY: 'k'.repeat(40),
    STRIPE_API_URL: stripe.url,
    ONESIGNAL_API_URL: vendors.url,
    HOSTED_SEARCH_URL: vendors.url,
  });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive' }));
});
afterAll(async () => {
  await shop?.stop();
  await Promise.all([stripe?.close(), vendors?.stop()]);
});

const calls = () => owner.call(settingOfficeContract);

async function save(group: string, changes: object, secrets: Readonly<Record<string, string | null>>) {
  const { value, revision } = await must(calls().setting({ group, scope: 'shop' }));
  return must(calls().saveSetting({ group, scope: 'shop', value: { ...value, ...changes }, secrets, basedOn: revision }));
}
const tryOut = async (group: string, value: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>) =>
  must(calls().testSetting({ group, scope: 'shop', value, secrets }));

const request = (): PaymentRequest => ({
  merchantKey: randomUUID(),
  installationId: 'test',
  amountCents: 6990,
  currency: 'AUD',
  description: 'Cellardoor order',
  returnUrl: 'http://localhost/return',
  backUrl: 'http://localhost/back',
  origin: 'http://localhost',
  storedCard: null,
  customerKey: null,
  saveCard: false,
  captureLater: false,
});

/** Sends an event that Stripe signed with a secret. @returns the status */
async function sendEvent(secret: string): Promise<number> {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: { metadata: {} } } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await send(shop.running.port, 'localhost', 'POST', '/webhooks/stripe', headers, body)).status;
}

describe('the payment gateway', () => {
  const gateway = () => shop.running.services.gateway;
  const keys = { stripeSecretKey: 'sk_test_first', stripeWebhookSecret: 'whsec_first' };

  test('follows the settings without a restart, and payments stay with the gateway that took them', async () => {
    const before = await gateway().begin(request());
    expect(before.id).toMatch(/^pay_/);
    expect(await sendEvent('whsec_first')).toBe(404);

    const saved = await save('payments', { gateway: 'stripe' }, keys);
    const after = await gateway().begin(request());

    expect(saved.secrets).toEqual(['stripeSecretKey', 'stripeWebhookSecret']);
    expect(JSON.stringify(saved)).not.toContain('_first');
    expect([gateway().name, after.payUrl]).toEqual(['stripe', expect.stringContaining('checkout.stripe.example')]);
    expect(await gateway().find(before.id)).toMatchObject({ id: before.id, status: 'open' });
    expect(await gateway().find(after.id)).toMatchObject({ id: after.id, status: 'open' });
    expect(await sendEvent('whsec_first')).toBe(200);
  });

  test('accepts only the new secret once it has been replaced', async () => {
    await save('payments', {}, { stripeWebhookSecret: 'whsec_second' });

    expect([await sendEvent('whsec_first'), await sendEvent('whsec_second')]).toEqual([400, 200]);
  });

  test('takes nothing while a key is missing', async () => {
    await save('payments', {}, { stripeWebhookSecret: null });

    await expect(gateway().begin(request())).rejects.toThrow('No payment gateway is configured.');
    expect(await sendEvent('')).toBe(400);
    await save('payments', { gateway: 'none' }, {});
    expect([gateway().name, await sendEvent('whsec_second')]).toEqual(['none', 404]);
  });

  test.each([
    { name: 'Stripe', value: { gateway: 'stripe' }, secrets: keys, isConnected: true, message: /works/ },
    { name: 'Stripe without its keys', value: { gateway: 'stripe' }, secrets: {}, isConnected: false, message: /a key is missing/ },
    { name: 'the sandbox', value: { gateway: 'sandbox' }, secrets: {}, isConnected: true, message: /works/ },
    { name: 'none', value: { gateway: 'none' }, secrets: {}, isConnected: false, message: /Choose a gateway/ },
  ])('is tested before it is saved: $name', async ({ value, secrets, isConnected, message }) => {
    await save('payments', { gateway: 'none' }, { stripeSecretKey: null, stripeWebhookSecret: null });

    expect(await tryOut('payments', value, secrets)).toEqual({ isConnected, message: expect.stringMatching(message) });
  });

  test('is tested by the second factor only, as it is saved', async () => {
    const stale = await signInAs(shop, await createTestStaff(shop.database, { email: 'old@shop.example', roles: ['Owner'] }), {
      isSteppedUp: false,
    });

    const refused = await stale.call(settingOfficeContract).testSetting({
      group: 'payments',
      scope: 'shop',
      value: { gateway: 'sandbox' },
      secrets: {},
    });

    expect(refused).toMatchObject({ status: 403, code: 'step_up_required' });
  });
});

describe('push notifications', () => {
  const { appId, pushKey } = FAKE_VENDOR_CONFIG;

  test('are OneSignal’s on pages, in the policy and at the worker once an app is saved', async () => {
    const worker = () => shop.get('/push/onesignal/OneSignalSDKWorker.js');
    expect([(await worker()).status, (await shop.get('/')).text.includes(appId)]).toEqual([404, false]);

    await save('push', { appId }, { apiKey: pushKey });
    const page = await shop.get('/');

    expect((await worker()).text).toContain('OneSignalSDK.sw.js');
    expect(page.text).toContain(appId);
    expect(page.headers['content-security-policy']).toContain('https://cdn.onesignal.com');
  });

  test.each([
    { name: 'the right key', secrets: { apiKey: pushKey }, isConnected: true },
    { name: 'a wrong one', secrets: { apiKey: 'nothing' }, isConnected: false },
  ])('are tested with $name', async ({ secrets, isConnected }) => {
    expect(await tryOut('push', { appId }, secrets)).toMatchObject({ isConnected });
  });
});

describe('the hosted search', () => {
  const { searchApp: appId, searchKey, searchAdminKey: adminKey } = FAKE_VENDOR_CONFIG;

  test('replaces the shop’s own on pages, and a new key drops them', async () => {
    const shows = async (parent: string): Promise<boolean> => (await shop.get('/')).text.includes(securedKey(parent, 'AU', GUEST, null));
    expect(await shows(searchKey)).toBe(false);

    await save('hosted-search', { appId }, { searchKey });
    expect(await shows(searchKey)).toBe(true);
    await save('hosted-search', {}, { searchKey: 'another-key' });

    expect([await shows(searchKey), await shows('another-key')]).toEqual([false, true]);
  });

  test.each([
    { name: 'the right keys', secrets: { searchKey, adminKey }, isConnected: true },
    { name: 'a wrong search key', secrets: { searchKey: 'nothing', adminKey }, isConnected: false },
    { name: 'a wrong key with write access', secrets: { searchKey, adminKey: 'nothing' }, isConnected: false },
  ])('is tested with $name', async ({ secrets, isConnected }) => {
    expect(await tryOut('hosted-search', { appId }, secrets)).toMatchObject({ isConnected });
  });
});
