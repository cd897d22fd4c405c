import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { loyaltyContract } from '../contract.ts';
import { couponValuesOf, type LoyaltyConfig } from '../model/programme-values.ts';
import { selectTier } from '../model/tier-selection.ts';
import { LoyaltyContext } from './loyalty-context.ts';

let fetching: Promise<LoyaltyConfig | null> | null = null;

/** The programme, fetched once while the document lives; a failure is tried again by the next page. */
function fetchConfig(): Promise<LoyaltyConfig | null> {
  fetching ??= client(loyaltyContract, fetchTransport())
    .config({})
    .then(
      (answer) => (answer.ok ? answer.value : null),
      () => null,
    )
    .then((config) => {
      if (config === null) fetching = null;
      return config;
    });
  return fetching;
}

/** Gives everything below tier and programme. @param config the programme where the page came with it */
export function LoyaltyProvider({ children, config: given = null }: { children: ReactNode; config?: LoyaltyConfig | null }) {
  const { isLoading, user } = useAuth();
  const { pathname } = useLocation();
  const [config, setConfig] = useState(given);
  const [chosen, setTier] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    if (given !== null) return;
    let ignore = false;
    void fetchConfig().then((fetched) => {
      if (!ignore) setConfig(fetched);
    });
    return () => {
      ignore = true;
    };
  }, [given]);
  const customer = useMemo(() => user && { isStaff: user.customer_group === 'STAFF', tier: user.loyalty_tier }, [user]);
  // Until it is known who reads the page the default stands.
  const tier = chosen !== undefined ? chosen : isLoading ? DEFAULT_TIER : selectTier(customer, pathname);
  const value = useMemo(
    () => ({
      tier,
      setTier,
      config,
      findCoupon: (occasion: 'birthday' | 'anniversary') => couponValuesOf(config, tier)[occasion],
      getLoyaltyConfig: () => config,
    }),
    [tier, config],
  );
  return <LoyaltyContext value={value}>{children}</LoyaltyContext>;
}
