import { useMemo } from 'react';
import { useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { type Client, client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { searchCalls } from '../contract.ts';

export type SearchCalls = Client<typeof searchCalls>;

/** The search calls as the shopper who is signed in, or as a guest. */
export function useSearchCalls(): SearchCalls {
  const auth = useAuthStore();
  return useMemo(() => client(searchCalls, signedTransport(fetchTransport(), auth)), [auth]);
}
