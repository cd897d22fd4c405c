import { use, useEffect, useMemo } from 'react';
import type { CategoryDisplay } from '#domains/catalogue/model/category-display.ts';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { type Client, client, type Transport } from '#lib/client.ts';
import type { Market } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { searchContract } from '../contract.ts';
import type { HostedSearchConfig } from '../model/hosted-search.ts';
import { HostedSearchContext } from './hosted-search-context.ts';

export type SearchCalls = Client<typeof searchContract>;

/** Sends calls over a transport that loads with the first call, because most pages search nothing at first. */
const lazyTransport: Transport = async (...call) => (await import('#lib/browser/fetch-transport.ts')).fetchTransport()(...call);

/** Returns the search calls for the signed-in shopper or a guest, over the hosted search if there is one. */
export function useSearchCalls(): SearchCalls {
  const auth = useAuthStore();
  const { market } = useMarketConfig();
  const hosted = use(HostedSearchContext);
  return useMemo(() => {
    const own = client(searchContract, signedTransport(lazyTransport, auth));
    return hosted ? overHosted(own, hosted, market, auth) : own;
  }, [auth, hosted, market]);
}

interface HostedSearch {
  readonly calls: SearchCalls;
  readonly categories: CategoryDisplay | undefined;
}

let shared: HostedSearch | null = null;

/** The hosted search for client loaders, which are outside components; null without one. */
export const hostedSearch = (): HostedSearch | null => shared;

/** Provides the hosted search to client loaders while the page is open. */
export function useForLoaders(): void {
  const calls = useSearchCalls();
  const isHosted = use(HostedSearchContext) !== null;
  const categories = useCategoryDisplay();
  useEffect(() => {
    shared = isHosted ? { calls, categories } : null;
  }, [calls, categories, isHosted]);
}

/** Loads the code of the hosted search on first use. */
function overHosted(own: SearchCalls, config: HostedSearchConfig, market: Market, auth: AuthStore): SearchCalls {
  const isSignedIn = (): boolean => auth.current().isAuthenticated;
  let loading: Promise<Pick<SearchCalls, 'list' | 'facetValues' | 'suggest' | 'preSearch'>> | null = null;
  const calls = () => {
    loading ??= import('./hosted-calls.ts').then(({ hostedCalls }) => hostedCalls({ own, config, market, isSignedIn }));
    return loading;
  };
  return {
    ...own,
    list: async (...args) => (await calls()).list(...args),
    facetValues: async (...args) => (await calls()).facetValues(...args),
    suggest: async (...args) => (await calls()).suggest(...args),
    preSearch: async (...args) => (await calls()).preSearch(...args),
  };
}
