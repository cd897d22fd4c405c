import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { signInUrl, useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { tierName } from '#domains/customers/loyalty/model/programme-values.ts';
import { tierInfo } from '#domains/customers/loyalty/model/tier-selection.ts';
import { LoyaltyProvider } from '#domains/customers/loyalty/ui/LoyaltyProvider.tsx';
import { useLoyalty } from '#domains/customers/loyalty/ui/loyalty-context.ts';
import { indexName } from '#domains/discovery/search/model/index-names.ts';
import { useSearchCalls } from '#domains/discovery/search/ui/use-search-calls.ts';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { useSiteData } from '#routes/_layout/use-site-data.ts';
import { listPathOf } from '#routes/links.ts';
import { ShopCard } from '../BuyableOfferCard.tsx';
import { tierOfferMessages as m } from './messages.ts';

/** Returns the tier of the `code` parameter. It changes the texts, never the offers. */
function useTierOfCode(): string | null {
  const code = new URLSearchParams(useLocation().search).get('code');
  const [tier, setTier] = useState<string | null>(null);
  useEffect(() => {
    if (code === null) return;
    let ignore = false;
    client(loyaltyContract, fetchTransport())
      .tierOfCode({ code: code.slice(0, 200) })
      .then(
        (result) => {
          if (!ignore && result.ok) setTier(result.value.data.tier);
        },
        () => {},
      );
    return () => {
      ignore = true;
    };
  }, [code]);
  return tier;
}

type Offers = readonly CatalogueHit[] | 'reading' | 'failed';

/** Requests the offers of the customer's own tier with the token. */
function useTierOffers(): Offers {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { market } = useMarketConfig();
  const kind = useSiteData()?.site.kind ?? 'wine';
  const calls = useSearchCalls();
  const [offers, setOffers] = useState<Offers>('reading');
  const tier = user && tierInfo({ isStaff: user.customer_group === 'STAFF', tier: user.loyalty_tier }, pathname, indexName(market)).tier;
  useEffect(() => {
    if (tier === null) return;
    let ignore = false;
    const matched = tier === 'none' ? 'NEW' : tier.toUpperCase();
    calls.list({ kind, filter: `tiersEligible:${matched}`, ownTier: 'yes' }).then(
      (result) => {
        if (!ignore) setOffers(result.ok ? result.value.hits : 'failed');
      },
      () => {
        if (!ignore) setOffers('failed');
      },
    );
    return () => {
      ignore = true;
    };
  }, [calls, kind, tier]);
  return offers;
}

/** Offers of the customer's tier with the loyalty data that they need. */
export default function TierOffers() {
  return (
    <LoyaltyProvider>
      <Viewer />
    </LoyaltyProvider>
  );
}

function Viewer() {
  const { isLoading, isAuthenticated } = useAuth();
  const { tier, config } = useLoyalty();
  const addressedTier = useTierOfCode();
  const { pathname, search } = useLocation();
  if (isLoading) return <h1 className="heading-2">{m.title}</h1>;
  if (!isAuthenticated)
    return (
      <>
        <h1 className="heading-2">{addressedTier === null ? m.forMembers : m.forTier(tierName(config, addressedTier))}</h1>
        <p className="intro text-muted">{m.guest}</p>
        <p>
          <a className="button button-primary" href={signInUrl(pathname + search)}>
            {m.signIn}
          </a>{' '}
          <Link className="link" to="/loyalty">
            {m.howItWorks}
          </Link>
        </p>
      </>
    );
  return <Own tier={tier ?? 'none'} addressedTier={addressedTier} />;
}

function Own({ tier, addressedTier }: { tier: string; addressedTier: string | null }) {
  const { config } = useLoyalty();
  const offers = useTierOffers();
  const kind = useSiteData()?.site.kind ?? 'wine';
  const label = tier === 'none' ? m.newTier : tierName(config, tier);
  return (
    <>
      <h1 className="heading-2">{m.forTier(label)}</h1>
      <p className="intro text-muted">
        {addressedTier !== null && addressedTier !== tier.toUpperCase() ? m.otherTier(tierName(config, addressedTier)) : m.setAside}
      </p>
      {offers === 'reading' && (
        <p role="status" className="text-muted">
          {m.loading}
        </p>
      )}
      {offers === 'failed' && <p role="alert">{m.failed}</p>}
      {Array.isArray(offers) && offers.length === 0 && (
        <p>
          {m.empty}{' '}
          <Link className="link" to={listPathOf(kind)}>
            {m.browse}
          </Link>
        </p>
      )}
      {Array.isArray(offers) && offers.length > 0 && (
        <>
          <h2 className="visually-hidden">{m.offers}</h2>
          <div className="product-grid">
            {offers.map((offer: CatalogueHit) => (
              <ShopCard key={offer.offerId} offer={offer} />
            ))}
          </div>
        </>
      )}
    </>
  );
}
