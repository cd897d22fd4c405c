import { Suspense } from 'react';
import { useParams } from 'react-router';
import type { Preferred } from '#domains/discovery/preferred-wines/model/ranking.ts';
import { MARKETS } from '#markets/market.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { headTags } from '../_layout/head.ts';
import { getSiteData, useSiteData } from '../_layout/use-site-data.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/PreferredWinesPage.ts';
import { ShopCard } from './BuyableOfferCard.tsx';
import { preferredWinesPageMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

const PreferredWines = lazyComponent(() => import('#domains/discovery/preferred-wines/ui/PreferredWines.tsx'));

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData) return [];
  return headTags(siteData, {
    title: m.titles[siteData.site.kind],
    description: m.intro,
    path: '/preferred-wines',
    kind: siteData.site.kind,
    markets: MARKETS,
    isIndexed: true,
    data: [],
  });
}

const cardOf = ({ offer, reason }: Preferred) => <ShopCard key={offer.offerId} offer={offer} note={reason} />;

/** Preferred wines [CONT-8]. Rendered in the browser only [CONT-24]; the server sends the layout. */
export default function PreferredWinesPage() {
  const kind = useSiteData()?.site.kind ?? 'wine';
  const isHydrated = useHydrated();
  const isResults = useParams()['*']?.startsWith('results') ?? false;
  return (
    <div className="container preferred">
      <h1 className="heading-2">{m.titles[kind]}</h1>
      <p className="intro text-muted">{m.intro}</p>
      {isHydrated && (
        <Suspense fallback={null}>
          <PreferredWines kind={kind} isResults={isResults} cardOf={cardOf} />
        </Suspense>
      )}
      <noscript>
        <p>{m.noScript}</p>
      </noscript>
    </div>
  );
}
