/** Clients of the club endpoints for the browser. */
import { useMemo } from 'react';
import { useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { type Client, client } from '#lib/client.ts';
import { membershipContract, wineClubContract } from '../contract.ts';

/** Client of the public endpoints. */
export const clubs = client(wineClubContract, fetchTransport());

export type MembershipClient = Client<typeof membershipContract>;

/** Returns a client that sends the customer's token. */
export function useMemberships(): MembershipClient {
  const auth = useAuthStore();
  return useMemo(() => client(membershipContract, signedTransport(fetchTransport(), auth)), [auth]);
}
