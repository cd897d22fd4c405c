/** The checkout's calls from the browser. */
import { useMemo } from 'react';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { checkoutContract } from '../contract.ts';
import { oneClickContract } from '../one-click-contract.ts';

// `keepalive` saves the last input even if the page is left.
const lasting = fetchTransport({ fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });
export const checkout = client(checkoutContract, lasting);
export const oneClick = client(oneClickContract, lasting);

/** Calls with the customer's token. */
export function useSignedCheckout() {
  const auth = useAuthStore();
  return useMemo(() => client(checkoutContract, signedTransport(fetchTransport(), auth)), [auth]);
}
