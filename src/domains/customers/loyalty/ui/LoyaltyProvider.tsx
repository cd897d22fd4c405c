import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { DEFAULT_TIER } from '#domains/customers/identity/model/tiers.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { PREVIEW_PARAMETER } from '#domains/settings/model/preview-parameter.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { loyaltyContract } from '../contract.ts';
import { couponValuesOf, type LoyaltyConfig } from '../model/programme-values.ts';
import { selectTier } from '../model/tier-selection.ts';
import { LoyaltyContext } from './loyalty-context.ts';

let fetching: Promise<LoyaltyConfig | null> | null = null;

/** Fetches the programme once per document [LOY-21]. The next page retries after a failure. */
function fetchConfig(): Promise<LoyaltyConfig | null> {
  const preview = new URLSearchParams(location.search).get(PREVIEW_PARAMETER);
  fetching ??= client(loyaltyContract, fetchTransport())
    .config(preview === null ? {} : { preview })
    .then(
      (result) => (result.ok ? result.value : null),
      () => null,
    )
    .then((config) => {
      if (config === null) fetching = null;
      return config;
    });
  return fetching;
}

/**
 * Provides tier and programme [LOY-19].
 * @param config the programme if the page came with it
 */
export function LoyaltyProvider({ children, config: override = null }: { children: ReactNode; config?: LoyaltyConfig | null }) {
  const { isLoading, user } = useAuth();
  const { pathname } = useLocation();
  const [config, setConfig] = useState(override);
  const [chosen, setTier] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    if (override !== null) return;
    let ignore = false;
    void fetchConfig().then((fetched) => {
      if (!ignore) setConfig(fetched);
    });
    return () => {
      ignore = true;
    };
  }, [override]);
  const customer = useMemo(() => user && { isStaff: user.customer_group === 'STAFF', tier: user.loyalty_tier }, [user]);
  // The default tier applies while the sign-in is loading.
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
