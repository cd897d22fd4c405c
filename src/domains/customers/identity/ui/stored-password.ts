/** Passwords that the browser keeps, for `/auth/login/using-password?autoLogin` (SPEC.md §2). */

import { emailKey } from '#lib/email.ts';

export interface StoredPassword {
  readonly email: string;
  readonly password: string;
}

/** The part of `navigator.credentials` that is needed. */
export interface PasswordStore {
  get(options: CredentialRequestOptions & { readonly password: true }): Promise<unknown>;
}

/**
 * Asks the browser for a kept password. The browser may ask the shopper first.
 * @param email the address that the sign-in is for; empty for any
 * @returns null if it keeps none, if it is for another address, or if the browser cannot be asked
 */
export async function storedPassword(store: PasswordStore | undefined, email: string): Promise<StoredPassword | null> {
  if (!store) return null;
  const found = await store.get({ password: true, mediation: 'optional' }).catch(() => null);
  if (typeof found !== 'object' || found === null || !('id' in found) || !('password' in found)) return null;
  const { id, password } = found;
  if (typeof id !== 'string' || typeof password !== 'string' || password === '') return null;
  return email === '' || emailKey(id) === emailKey(email) ? { email: id, password } : null;
}

/** Whether the page may sign in by itself: it was asked to, and nothing went wrong before. */
export const isAutoLogin = (params: URLSearchParams): boolean =>
  params.has('autoLogin') && params.get('autoLogin') !== 'false' && !params.has('error');
