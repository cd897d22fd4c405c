/** Asks the server for the total of one-click checkout. Loaded only in markets where postcodes have fees of their own. */
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { oneClickContract } from '#domains/selling/checkout/one-click-contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import type { Market } from '#markets/market.ts';

interface HomeTotalRequest {
  readonly customerID: number;
  readonly market: Market;
  readonly cartId: string;
}

/** What one-click checkout costs, or why nothing is delivered to the default address. */
export type HomeTotal = { readonly total: number } | { readonly reason: string };

/** @returns null if the shop does not answer */
export async function fetchHomeTotal(auth: AuthStore, request: HomeTotalRequest): Promise<HomeTotal | null> {
  const result = await client(oneClickContract, signedTransport(fetchTransport(), auth))
    .total(request)
    .catch(() => null);
  if (result?.ok) return { total: result.value.data.total };
  return result?.code === 'no_delivery' ? { reason: result.title } : null;
}
