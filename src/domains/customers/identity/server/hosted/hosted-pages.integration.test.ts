import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOSTED_ERRORS } from '#domains/customers/identity/messages/hosted.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

const USING_PASSWORD = '/auth/login/using-password';
const FORGOT = '/auth/login/forgot-password';

describe('the hosted pages', () => {
  const pages = [
    { path: '/auth/login', fields: { Email: 'username' }, button: 'Continue' },
    { path: USING_PASSWORD, fields: { Email: 'username', Password: 'current-password' }, button: 'Sign in' },
    {
      path: '/auth/join',
      fields: { 'First name': 'given-name', 'Last name': 'family-name', Email: 'username', Password: 'new-password' },
      button: 'Join',
    },
    { path: FORGOT, fields: { Email: 'username' }, button: 'Send reset link' },
  ];
  test.each(pages)('serve $path as a form that is not cached [ID-9, ID-10, ID-11, ID-12]', async ({ path, fields, button }) => {
    const page = await visitor(shop).get(`${path}?returnTo=${encodeURIComponent('/cart')}&email=eve%40example.com`);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.text).toContain('method="post"');
    expect(page.text).toContain('name="returnTo" value="/cart"');
    expect(page.text).toContain('value="eve@example.com"');
    // One form per step. Each field has the attribute that password managers use.
    expect(page.text.match(/<form [^>]*method="post"/g)).toHaveLength(1);
    for (const [label, autoComplete] of Object.entries(fields))
      expect(page.text).toMatch(new RegExp(`<label[^>]*>${label}</label><input[^>]*autoComplete="${autoComplete}"`, 'i'));
    expect(page.text).toMatch(new RegExp(`<button type="submit"[^>]*>${button}</button>`));
  });

  const errors = [
    { path: '/auth/login', error: 'email_invalid', field: 'email' },
    { path: '/auth/join', error: 'name_missing', field: 'given_name' },
    { path: '/auth/join', error: 'password_common', field: 'password' },
    { path: FORGOT, error: 'email_invalid', field: 'email' },
    { path: USING_PASSWORD, error: 'wrong_credentials', field: null },
    { path: '/auth/join', error: 'throttled', field: null },
  ] as const;
  test.each(errors)('show $error of $path at the field $field', async ({ path, error, field }) => {
    const { text } = await visitor(shop).get(`${path}?error=${error}`);
    const stands = (id: string) =>
      text.includes(`role="alert" id="${id}">${HOSTED_ERRORS[error]}`) || text.includes(`id="${id}" role="alert">${HOSTED_ERRORS[error]}`);
    expect(stands(field === null ? 'form-error' : `${field}-error`)).toBe(true);
    expect(text.split(HOSTED_ERRORS[error])).toHaveLength(2);
    const [input = ''] = text.match(new RegExp(`<input[^>]* name="${field}"[^>]*>`)) ?? [];
    if (field === null) expect(text).not.toContain('aria-invalid');
    else expect([input.includes('aria-invalid="true"'), input.includes(`aria-describedby="${field}-error`)]).toEqual([true, true]);
  });

  test('show no text from the URL', async () => {
    const page = await visitor(shop).get('/auth/login?error=%3Cb%3EGo%20to%20evil.example%3C%2Fb%3E&notice=x');
    expect(page.text).not.toContain('id="form-error"');
    for (const path of ['/auth/join', FORGOT, '/auth/verify-email']) {
      const response = await visitor(shop).get(`${path}?sent=yes&email=${encodeURIComponent('Ring 1900 555 010 at@once')}`);
      expect(response.text).toContain('Check your email');
      expect(response.text).not.toMatch(/<p[^>]*>[^<]*1900/);
    }
    const marked = await visitor(shop).get('/auth/login?email=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(marked.text).not.toContain('<script>alert(1)');
  });
});
