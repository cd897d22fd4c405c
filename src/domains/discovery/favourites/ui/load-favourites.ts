/** Loads the favourites store when it is needed or when the browser is idle. */
import { useCallback, useEffect } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { tabsChannel } from '#lib/browser/tab-channel.ts';
import type { Market } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { FavouritesStore } from './favourites-store.ts';
import { GUEST_KEY } from './guest-key.ts';

let loading: Promise<FavouritesStore> | null = null;

async function load(auth: AuthStore, market: Market): Promise<FavouritesStore> {
  const { openFavourites } = await import('./open-favourites.ts');
  return openFavourites(auth, createLocalStorage(), tabsChannel(`favourites-${market}`));
}

/** Returns the store and loads it on the first call. A failed load is retried by the next caller. */
function loadOnce(auth: AuthStore, market: Market): Promise<FavouritesStore> {
  loading ??= load(auth, market).catch((failure: unknown) => {
    loading = null;
    throw failure;
  });
  return loading;
}

/** Hook that loads the favourites store for buttons that add or remove an offer, or move a cart line to the favourites. */
export function useFavouritesStore(): () => Promise<FavouritesStore> {
  const auth = useAuthStore();
  const { market } = useMarketConfig();
  return useCallback(() => loadOnce(auth, market), [auth, market]);
}

/** Reads the shopper's favourites when the page is idle, and again on sign-in and sign-out. */
export function FavouritesLoader() {
  const { isLoading, isAuthenticated } = useAuth();
  const store = useFavouritesStore();
  useEffect(() => {
    if (isLoading) return;
    const isWanted = isAuthenticated || loading !== null || createLocalStorage().read(GUEST_KEY) !== null;
    if (!isWanted) return;
    const read = (): void => {
      store().then(
        (favourites) => favourites.refresh(),
        () => {},
      );
    };
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(read, 1_000);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(read, { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, [isLoading, isAuthenticated, store]);
  return null;
}
