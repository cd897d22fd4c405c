/** Addresses, the default card and the tier of a customer, as the signed-in user carries them (SPEC.md §3 "User"). */
import type { AccountDetails } from '../../identity/auth-user.ts';
import type { AuthStore } from '../../identity/web/auth-store.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { loyaltyContract } from '../../loyalty/contract.ts';
import { client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { accountContract } from '../contract.ts';

/** Reads them; null where addresses or card cannot be had. */
export async function loadAccountDetails(auth: AuthStore, customerID: number): Promise<AccountDetails | null> {
  const transport = signedTransport(fetchTransport(), auth);
  const calls = client(accountContract, transport);
  const [addresses, instruments, member] = await Promise.all([
    calls.addresses({ customerID }),
    calls.instruments({ customerID, defaultOnly: true }),
    // Reading it counts what was bought meanwhile, so an order that reaches a tier shows at once.
    client(loyaltyContract, transport).member({}),
  ]);
  if (!addresses.ok || !instruments.ok) return null;
  const kept = { addresses: addresses.value.data, stored_instruments: instruments.value.data };
  return member.ok ? { ...kept, loyalty_tier: member.value.data.tier } : kept;
}
