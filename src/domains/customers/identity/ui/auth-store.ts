/**
 * Who is signed in, for the whole page (SPEC.md §3 "Auth/customer state"). A guest pays for no more than this file: the
 * login client is loaded where the browser holds a sign-in, comes back from one, or asks for one.
 */
import type { Market } from '#markets/market.ts';
import { type AccountDetails, type AuthUser, withHoldings } from '../model/auth-user.ts';
import { toAuthError } from './auth-error.ts';

export interface LoginClientSetup {
  readonly domain: string;
  readonly clientId: string;
  readonly audience: string;
  /** Absolute address of /auth-callback. */
  readonly callback: string;
}

/** The login client as the store uses it. */
export interface LoginClient {
  claims(): Promise<Readonly<Record<string, unknown>> | null>;
  /** Bring the tokens up to date where there is a sign-in; none is no error. */
  restore(): Promise<void>;
  token(fresh: boolean): Promise<string>;
  signIn(returnTo: string): Promise<void>;
  /** Finish a sign-in at /auth-callback; answers where the shopper was. */
  finish(): Promise<string | null>;
  signOut(leaveTo: string): Promise<void>;
  /** Sign out in this browser only. */
  forget(): Promise<void>;
}

export interface AuthState {
  readonly isAuthenticated: boolean;
  readonly isLoading: boolean;
  /** A sentence; null where nothing went wrong. */
  readonly error: string | null;
  readonly user: AuthUser | null;
}

export interface AuthDeps {
  readonly market: Market;
  readonly origin: string;
  /** Whether this browser holds a sign-in. */
  readonly hasMarker: () => boolean;
  /** Told when another tab signs in or out. Returns how to stop. */
  readonly watch: (changed: (isSignedIn: boolean) => void) => () => void;
  /** Load the client and how its claims are read. */
  readonly load: () => Promise<{
    readonly client: LoginClient;
    readonly userOf: (claims: Readonly<Record<string, unknown>>, market: Market) => AuthUser;
  }>;
  /** Delete what this browser cached or drafted for the customer who is signing out, and nothing else. */
  readonly forgetPersonal: () => Promise<void>;
  /** Read what the account keeps of a customer; null where it cannot be had. It may ask this store for the token. */
  readonly holdings: (customerId: number) => Promise<AccountDetails | null>;
}

const LOADING: AuthState = { isAuthenticated: false, isLoading: true, error: null, user: null };
const GUEST: AuthState = { ...LOADING, isLoading: false };

export type AuthStore = ReturnType<typeof createAuthStore>;

/** Make the store. Nothing happens before `start`. */
export function createAuthStore(ports: AuthDeps) {
  const listeners = new Set<() => void>();
  let state = LOADING;
  let loading: ReturnType<AuthDeps['load']> | null = null;
  let settling: Promise<void> = Promise.resolve();

  const set = (next: AuthState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const load = (): ReturnType<AuthDeps['load']> => {
    loading ??= ports.load().catch((failure: unknown) => {
      loading = null;
      throw failure;
    });
    return loading;
  };
  /** Never waited for by `settle`: reading them needs the token, which waits for that. */
  const loadAccountDetails = async (): Promise<void> => {
    const customerId = state.user?.customerId ?? 0;
    if (customerId === 0) return;
    const holdings = await ports.holdings(customerId).catch(() => null);
    // Meanwhile somebody else, or nobody, may be signed in.
    if (holdings && state.user?.customerId === customerId) set({ ...state, user: withHoldings(state.user, holdings) });
  };
  const showUser = async (): Promise<void> => {
    const { client, userOf } = await load();
    const claims = await client.claims();
    if (!claims) return set(GUEST);
    const user = userOf(claims, ports.market);
    const known = state.user?.customerId === user.customerId ? state.user : null;
    const { addresses, stored_instruments, loyalty_tier } = known ?? user;
    set({ ...GUEST, isAuthenticated: true, user: withHoldings({ ...user, addresses, stored_instruments }, { loyalty_tier }) });
    void loadAccountDetails();
  };
  /** Signing out must not depend on it: a full disk or a lost connection leaves the rest to the next time. */
  const forgetPersonal = (): Promise<void> => ports.forgetPersonal().catch(() => undefined);
  const forget = async (): Promise<void> => {
    const { client } = await load();
    await client.forget();
    await forgetPersonal();
    set(GUEST);
  };
  /** What went wrong stands in the state; where the sign-in has ended it ends here too. */
  const failed = async (failure: unknown, fallback: string): Promise<void> => {
    const fault = toAuthError(failure, fallback);
    if (fault.code === 'login_required') await forget();
    set({ ...state, isLoading: false, error: fault.code === 'login_required' ? null : fault.message });
  };
  const settle = (work: () => Promise<void>): Promise<void> => {
    settling = settling.then(work).catch((failure: unknown) => failed(failure, 'Login failed'));
    return settling;
  };

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: (): AuthState => state,
    onServer: (): AuthState => LOADING,

    /**
     * Look whether somebody is signed in, and listen to the other tabs. Returns how to stop listening.
     * @param isArriving from the hosted pages: who it is stays unknown until `refresh`
     */
    start(isArriving = false): () => void {
      if (ports.hasMarker())
        settle(async () => {
          await (await load()).client.restore();
          await showUser();
        });
      else if (!isArriving) set(GUEST);
      return ports.watch((isSignedIn) => {
        if (isSignedIn) return void settle(showUser);
        void forgetPersonal();
        set(GUEST);
      });
    },

    /** Obtain tokens silently, after a sign-in on the hosted pages (SPEC.md §2 `authenticated=yes`). */
    refresh: (): Promise<void> =>
      settle(async () => {
        set({ ...state, isLoading: true });
        await (await load()).client.token(true);
        await showUser();
      }),

    /** Go to the hosted pages; the shopper comes back to `returnTo`, a path. */
    login: (returnTo: string): Promise<void> => settle(async () => (await load()).client.signIn(returnTo)),

    /** Finish a sign-in. Answers where the shopper was, null where it did not work. */
    async finish(): Promise<string | null> {
      let returnTo: string | null = null;
      await settle(async () => {
        returnTo = (await (await load()).client.finish()) ?? '/';
        await showUser();
      });
      return returnTo;
    },

    /** Sign out here, in the other tabs and at the identity service. */
    async logout(): Promise<void> {
      const { client } = await load();
      await forgetPersonal();
      await client.signOut(ports.origin);
    },

    /** Addresses, cards or the tier were changed: read them again. */
    refreshAccountDetails: (): void => void loadAccountDetails(),

    /** The sign-in has ended elsewhere: sign out here. */
    ended: (): Promise<void> => settle(forget),

    /** The access token; null for a guest, and where it cannot be had. */
    async getToken(): Promise<string | null> {
      await settling;
      if (!state.isAuthenticated) return null;
      try {
        return await (await load()).client.token(false);
      } catch (failure) {
        await failed(failure, 'Get access token failed');
        return null;
      }
    },
  };
}
