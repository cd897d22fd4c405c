import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';
import type { AccountDetails, LoginConfig } from '../model/auth-user.ts';
import { AuthContext, setAuthStore } from './auth-context.ts';
import { type AuthStore, createAuthStore } from './auth-store.ts';
import { hasSessionMarker, signInChange } from './session-marker.ts';

export interface AuthProviderProps {
  readonly market: Market;
  readonly login: LoginConfig;
  /** Loads account data of a customer. Must be a stable reference. */
  readonly loadAccountDetails: (auth: AuthStore, customerId: number) => Promise<AccountDetails | null>;
  /** Deletes the customer's caches at sign-out. Must be a stable reference. */
  readonly deletePersonalData: () => Promise<void>;
  readonly children: ReactNode;
}

/** Returns true after a sign-in on the hosted pages [ID-16]. */
const isArriving = (search: string): boolean => new URLSearchParams(search).get('authenticated') === 'yes';

/** Provides the auth store. The state is loading on the server and until hydration [ID-36]. */
export function AuthProvider({ market, login, loadAccountDetails, deletePersonalData, children }: AuthProviderProps) {
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
        const [{ loginClient }, { authUser, withAccountDetails }] = await Promise.all([
          import('./login-client.ts'),
          import('../model/auth-user.ts'),
        ]);
        const { origin } = location;
        const client = loginClient({ domain, clientId, audience, callback: `${origin}/auth-callback` });
        return { client, userOf: authUser, withDetails: withAccountDetails };
      },
      deletePersonalData,
      loadAccountDetails: (customerId) => loadAccountDetails(made, customerId),
    });
    return made;
  }, [market, domain, clientId, audience, loadAccountDetails, deletePersonalData]);
  useEffect(() => {
    setAuthStore(store);
    return store.start(isArriving(location.search));
  }, [store]);

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
