/** The clubs' calls from the browser. */
import { useMemo } from 'react';
import { useAuthStore } from '../../identity/web/auth-context.ts';
import { signedTransport } from '../../identity/web/signed-transport.ts';
import { type Client, client } from '../../platform/client.ts';
import { fetchTransport } from '../../platform/web/fetch-transport.ts';
import { membershipContract, wineClubContract } from '../contract.ts';

/** What anybody may ask. */
export const clubs = client(wineClubContract, fetchTransport());

export type MembershipClient = Client<typeof membershipContract>;

/** With the customer's token, for memberships. */
export function useMemberships(): MembershipClient {
  const auth = useAuthStore();
  return useMemo(() => client(membershipContract, signedTransport(fetchTransport(), auth)), [auth]);
}
