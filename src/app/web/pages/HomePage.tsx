import { catalogueCalls } from '../../../catalogue/contract.ts';
import { MARKETS } from '../../../market/market.ts';
import { client } from '../../../platform/client.ts';
import { searchCalls } from '../../../search/contract.ts';
import { shownShelves } from '../../../search/shown-shelves.ts';
import { useOwnShelves } from '../../../search/web/use-own-shelves.ts';
import { lineup } from '../../lineup.ts';
import { otherShop } from '../../shop-links.ts';
import { headTags } from '../head.ts';
import { organisation } from '../json-ld.ts';
import { pageContext } from '../page-context.ts';
import { siteFactsOf, useSiteFacts } from '../site-facts.ts';
import type { Route } from './+types/HomePage.ts';
import { CaseFeature } from './home/CaseFeature.tsx';
import { CategoryRow } from './home/CategoryRow.tsx';
import { NewArrivals } from './home/NewArrivals.tsx';
import { OtherRoom } from './home/OtherRoom.tsx';
import { Promises } from './home/Promises.tsx';
import { SpiritsHero } from './home/SpiritsHero.tsx';
import { WineHero } from './home/WineHero.tsx';

const HERO_BOTTLES = { wine: 6, spirits: 4 } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { site, transport } = context.get(pageContext);
  const search = client(searchCalls, transport);
  const otherKind = site.kind === 'wine' ? 'spirits' : 'wine';
  const [here, there] = await Promise.all([search.shelves({ kind: site.kind }), search.shelves({ kind: otherKind })]);
  if (!here.ok || !there.ok) throw new Error('The shelves could not be read');
  const { mixed } = here.value;
  const [, , producer = '', offer = ''] = mixed[0]?.url.split('/') ?? [];
  const feature = mixed[0] ? await client(catalogueCalls, transport).offer({ producer, offer }) : null;
  return {
    kind: site.kind,
    hero: lineup(here.value, HERO_BOTTLES[site.kind]),
    ...shownShelves(here.value),
    feature: feature?.ok ? feature.value.offer : null,
    otherRoom: lineup(there.value, 4).map(({ offerId, imageUrl, category, isMixed, packSize }) => ({
      offerId,
      imageUrl,
      category,
      isMixed,
      packSize,
    })),
  };
}

const TITLES = { wine: 'Wine, chosen twice', spirits: 'Whisky and spirits, after dark' } as const;
const DESCRIPTIONS = {
  wine: 'An independent wine merchant. Two of us taste every bottle on different days; priced by the bottle, sold by the case, delivered to your door.',
  spirits: 'Whisky, gin, rum and the rest, poured side by side and written down honestly. Delivered to your door.',
} as const;

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts || !loaderData) return [];
  return headTags(facts, {
    title: TITLES[loaderData.kind],
    description: DESCRIPTIONS[loaderData.kind],
    path: '/',
    markets: MARKETS,
    data: [organisation(facts.origin, facts.frame.supportPhone)],
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { kind, hero, feature, otherRoom } = loaderData;
  const { fresh, categories, total } = useOwnShelves(kind, loaderData);
  const facts = useSiteFacts();
  const other = facts && otherShop(facts);
  return (
    <>
      {kind === 'wine' ? <WineHero bottles={hero} total={total} /> : <SpiritsHero bottles={hero} total={total} />}
      {facts && <Promises facts={facts} />}
      <NewArrivals kind={kind} offers={fresh} total={total} />
      <CategoryRow kind={kind} categories={categories} />
      {feature && <CaseFeature offer={feature} />}
      {other && otherRoom.length > 0 && <OtherRoom bottles={otherRoom} kind={other.kind} address={`${other.origin}/`} />}
    </>
  );
}
