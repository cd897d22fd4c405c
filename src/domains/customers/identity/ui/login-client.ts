/**
 * Configures the login provider's client library [ID-1, ID-19, ID-25]. Loaded only for shoppers who are signed in or signing in.
 * The library validates ID tokens and state, retries token requests, expires cached tokens early and locks silent requests with its
 * defaults [ID-20, ID-21, ID-22, ID-23]. Sign-in always redirects [ID-26].
 */
import { Auth0Client, type Auth0ClientOptions } from '@auth0/auth0-spa-js';
import type { LoginClient, LoginClientSetup } from './auth-store.ts';

const TIMEOUT_SECONDS = { authorize: 60, http: 10 } as const;

/** Creates a client with tokens in local storage, refresh tokens, and a silent sign-in as fallback [ID-15]. */
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
    endSession: () => client.logout({ openUrl: false }),
  };
}
