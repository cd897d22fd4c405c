import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';
import type { AccountDetails } from '../model/auth-user.ts';
import type { LoginConfig } from '../model/login-config.ts';
import { AuthContext } from './auth-context.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { hasSessionMarker, signInChange } from './session-marker.ts';

export interface AuthProviderProps {
  readonly market: Market;
  readonly login: LoginConfig;
  /** Reads what the account keeps of a customer; must keep its identity. */
  readonly loadAccountDetails: (auth: AuthStore, customerId: number) => Promise<AccountDetails | null>;
  /** Deletes what the browser cached for whoever signs out; must keep its identity. */
  readonly forgetPersonal: () => Promise<void>;
  readonly children: ReactNode;
}

/** Somebody comes from the hosted pages, signed in (SPEC.md §2 `authenticated=yes`). */
const isArriving = (search: string): boolean => new URLSearchParams(search).get('authenticated') === 'yes';

/** Holds who is signed in for everything below. On the server, and until the page has come alive, that is not known. */
export function AuthProvider({ market, login, loadAccountDetails, forgetPersonal, children }: AuthProviderProps) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { domain, clientId, audience } = login;

  const store = useMemo(() => {
    const made: AuthStore = createAuthStore({
      market,
      get origin() {
        return location.origin;
      },
      hasMarker: () => hasSessionMarker(clientId, document.cookie, createLocalStorage().read),
      watch: (changed) =>
        createLocalStorage().watch((name, value) => {
          const isSignedIn = signInChange(clientId, name, value);
          if (isSignedIn !== null) changed(isSignedIn);
        }),
      async load() {
        const [{ loginClient }, { authUser }] = await Promise.all([import('./login-client.ts'), import('../model/auth-user.ts')]);
        const { origin } = location;
        const client = loginClient({ domain, clientId, audience, callback: `${origin}/auth-callback` });
        return { client, userOf: authUser };
      },
      forgetPersonal,
      loadAccountDetails: (customerId) => loadAccountDetails(made, customerId),
    });
    return made;
  }, [market, domain, clientId, audience, loadAccountDetails, forgetPersonal]);
  useEffect(() => store.start(isArriving(location.search)), [store]);

  const hasSignedIn = isArriving(search);
  useEffect(() => {
    if (!hasSignedIn) return;
    const parameters = new URLSearchParams(search);
    parameters.delete('authenticated');
    const leave = () => navigate({ pathname, search: parameters.toString(), hash }, { replace: true, preventScrollReset: true });
    void store.refresh();
    void leave();
  }, [store, hasSignedIn, pathname, search, hash, navigate]);

  return <AuthContext value={store}>{children}</AuthContext>;
}
