/** Passwords stored by the browser, for the parameter `autoLogin` [ID-10]. */

import { emailKey } from '#lib/email.ts';

export interface StoredPassword {
  readonly email: string;
  readonly password: string;
}

/** The subset of `navigator.credentials` in use. */
export interface PasswordStore {
  get(options: CredentialRequestOptions & { readonly password: true }): Promise<unknown>;
}

/**
 * Requests a stored password. The browser may ask the shopper first.
 * @param email the address that the sign-in is for; empty for any
 * @returns null if there is none, if it is for another address, or if the browser does not support it
 */
export async function storedPassword(store: PasswordStore | undefined, email: string): Promise<StoredPassword | null> {
  if (!store) return null;
  const found = await store.get({ password: true, mediation: 'optional' }).catch(() => null);
  if (typeof found !== 'object' || found === null || !('id' in found) || !('password' in found)) return null;
  const { id, password } = found;
  if (typeof id !== 'string' || typeof password !== 'string' || password === '') return null;
  return email === '' || emailKey(id) === emailKey(email) ? { email: id, password } : null;
}

/** Returns true if the page may sign in automatically: requested, and without an earlier error. */
export const isAutoLogin = (params: URLSearchParams): boolean =>
  params.has('autoLogin') && params.get('autoLogin') !== 'false' && !params.has('error');
