/** Loads addresses, default card and tier of the signed-in customer [ID-34]. */
import type { AccountDetails } from '#domains/customers/identity/model/auth-user.ts';
import type { AuthStore } from '#domains/customers/identity/ui/auth-store.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { accountContract } from '../contract.ts';

/** Loads the data in parallel. @returns null if addresses or card cannot be loaded */
export async function loadAccountDetails(auth: AuthStore, customerID: number): Promise<AccountDetails | null> {
  const transport = signedTransport(fetchTransport(), auth);
  const calls = client(accountContract, transport);
  const [addresses, instruments, member] = await Promise.all([
    calls.addresses({ customerID }),
    calls.instruments({ customerID, defaultOnly: true }),
    // Reading the member recalculates the tier, so a reached tier shows at once.
    client(loyaltyContract, transport).member({}),
  ]);
  if (!addresses.ok || !instruments.ok) return null;
  const details = { addresses: addresses.value.data, stored_instruments: instruments.value.data };
  return member.ok ? { ...details, loyalty_tier: member.value.data.tier } : details;
}
