import { describe, expect, test } from 'vitest';
import { isAutoLogin, type PasswordStore, storedPassword } from './stored-password.ts';

const keeping = (found: unknown): PasswordStore => ({ get: async () => found });
const credential = { type: 'password', id: 'Ada@example.com', password: 'grape-harvest' };

describe('a password stored by the browser', () => {
  test.each([
    {
      name: 'is used for its address',
      store: keeping(credential),
      email: 'ada@example.com',
      is: { email: 'Ada@example.com', password: 'grape-harvest' },
    },
    {
      name: 'is used if no address is given',
      store: keeping(credential),
      email: '',
      is: { email: 'Ada@example.com', password: 'grape-harvest' },
    },
    { name: 'is not used for another address', store: keeping(credential), email: 'bob@example.com', is: null },
    { name: 'may not be there', store: keeping(null), email: '', is: null },
    { name: 'may be a sign-in of another kind', store: keeping({ type: 'federated', id: 'a' }), email: '', is: null },
    { name: 'may be refused', store: { get: () => Promise.reject(new Error('NotAllowedError')) }, email: '', is: null },
    { name: 'is not available in every browser', store: undefined, email: '', is: null },
  ])('$name', async ({ store, email, is }) => expect(await storedPassword(store, email)).toEqual(is));

  test.each([
    ['autoLogin=true', true],
    ['autoLogin', true],
    ['autoLogin=false', false],
    ['', false],
    ['autoLogin=true&error=wrong_credentials', false],
  ])('signs in automatically with "%s": %s [ID-10]', (search, is) => expect(isAutoLogin(new URLSearchParams(search))).toBe(is));
});
