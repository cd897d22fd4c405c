/** Addresses and the default card of a customer, as the signed-in user carries them (SPEC.md §3 "User"). */
import type { Holdings } from '../../identity/auth-user.ts';
import type { AuthStore } from '../../identity/web/auth-store.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { accountCalls } from '../contract.ts';

/** Read both; null where either cannot be had. */
export async function readHoldings(auth: AuthStore, customerID: number): Promise<Holdings | null> {
  const calls = client(accountCalls, signedTransport(fetchTransport(), auth));
  const [addresses, instruments] = await Promise.all([
    calls.addresses({ customerID }),
    calls.instruments({ customerID, defaultOnly: true }),
  ]);
  return addresses.ok && instruments.ok ? { addresses: addresses.value.data, stored_instruments: instruments.value.data } : null;
}
