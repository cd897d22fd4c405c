import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../../dev/testing/shop.ts';
import { visitor } from '../../../dev/testing/visitor.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
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
    { path: FORGOT, fields: { Email: 'username' }, button: 'Send the link' },
  ];
  test.each(pages)('$path is a plain form that nobody keeps', async ({ path, fields, button }) => {
    const page = await visitor(shop).get(`${path}?returnTo=${encodeURIComponent('/cart')}&email=eve%40example.com`);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.text).toContain('method="post"');
    expect(page.text).toContain('name="returnTo" value="/cart"');
    expect(page.text).toContain('value="eve@example.com"');
    // One form a step, each field with what a password manager knows it by.
    expect(page.text.match(/<form class="id-form"/g)).toHaveLength(1);
    for (const [label, autoComplete] of Object.entries(fields))
      expect(page.text).toMatch(new RegExp(`<label[^>]*>${label}</label><input[^>]*autoComplete="${autoComplete}"`, 'i'));
    expect(page.text).toMatch(new RegExp(`<button type="submit"[^>]*>${button}</button>`));
  });

  test('show only sentences of their own', async () => {
    const page = await visitor(shop).get('/auth/login?error=%3Cb%3EGo%20to%20evil.example%3C%2Fb%3E&notice=x');
    expect(page.text).not.toContain('id="id-error"');
    for (const path of ['/auth/join', FORGOT, '/auth/verify-email']) {
      const spoken = await visitor(shop).get(`${path}?sent=yes&email=${encodeURIComponent('Ring 1900 555 010 at@once')}`);
      expect(spoken.text).toContain('Look into your mail');
      expect(spoken.text).not.toMatch(/<p[^>]*>[^<]*1900/);
    }
    const marked = await visitor(shop).get('/auth/login?email=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    expect(marked.text).not.toContain('<script>alert(1)');
  });
});
