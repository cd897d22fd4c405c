import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestCustomer, testCustomer } from '../../../dev/testing/customer.ts';
import { send } from '../../../dev/testing/http.ts';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { visitor } from '../../../dev/testing/visitor.ts';
import { accountCalls } from '../../account/contract.ts';
import { identityCalls } from '../../identity/contract.ts';
import type { CallSpec } from '../../platform/contract.ts';

let shop: TestShop;
let ada: TestCustomer;

beforeAll(async () => {
  shop = await openTestShop();
  ada = await testCustomer(shop);
});
afterAll(() => shop.stop());

/** Texts that have broken shops: markup, other scripts, odd characters, statements, paths, numbers in disguise. */
const TEXTS: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'markup', text: '<script>alert(1)</script>' },
  { name: 'an attribute', text: '" onmouseover="alert(1)' },
  { name: 'a template', text: '{{7*7}} #{7*7} <%= 7*7 %>' },
  { name: 'a statement', text: "'; drop table customers; --" },
  { name: 'a NUL', text: 'a\0b' },
  { name: 'half a character', text: 'a\ud83cb' },
  { name: 'control characters', text: 'a\u0001\u0007\u001bb' },
  { name: 'line ends', text: 'a\r\nBcc: all@example.com\r\n\r\nb' },
  { name: 'direction marks', text: '\u202eabc\u202c\u200f' },
  { name: 'nothing to see', text: '\u200b\u2060\ufeff' },
  { name: 'marks on marks', text: `Z${'\u0351\u036b\u0343'.repeat(15)}` },
  { name: 'a family', text: '👨‍👩‍👧‍👦🏳️‍🌈' },
  { name: 'right to left', text: 'שלום مرحبا' },
  { name: 'far planes', text: '𠜎𠜱𠝹𝓗𝓮𝓵𝓵𝓸' },
  { name: 'a path', text: '../../../etc/passwd%00' },
  { name: 'an address', text: 'javascript:alert(document.domain)' },
  { name: 'a number', text: '1e1000' },
  { name: 'a prototype', text: '__proto__' },
  { name: 'undefined', text: 'undefined' },
  { name: 'a format', text: '%s%n%x %d' },
  { name: 'much', text: 'x'.repeat(9_000) },
  { name: 'empty', text: '' },
  { name: 'an address of many dots', text: `${'a.'.repeat(300)}@example.com` },
];

/** The names of a call's fields; nested ones do not occur in these tables. */
const fieldsOf = (spec: CallSpec): string[] => Object.keys(spec.input.shape);
// Deleting the account would end the test.
const CALLS = Object.entries<CallSpec>({ ...identityCalls, ...accountCalls }).filter(([name]) => name !== 'remove');

describe.each(TEXTS)('$name', ({ text }) => {
  test.each(CALLS.map(([name, spec]) => ({ name, spec })))(
    'in every field of $name is refused or taken, never a fault',
    async ({ spec }) => {
      const input = Object.fromEntries(fieldsOf(spec).map((field) => [field, text]));
      const headers = { authorization: `Bearer ${ada.bearer}`, 'content-type': 'application/json' };
      const query = new URLSearchParams(input).toString();
      const answer =
        spec.method === 'GET'
          ? await send(shop.running.port, 'localhost', 'GET', `${spec.path}?${query}`, headers)
          : await send(shop.running.port, 'localhost', 'POST', spec.path, headers, JSON.stringify(input));
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  const forms = [
    '/auth/login',
    '/auth/login/using-password',
    '/auth/join',
    '/auth/login/forgot-password',
    '/auth/login/reset-password',
    '/auth/verify-email',
    '/auth/verify-email/again',
  ];
  test.each(forms)('in every field of %s leads to a page that says so', async (path) => {
    const names = ['email', 'password', 'given_name', 'family_name', 'token', 'returnTo', 'marketing_email'];
    const browser = visitor(shop);
    const answer = await browser.post(path, Object.fromEntries(names.map((name) => [name, text])));
    expect([303, 413]).toContain(answer.status);
    if (answer.location === null) return;
    expect(answer.location).toMatch(/^\/auth\//);
    const page = await browser.get(answer.location);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<script>alert(1)');
    expect(page.text).not.toContain('" onmouseover="alert(1)');
  });

  test('as a name is refused or comes back as it was', async () => {
    const given = { givenName: text, familyName: 'Hopper', phone: '', birthday: null };
    const saved = await shop.call(accountCalls).saveProfile(given, { bearer: ada.bearer });
    if (!saved.ok) return expect(saved.status).toBe(400);
    expect(saved.value.data.given_name).toBe(text.trim());
    const read = await shop.call(accountCalls).profile({}, { bearer: ada.bearer });
    expect(read.ok && read.value.data.given_name).toBe(text.trim());
  });
});

describe('bodies that are none', () => {
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
    const answer = await send(shop.running.port, 'localhost', 'POST', '/identity/api/validate-email', { 'content-type': type }, body);
    expect([400, 415, 429]).toContain(answer.status);
    const posted = await send(shop.running.port, 'localhost', 'POST', '/auth/login', { 'content-type': type }, body);
    expect([303, 400, 415]).toContain(posted.status);
    const token = await send(shop.running.port, 'localhost', 'POST', '/oauth/token', { 'content-type': type }, body);
    expect([400, 401]).toContain(token.status);
  });
});
