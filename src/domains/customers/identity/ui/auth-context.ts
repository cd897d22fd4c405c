import { createContext, use, useSyncExternalStore } from 'react';
import type { AuthState, AuthStore } from './auth-store.ts';

export const AuthContext = createContext<AuthStore | null>(null);

export interface Auth extends AuthState {
  /** Go to the hosted pages and come back to a path. */
  login(returnTo: string): Promise<void>;
  logout(): Promise<void>;
  /** The access token; null for a guest. */
  getToken(): Promise<string | null>;
}

/** The store itself, for what calls the server. */
export function useAuthStore(): AuthStore {
  const store = use(AuthContext);
  if (!store) throw new Error('useAuth must stand inside <AuthProvider>.');
  return store;
}

/** Who is signed in, and how to sign in and out (SPEC.md §3 "Auth/customer state"). */
export function useAuth(): Auth {
  const store = useAuthStore();
  const state = useSyncExternalStore(store.subscribe, store.current, store.onServer);
  const { login, logout, getToken } = store;
  return { ...state, login, logout, getToken };
}
