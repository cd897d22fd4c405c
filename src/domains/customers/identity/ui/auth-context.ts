import { createContext, use, useSyncExternalStore } from 'react';
import type { AuthState, AuthStore } from './auth-store.ts';

export const AuthContext = createContext<AuthStore | null>(null);

let pageStore: AuthStore | null = null;

/** Makes a store available outside components. Only for browsers: a server has one store per request. */
export function setAuthStore(store: AuthStore): void {
  pageStore = store;
}

/** Returns the auth store of the page outside components, in a `clientAction`. */
export function getAuthStore(): AuthStore {
  if (!pageStore) throw new Error('The auth store is set when the page is hydrated.');
  return pageStore;
}

export interface Auth extends AuthState {
  /** Redirects to the hosted pages and returns to a path. */
  login(returnTo: string): Promise<void>;
  logout(): Promise<void>;
  /** Returns the access token; null for guests. */
  getToken(): Promise<string | null>;
}

/** Returns the auth store, for calls to the server. */
export function useAuthStore(): AuthStore {
  const store = use(AuthContext);
  if (!store) throw new Error('useAuth must stand inside <AuthProvider>.');
  return store;
}

/** State of the sign-in with the actions to sign in and out [ID-35, ID-36]. */
export function useAuth(): Auth {
  const store = useAuthStore();
  const state = useSyncExternalStore(store.subscribe, store.current, store.onServer);
  const { login, logout, getToken } = store;
  return { ...state, login, logout, getToken };
}

/** `/auth/login?returnTo=/wines`: a link, so that sign-in works without JavaScript. */
export const signInUrl = (returnTo: string): string =>
  returnTo === '/' || /^\/auth[/-]/.test(returnTo) ? '/auth/login' : `/auth/login?${new URLSearchParams({ returnTo })}`;
