/**
 * The login provider's own client, as the shop sets it up (SPEC.md §9 "Login"). This file and the library behind it are
 * loaded only for somebody who is signed in or about to be.
 */
import { Auth0Client, type Auth0ClientOptions } from '@auth0/auth0-spa-js';
import type { LoginClient, LoginClientSetup } from './auth-store.ts';

const TIMEOUT_SECONDS = { authorize: 60, http: 10 } as const;

/** A client over the library: tokens in local storage, refresh tokens, and a silent sign-in where there is none yet. */
export function loginClient({ domain, clientId, audience, callback }: LoginClientSetup): LoginClient {
  const options: Auth0ClientOptions = {
    domain,
    clientId,
    cacheLocation: 'localstorage',
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    authorizeTimeoutInSeconds: TIMEOUT_SECONDS.authorize,
    httpTimeoutInSeconds: TIMEOUT_SECONDS.http,
    authorizationParams: { audience, redirect_uri: callback },
  };
  const client = new Auth0Client(options);
  return {
    claims: async () => (await client.getUser()) ?? null,
    restore: () => client.checkSession(),
    token: (fresh) => client.getTokenSilently(fresh ? { cacheMode: 'off' } : {}),
    signIn: (returnTo) => client.loginWithRedirect({ appState: { returnTo } }),
    async finish() {
      const { appState } = await client.handleRedirectCallback<{ returnTo?: string }>();
      return appState?.returnTo ?? null;
    },
    signOut: (leaveTo) => client.logout({ logoutParams: { returnTo: leaveTo } }),
    forget: () => client.logout({ openUrl: false }),
  };
}
