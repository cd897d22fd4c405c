/** The checkout's calls from the browser. */
import { useMemo } from 'react';
import { useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { checkoutCalls } from '../contract.ts';
import { oneClickCalls } from '../one-click-contract.ts';

// `keepalive`: what was typed last is still saved when the page is left.
const lasting = fetchTransport({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
export const checkout = client(checkoutCalls, lasting);
export const oneClick = client(oneClickCalls, lasting);

/** The same with the customer's token, for what belongs to them. */
export function useSignedCheckout() {
  const auth = useAuthStore();
  return useMemo(() => client(checkoutCalls, signedTransport(fetchTransport(), auth)), [auth]);
}
