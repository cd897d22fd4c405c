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

/** @returns the total, decimal. Null if there is no delivery to the default address or no answer */
export async function fetchHomeTotal(auth: AuthStore, request: HomeTotalRequest): Promise<number | null> {
  const result = await client(oneClickContract, signedTransport(fetchTransport(), auth))
    .total(request)
    .catch(() => null);
  return result?.ok ? result.value.data.total : null;
}
