import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardContract } from '#domains/customers/account/card-contract.ts';
import { accountContract } from '#domains/customers/account/contract.ts';
import { creditContract } from '#domains/customers/account/credit-contract.ts';
import { identityContract } from '#domains/customers/identity/contract.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';
import { createTestCustomer, PASSWORD, type TestCustomer } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { MALICIOUS_STRINGS } from '#tests/fixtures/malicious-strings.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
let ada: TestCustomer;
/** Whose account is asked to be deleted: a text may just have become ada's password. */
let eve: TestCustomer;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await createTestCustomer(shop, { withPassword: true });
  eve = await createTestCustomer(shop, { withPassword: true });
});
afterAll(() => shop.stop());

/** Good input of the calls that have some, so that each field is looked at behind good ones. */
const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  updateMetadata: { given_name: 'Ada', family_name: 'King', user_metadata: '{}', app_metadata: '{"BIGCOMMERCE_AU_CART_ID":""}' },
  saveProfile: { givenName: 'Ada', familyName: 'King', phone: '', birthday: null },
  saveConsent: { email: true, sms: false },
  changePassword: { currentPassword: PASSWORD, newPassword: 'a longer cellar key' },
  saveAddress: {
    firstName: 'Ada',
    lastName: 'King',
    phone: '0412 345 678',
    address: '1 Queens Parade',
    suburb: 'Clifton Hill',
    state: 'VIC',
    postcode: '3068',
    instructions: '',
  },
  removeInstrument: { id: '00000000-0000-4000-8000-000000000000', agreed: true },
  remove: { password: 'not the password', confirm: true },
};
const CALLS = Object.entries<EndpointSpec>({ ...identityContract, ...accountContract, ...cardContract, ...creditContract });

describe.each(MALICIOUS_STRINGS)('$name', ({ text }) => {
  test('is rejected or accepted in each field of each call, without a server error', async () => {
    const violations: unknown[] = [];
    for (const [name, spec] of CALLS) {
      const { bearer } = name === 'remove' ? eve : ada;
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      for (const field of Object.keys(spec.input.shape)) {
        const input = { ...('customerID' in spec.input.shape ? { customerID: ada.id } : {}), ...GOOD[name], [field]: text };
        const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
        const response =
          spec.method === 'GET'
            ? await send(shop.running.port, 'localhost', 'GET', `${spec.path}?${query}`, headers)
            : await send(shop.running.port, 'localhost', 'POST', spec.path, headers, JSON.stringify(input));
        const isGood = response.status < 500 && /^application\/json/.test(String(response.headers['content-type']));
        if (!isGood) violations.push([name, field, response.status, response.text]);
      }
    }
    expect(violations).toEqual([]);
  });

  const fresh = { given_name: 'Ada', family_name: 'King', password: 'engines of 1843' };
  const forms: readonly { readonly path: string; readonly valid: Readonly<Record<string, string>> }[] = [
    { path: '/auth/login', valid: { email: 'ada@example.com', returnTo: '/' } },
    { path: '/auth/login/using-password', valid: { email: 'ada@example.com', password: 'not it', returnTo: '/' } },
    { path: '/auth/join', valid: { ...fresh, email: 'new@example.com', marketing_email: 'yes', returnTo: '/' } },
    { path: '/auth/login/forgot-password', valid: { email: 'ada@example.com', returnTo: '/' } },
    { path: '/auth/login/reset-password', valid: { token: 'x'.repeat(43), password: 'engines of 1843' } },
    { path: '/auth/verify-email', valid: { token: 'x'.repeat(43) } },
    { path: '/auth/verify-email/again', valid: { email: 'ada@example.com', returnTo: '/' } },
  ];
  test.each(forms)('leads to a page with a message in each field of $path', async ({ path, valid }) => {
    for (const field of Object.keys(valid)) {
      await shop.database.execute({ text: 'delete from rate_limit_counters' });
      const browser = visitor(shop);
      const response = await browser.post(path, { ...valid, [field]: text });
      expect([303, 413], field).toContain(response.status);
      if (response.location === null) continue;
      expect(response.location).toMatch(/^\/auth\//);
      const page = await browser.get(response.location);
      expect(page.status, field).toBe(200);
      expect(page.text).not.toContain('<script>alert(1)');
      expect(page.text).not.toContain('" onmouseover="alert(1)');
    }
  });

  test('is rejected or returned unchanged as a name', async () => {
    const profile = { givenName: text, familyName: 'Hopper', phone: '', birthday: null };
    const saved = await shop.call(accountContract).saveProfile(profile, { bearer: ada.bearer });
    if (!saved.ok) return expect(saved.status).toBe(400);
    expect(saved.value.data.given_name).toBe(text.trim());
    const read = await shop.call(accountContract).profile({}, { bearer: ada.bearer });
    expect(read.ok && read.value.data.given_name).toBe(text.trim());
  });
});

describe('invalid bodies', () => {
  const bodies = [
    { name: 'no JSON', body: '{"email":', type: 'application/json' },
    { name: 'a list', body: '[]', type: 'application/json' },
    { name: 'null', body: 'null', type: 'application/json' },
    { name: 'nothing', body: '', type: 'application/json' },
    { name: 'a form', body: 'email=a', type: 'application/x-www-form-urlencoded' },
    { name: 'a prototype', body: '{"__proto__":{"email":"a@example.com"}}', type: 'application/json' },
    { name: 'ten thousand levels', body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, type: 'application/json' },
  ];
  test.each(bodies)('$name', async ({ body, type }) => {
    const response = await send(shop.running.port, 'localhost', 'POST', '/identity/api/validate-email', { 'content-type': type }, body);
    expect([400, 415, 429]).toContain(response.status);
    const posted = await send(shop.running.port, 'localhost', 'POST', '/auth/login', { 'content-type': type }, body);
    expect([303, 400, 415]).toContain(posted.status);
    const token = await send(shop.running.port, 'localhost', 'POST', '/oauth/token', { 'content-type': type }, body);
    expect([400, 401]).toContain(token.status);
  });
});
