import { use, useEffect, useMemo } from 'react';
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

/** Sends calls over a transport that is loaded with the first one: most pages search nothing before they are idle. */
const lazyTransport: Transport = async (...call) => (await import('#lib/browser/fetch-transport.ts')).fetchTransport()(...call);

/** The search calls as the shopper who is signed in, or as a guest, over the hosted search where there is one. */
export function useSearchCalls(): SearchCalls {
  const auth = useAuthStore();
  const { market } = useMarketConfig();
  const hosted = use(HostedSearchContext);
  return useMemo(() => {
    const own = client(searchContract, signedTransport(lazyTransport, auth));
    return hosted ? overHosted(own, hosted, market, auth) : own;
  }, [auth, hosted, market]);
}

let shown: SearchCalls | null = null;

/** For loaders that run in the browser, outside components: the calls over the hosted search; null where there is none. */
export const hostedSearchCalls = (): SearchCalls | null => shown;

/** Makes the calls known to loaders while the page is open. */
export function useForLoaders(): void {
  const calls = useSearchCalls();
  const isHosted = use(HostedSearchContext) !== null;
  useEffect(() => {
    shown = isHosted ? calls : null;
  }, [calls, isHosted]);
}

/** The hosted search's part is fetched when it is first needed. */
function overHosted(own: SearchCalls, facts: HostedSearchConfig, market: Market, auth: AuthStore): SearchCalls {
  const isSignedIn = (): boolean => auth.current().isAuthenticated;
  let loading: Promise<Pick<SearchCalls, 'list' | 'facetValues' | 'suggest' | 'preSearch'>> | null = null;
  const calls = () => {
    loading ??= import('./hosted-calls.ts').then(({ hostedCalls }) => hostedCalls({ own, facts, market, isSignedIn }));
    return loading;
  };
  return {
    ...own,
    list: async (...given) => (await calls()).list(...given),
    facetValues: async (...given) => (await calls()).facetValues(...given),
    suggest: async (...given) => (await calls()).suggest(...given),
    preSearch: async (...given) => (await calls()).preSearch(...given),
  };
}
