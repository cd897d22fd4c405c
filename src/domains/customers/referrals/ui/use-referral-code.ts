/** The customer's referral code in the browser [REF-4]. */
import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import type { Client } from '#lib/client.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { referralContract } from '../contract.ts';

export interface ReferralCodeState {
  readonly checkingReferralCode: boolean;
  /** Empty while loading and after a failure [REF-5]. */
  readonly customerReferralCode: string;
}

export type ReferralCalls = Pick<Client<typeof referralContract>, 'check'>;

/**
 * Reads a customer's referral code; the server creates it the first time.
 * @param contactId the CRM's contact id
 * @returns the code, empty after a failure, which the transport reports [REF-5]
 */
export async function checkReferralCode(calls: ReferralCalls, customerId: number, contactId: string): Promise<string> {
  if (customerId === 0) return '';
  const result = await calls.check({ bigcommerceId: customerId, hubspotId: contactId }).catch(() => null);
  return result?.ok ? result.value.code : '';
}

/** Reads the code of the signed-in customer, again after a change of customer [REF-4]. */
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
