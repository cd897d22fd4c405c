/**
 * Store of the signed-in customer for the whole page [ID-35] [ID-36]. Guests load only this file: the login client is loaded
 * if the browser has a session, returns from a sign-in, or starts one.
 */
import type { Market } from '#markets/market.ts';
import { createStore } from '#ui/create-store.ts';
import { loginErrors } from '../messages/account-link.ts';
import type { AccountDetails, AuthUser } from '../model/auth-user.ts';

export interface LoginClientSetup {
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** Absolute URL of /auth-callback. */
  readonly callback: string;
}

/** The login client as the store uses it. */
export interface LoginClient {
  claims(): Promise<Readonly<Record<string, unknown>> | null>;
  /** Refreshes the tokens. Does nothing for guests. */
  restore(): Promise<void>;
  token(fresh: boolean): Promise<string>;
  signIn(returnTo: string): Promise<void>;
  /** Finishes a sign-in at /auth-callback. @returns the path the shopper came from */
  finish(): Promise<string | null>;
  signOut(leaveTo: string): Promise<void>;
  /** Signs out in this browser only. */
  endSession(): Promise<void>;
}

export interface AuthState {
  readonly isAuthenticated: boolean;
  readonly isLoading: boolean;
  /** Message for the shopper, or null. */
  readonly error: string | null;
  readonly user: AuthUser | null;
}

export interface AuthDeps {
  readonly market: Market;
  readonly origin: string;
  /** Returns true if this browser has a session. */
  readonly hasMarker: () => boolean;
  /** Calls the listener when another tab signs in or out. @returns unsubscribe function */
  readonly watch: (changed: (isSignedIn: boolean) => void) => () => void;
  /** Loads the login client and the functions that map its claims. */
  readonly load: () => Promise<{
    readonly client: LoginClient;
    readonly userOf: (claims: Readonly<Record<string, unknown>>, market: Market) => AuthUser;
    readonly withDetails: (user: AuthUser, details: Partial<AccountDetails>) => AuthUser;
  }>;
  /** Deletes the caches and drafts of the customer who is signing out, and nothing else. */
  readonly deletePersonalData: () => Promise<void>;
  /** Loads addresses, default card and tier; null on failure. May call `getToken` of this store. */
  readonly loadAccountDetails: (customerId: number) => Promise<AccountDetails | null>;
}

const LOADING: AuthState = { isAuthenticated: false, isLoading: true, error: null, user: null };
const GUEST: AuthState = { ...LOADING, isLoading: false };

/** Error of the login client [ID-29]. */
interface AuthError {
  /** Code such as `login_required`, `timeout` or `missing_refresh_token`; null if the failure has none. */
  readonly code: string | null;
  readonly message: string;
}

/** Returns code and message of a failure. `fallback` replaces a missing message [ID-31]. */
export function toAuthError(failure: unknown, fallback: string): AuthError {
  const { error, error_description, message } = (failure ?? {}) as Record<'error' | 'error_description' | 'message', unknown>;
  const text = [error_description, message].find((each) => typeof each === 'string' && each !== '');
  return { code: typeof error === 'string' ? error : null, message: typeof text === 'string' ? text : fallback };
}

export type AuthStore = ReturnType<typeof createAuthStore>;

/** Creates the store. Does nothing before `start`. */
export function createAuthStore(deps: AuthDeps) {
  const { set, ...store } = createStore(LOADING);
  let loading: ReturnType<AuthDeps['load']> | null = null;
  let lastTask: Promise<void> = Promise.resolve();

  const load = (): ReturnType<AuthDeps['load']> => {
    loading ??= deps.load().catch((failure: unknown) => {
      loading = null;
      throw failure;
    });
    return loading;
  };
  /** Not awaited by the store's tasks, because it needs the token, which waits for them. */
  const loadAccountDetails = async (): Promise<void> => {
    const customerId = store.current().user?.customerId ?? 0;
    if (customerId === 0) return;
    const { withDetails } = await load();
    const details = await deps.loadAccountDetails(customerId).catch(() => null);
    const { user } = store.current();
    // The customer may have changed during the request.
    if (details && user?.customerId === customerId) set({ ...store.current(), user: withDetails(user, details) });
  };
  const showUser = async (): Promise<void> => {
    const { client, userOf, withDetails } = await load();
    const claims = await client.claims();
    if (!claims) return set(GUEST);
    const user = userOf(claims, deps.market);
    const previous = store.current().user;
    const { addresses, stored_instruments, loyalty_tier } = previous?.customerId === user.customerId ? previous : user;
    set({ ...GUEST, isAuthenticated: true, user: withDetails({ ...user, addresses, stored_instruments }, { loyalty_tier }) });
    void loadAccountDetails();
  };
  /** Ignores failures, so that a full disk or a lost connection does not prevent signing out. */
  const deletePersonalData = (): Promise<void> => deps.deletePersonalData().catch(() => undefined);
  const endSession = async (): Promise<void> => {
    const { client } = await load();
    await client.endSession();
    await deletePersonalData();
    set(GUEST);
  };
  /** Puts the message into the state. `login_required` signs out locally [ID-30]. */
  const failed = async (failure: unknown, fallback: string): Promise<void> => {
    const error = toAuthError(failure, fallback);
    if (error.code === 'login_required') await endSession();
    set({ ...store.current(), isLoading: false, error: error.code === 'login_required' ? null : error.message });
  };
  const runExclusive = (work: () => Promise<void>): Promise<void> => {
    lastTask = lastTask.then(work).catch((failure: unknown) => failed(failure, loginErrors.signIn));
    return lastTask;
  };

  return {
    ...store,

    /**
     * Restores the session, if there is one, and listens to other tabs.
     * @param isArriving true after a sign-in on the hosted pages: the state stays loading until `refresh`
     * @returns unsubscribe function
     */
    start(isArriving = false): () => void {
      if (deps.hasMarker())
        runExclusive(async () => {
          await (await load()).client.restore();
          await showUser();
        });
      else if (!isArriving) set(GUEST);
      return deps.watch((isSignedIn) => {
        if (isSignedIn) return void runExclusive(showUser);
        void deletePersonalData();
        set(GUEST);
      });
    },

    /** Obtains tokens silently after a sign-in on the hosted pages [ID-15] [ID-16]. */
    refresh: (): Promise<void> =>
      runExclusive(async () => {
        set({ ...store.current(), isLoading: true });
        await (await load()).client.token(true);
        await showUser();
      }),

    /** Redirects to the hosted pages [ID-13]. @param returnTo path to return to */
    login: (returnTo: string): Promise<void> => runExclusive(async () => (await load()).client.signIn(returnTo)),

    /** Finishes a sign-in. @returns the path the shopper came from, or null on failure */
    async finish(): Promise<string | null> {
      let returnTo: string | null = null;
      await runExclusive(async () => {
        returnTo = (await (await load()).client.finish()) ?? '/';
        await showUser();
      });
      return returnTo;
    },

    /** Signs out here, in other tabs and at the identity service. */
    async logout(): Promise<void> {
      const { client } = await load();
      await deletePersonalData();
      await client.signOut(deps.origin);
    },

    /** Reloads addresses, default card and tier after a change. */
    refreshAccountDetails: (): void => void loadAccountDetails(),

    /** Signs out here because the server no longer accepts the token. */
    ended: (): Promise<void> => runExclusive(endSession),

    /** The access token; null for guests and on failure. */
    async getToken(): Promise<string | null> {
      await lastTask;
      if (!store.current().isAuthenticated) return null;
      try {
        return await (await load()).client.token(false);
      } catch (failure) {
        await failed(failure, loginErrors.token);
        return null;
      }
    },
  };
}
