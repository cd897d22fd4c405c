/** The customer's own referral code in the browser (SPEC.md §3 "Auth/customer state", §8). */
import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { Client } from '#lib/client.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { referralContract } from '../contract.ts';

export interface ReferralCodeState {
  readonly checkingReferralCode: boolean;
  /** Empty until it is known, and if it could not be had. */
  readonly customerReferralCode: string;
}

export type ReferralCalls = Pick<Client<typeof referralContract>, 'check'>;

/**
 * Asks for a customer's referral code; it is made the first time.
 * @param contactId what the CRM calls the customer
 * @returns the code, empty if it could not be had: the transport has reported that
 */
export async function checkReferralCode(calls: ReferralCalls, customerId: number, contactId: string): Promise<string> {
  if (customerId === 0) return '';
  const answer = await calls.check({ bigcommerceId: customerId, hubspotId: contactId }).catch(() => null);
  return answer?.ok ? answer.value.code : '';
}

/** Reads the code of whoever is signed in, again when that is somebody else. */
export function useReferralCode(calls: ReferralCalls): ReferralCodeState {
  const { user, isLoading } = useAuth();
  const { market } = useMarketConfig();
  const customerId = user?.customerId ?? 0;
  const contact = user?.app_metadata[`HUBSPOT_${market}_CONTACT_ID`];
  const contactId = typeof contact === 'string' ? contact : '';
  const [state, setState] = useState<ReferralCodeState>({ checkingReferralCode: true, customerReferralCode: '' });
  useEffect(() => {
    if (isLoading) return;
    let ignore = false;
    setState({ checkingReferralCode: true, customerReferralCode: '' });
    void checkReferralCode(calls, customerId, contactId).then((customerReferralCode) => {
      if (!ignore) setState({ checkingReferralCode: false, customerReferralCode });
    });
    return () => {
      ignore = true;
    };
  }, [calls, customerId, contactId, isLoading]);
  return state;
}
