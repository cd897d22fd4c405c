import { describe, expect, test, vi } from 'vitest';
import { type AccountDetails, authUser, withAccountDetails } from '../model/auth-user.ts';
import { CLAIMS } from '../model/claims.ts';
import { type AuthDeps, createAuthStore, type LoginClient } from './auth-store.ts';

const CLAIMED = {
  sub: 'auth0|1',
  email: 'ada@example.com',
  given_name: 'Ada',
  [CLAIMS.appMetadata]: { LOYALTY_TIER_AU: 'GOLD', BIGCOMMERCE_AU_CUSTOMER_ID: 7 },
};

/** Creates a store over a fake login client. `isSignedIn` is the state of the client. */
function visitor(options: { marker?: boolean; signedIn?: boolean; client?: Partial<LoginClient>; details?: AccountDetails } = {}) {
  let isSignedIn = options.signedIn ?? false;
  let notify: (isSignedIn: boolean) => void = () => {};
  const client: LoginClient = {
    claims: async () => (isSignedIn ? CLAIMED : null),
    restore: async () => {},
    token: async () => {
      isSignedIn = true;
      return 'token';
    },
    signIn: async () => {},
    finish: async () => {
      isSignedIn = true;
      return '/wines';
    },
    signOut: async () => {
      isSignedIn = false;
    },
    endSession: vi.fn(async () => {
      isSignedIn = false;
    }),
    ...options.client,
  };
  const load = vi.fn<AuthDeps['load']>(async () => ({ client, userOf: authUser, withDetails: withAccountDetails }));
  const loadAccountDetails = vi.fn<AuthDeps['loadAccountDetails']>(async () => options.details ?? null);
  const deletePersonalData = vi.fn(async () => {});
  const store = createAuthStore({
    market: 'AU',
    origin: 'https://shop.example',
    hasMarker: () => options.marker ?? false,
    watch: (changed) => {
      notify = changed;
      return () => {};
    },
    load,
    deletePersonalData,
    loadAccountDetails,
  });
  return { store, client, load, loadAccountDetails, deletePersonalData, notifyTab: (signedIn: boolean) => notify(signedIn) };
}

const rejectWith = (error: string, error_description?: string) => async (): Promise<never> => {
  throw Object.assign(new Error(error_description ?? ''), { error, error_description });
};

describe('a guest', () => {
  test('is recognised at once, without loading the login client [ID-35, ID-36]', async () => {
    const { store, load } = visitor();
    expect(store.current().isLoading).toBe(true);
    store.start();
    expect(store.current()).toEqual({ isAuthenticated: false, isLoading: false, error: null, user: null });
    expect(await store.getToken()).toBeNull();
    expect(load).not.toHaveBeenCalled();
  });

  test('who signed in on the hosted pages obtains tokens silently [ID-15, ID-16]', async () => {
    const { store } = visitor();
    const seen: boolean[] = [];
    store.subscribe(() => seen.push(store.current().isLoading || store.current().isAuthenticated));
    store.start(true);
    await store.refresh();
    expect(seen).not.toContain(false);
    expect(store.current()).toMatchObject({ isAuthenticated: true, user: { loyalty_tier: 'GOLD', customerId: 7 } });
    expect(await store.getToken()).toBe('token');
  });

  test('who returns to the callback is signed in and gets the path to return to [ID-14]', async () => {
    const { store } = visitor();
    expect(await store.finish()).toBe('/wines');
    expect(store.current().isAuthenticated).toBe(true);
  });
});

describe('a customer', () => {
  test('is restored after a reload, and calls wait for it [ID-19, ID-36]', async () => {
    const { store } = visitor({ marker: true, signedIn: true });
    store.start();
    expect(store.current().isLoading).toBe(true);
    expect(await store.getToken()).toBe('token');
    expect(store.current().user?.email).toBe('ada@example.com');
  });

  test('whose session has ended becomes a guest without an error [ID-30]', async () => {
    const { store, client } = visitor({ marker: true, signedIn: true, client: { token: rejectWith('login_required', 'Login required') } });
    store.start();
    expect(await store.getToken()).toBeNull();
    expect(client.endSession).toHaveBeenCalledOnce();
    expect(store.current()).toMatchObject({ isAuthenticated: false, error: null });
  });

  test('follows a sign-out and a sign-in of another tab', async () => {
    const { store, notifyTab } = visitor({ marker: true, signedIn: true });
    store.start();
    await store.getToken();
    notifyTab(false);
    expect(store.current().isAuthenticated).toBe(false);
    notifyTab(true);
    await vi.waitFor(() => expect(store.current().isAuthenticated).toBe(true));
  });
});

describe('cached data of a customer', () => {
  test('is deleted at sign-out before the redirect', async () => {
    const order: string[] = [];
    const { store, deletePersonalData } = visitor({
      marker: true,
      signedIn: true,
      client: { signOut: async () => void order.push('left') },
    });
    deletePersonalData.mockImplementation(async () => void order.push('deleted'));
    store.start();
    await store.logout();
    expect(order).toEqual(['deleted', 'left']);
  });

  test('is deleted if the session ends or another tab signs out', async () => {
    const { store, deletePersonalData, notifyTab } = visitor({ marker: true, signedIn: true });
    store.start();
    await store.getToken();
    expect(deletePersonalData).not.toHaveBeenCalled();
    await store.ended();
    expect(deletePersonalData).toHaveBeenCalledTimes(1);
    notifyTab(false);
    expect(deletePersonalData).toHaveBeenCalledTimes(2);
  });

  test('does not prevent the sign-out if it cannot be deleted', async () => {
    const { store, deletePersonalData } = visitor({ marker: true, signedIn: true });
    deletePersonalData.mockRejectedValue(new Error('no storage'));
    store.start();
    await store.getToken();
    await store.ended();
    expect(store.current().isAuthenticated).toBe(false);
  });
});

describe('addresses and the default card', () => {
  const details: AccountDetails = {
    addresses: [],
    stored_instruments: [{ id: 'c1', brand: 'Visa', last4: '4242', expiryMonth: 1, expiryYear: 2031, is_default: true }],
  };

  test('are loaded after the sign-in, and never for a guest [ID-34]', async () => {
    const guest = visitor({ details: details });
    guest.store.start();
    await guest.store.getToken();
    expect(guest.loadAccountDetails).not.toHaveBeenCalled();

    const { store, loadAccountDetails } = visitor({ marker: true, signedIn: true, details: details });
    store.start();
    await store.getToken();
    await vi.waitFor(() => expect(store.current().user).toMatchObject({ ...details, loyalty_tier: 'GOLD' }));
    expect(loadAccountDetails).toHaveBeenCalledExactlyOnceWith(7);
  });

  test('stay during a token refresh, and reload after a change', async () => {
    const { store, loadAccountDetails } = visitor({ marker: true, signedIn: true, details: details });
    store.start();
    await vi.waitFor(() => expect(store.current().user?.stored_instruments).toHaveLength(1));
    loadAccountDetails.mockResolvedValue(null);
    await store.refresh();
    expect(store.current().user?.stored_instruments).toHaveLength(1);
    loadAccountDetails.mockResolvedValue({ ...details, stored_instruments: [] });
    store.refreshAccountDetails();
    await vi.waitFor(() => expect(store.current().user?.stored_instruments).toEqual([]));
  });

  test('update a tier that was reached after the token was issued [ID-34]', async () => {
    const { store, loadAccountDetails } = visitor({ marker: true, signedIn: true, details: { ...details, loyalty_tier: 'BLACK' } });
    store.start();
    await vi.waitFor(() => expect(store.current().user).toMatchObject({ loyalty_tier: 'BLACK' }));
    loadAccountDetails.mockReturnValue(new Promise(() => {}));
    await store.refresh();
    expect(store.current().user).toMatchObject({ loyalty_tier: 'BLACK' });
  });

  test('are dropped if they arrive after a sign-out', async () => {
    const { store, loadAccountDetails } = visitor({ marker: true, signedIn: true });
    let arrive: (value: AccountDetails) => void = () => {};
    loadAccountDetails.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    store.start();
    await vi.waitFor(() => expect(loadAccountDetails).toHaveBeenCalled());
    await store.ended();
    arrive(details);
    await Promise.resolve();
    expect(store.current()).toMatchObject({ isAuthenticated: false, user: null });
  });
});

describe('errors of the sign-in', () => {
  const cases = [
    { name: 'the provider’s sentence', failure: rejectWith('timeout', 'Timeout'), says: 'Timeout' },
    { name: 'or "Login failed"', failure: rejectWith('unknown'), says: 'Login failed' },
  ];
  test.each(cases)('$name sets the message [ID-30, ID-31, ID-36]', async ({ failure, says }) => {
    const { store } = visitor({ client: { finish: failure } });
    expect(await store.finish()).toBeNull();
    expect(store.current()).toMatchObject({ isAuthenticated: false, isLoading: false, error: says });
  });

  test('keep the customer signed in if the token cannot be obtained [ID-31]', async () => {
    const { store } = visitor({ marker: true, signedIn: true, client: { token: rejectWith('unknown') } });
    store.start();
    expect(await store.getToken()).toBeNull();
    expect(store.current()).toMatchObject({ isAuthenticated: true, error: 'Get access token failed' });
  });
});
