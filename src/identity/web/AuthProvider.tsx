import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Market } from '../../market/market.ts';
import { localValues } from '../../platform/web/local-values.ts';
import type { LoginFacts } from '../login-facts.ts';
import { AuthContext } from './auth-context.ts';
import { createAuthStore } from './auth-store.ts';
import { hasSessionMarker, signInChange } from './session-marker.ts';

export interface AuthProviderProps {
  readonly market: Market;
  readonly login: LoginFacts;
  readonly children: ReactNode;
}

/** Holds who is signed in for everything below. On the server, and until the page has come alive, that is not known. */
export function AuthProvider({ market, login, children }: AuthProviderProps) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const { domain, clientId, audience } = login;

  const store = useMemo(
    () =>
      createAuthStore({
        market,
        get origin() {
          return location.origin;
        },
        hasMarker: () => hasSessionMarker(clientId, document.cookie, localValues().read),
        watch: (changed) =>
          localValues().watch((name, value) => {
            const isSignedIn = signInChange(clientId, name, value);
            if (isSignedIn !== null) changed(isSignedIn);
          }),
        async load() {
          const [{ loginClient }, { authUser }] = await Promise.all([import('./login-client.ts'), import('../auth-user.ts')]);
          const { origin } = location;
          const client = loginClient({ domain, clientId, audience, callback: `${origin}/auth-callback` });
          return { client, userOf: authUser };
        },
      }),
    [market, domain, clientId, audience],
  );
  useEffect(() => store.start(), [store]);

  const hasSignedIn = new URLSearchParams(search).get('authenticated') === 'yes';
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
