/** The checkout's calls from the browser. */
import { useMemo } from 'react';
import { useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { checkoutCalls } from '../contract.ts';

// `keepalive`: what was typed last is still saved when the page is left.
export const checkout = client(checkoutCalls, fetchTransport({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }) }));

/** The same with the customer's token, for what belongs to them. */
export function useSignedCheckout() {
  const auth = useAuthStore();
  return useMemo(() => client(checkoutCalls, signedTransport(fetchTransport(), auth)), [auth]);
}
