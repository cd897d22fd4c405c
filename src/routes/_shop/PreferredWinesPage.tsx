import { Suspense } from 'react';
import { useParams } from 'react-router';
import type { Preferred } from '#domains/discovery/preferred-wines/model/ranking.ts';
import { MARKETS } from '#markets/market.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { headTags } from '../_layout/head.ts';
import { getSiteData, useSiteData } from '../_layout/use-site-data.ts';
import type { Route } from './+types/PreferredWinesPage.ts';
import { ShopCard } from './BuyableOfferCard.tsx';
import './PreferredWinesPage.css';

const PreferredWines = lazyComponent(() => import('#domains/discovery/preferred-wines/ui/PreferredWines.tsx'));

const WORDS = {
  wine: { title: 'Wines for you', lede: 'A few questions, none of them hard. We look for what fits, and say why.' },
  spirits: { title: 'Bottles for you', lede: 'A few questions, none of them hard. We look for what fits, and say why.' },
} as const;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = getSiteData(matches);
  if (!facts) return [];
  const { title, lede } = WORDS[facts.site.kind];
  return headTags(facts, {
    title,
    description: lede,
    path: '/preferred-wines',
    kind: facts.site.kind,
    markets: MARKETS,
    isIndexed: true,
    data: [],
  });
}

const cardOf = ({ offer, reason }: Preferred) => <ShopCard key={offer.offerId} offer={offer} note={reason} />;

/** Preferred wines. Rendered in the browser only [CONT-24]; the server sends the layout. */
export default function PreferredWinesPage() {
  const kind = useSiteData()?.site.kind ?? 'wine';
  const isAlive = useHydrated();
  const isResults = useParams()['*']?.startsWith('results') ?? false;
  const { title, lede } = WORDS[kind];
  return (
    <div className="container preferred">
      <h1 className="heading-2">{title}</h1>
      <p className="intro text-muted">{lede}</p>
      {isAlive && (
        <Suspense fallback={null}>
          <PreferredWines kind={kind} isResults={isResults} cardOf={cardOf} />
        </Suspense>
      )}
      <noscript>
        <p>The questions need JavaScript, which is turned off in this browser.</p>
      </noscript>
    </div>
  );
}
