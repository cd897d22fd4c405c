/** The checkout's calls from the browser, and the validation of a locality while the address is typed. */
import { useMemo } from 'react';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { checkoutContract } from '../contract.ts';
import { isCompleteLocality, validateLocality } from '../model/validate-details.ts';
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

/** Looks up the localities of a postcode with the suburb's name. Null if the lookup fails. */
async function localitiesOf({ suburb, postcode }: Locality): Promise<readonly Locality[] | null> {
  const result = await checkout.localities({ suburb, postcode }).catch(() => null);
  return result?.ok ? result.value.data : null;
}

/**
 * Validates a locality by the server's rule.
 * @returns the error message [CHK-18], or null if the locality is valid, incomplete, or cannot be validated now
 */
export async function fetchLocalityError(market: Market, locality: Locality): Promise<string | null> {
  if (!isCompleteLocality(market, locality)) return null;
  const found = getMarketConfig(market).states.length > 0 ? await localitiesOf(locality) : [];
  return found && validateLocality(market, locality, { byPostcode: () => found });
}
