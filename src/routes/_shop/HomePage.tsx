import { catalogueContract } from '#domains/catalogue/contract.ts';
import { contentContract } from '#domains/content/contract.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { type Shelves, toHomeCollections } from '#domains/discovery/search/model/home-collections.ts';
import { usePersonalisedCollections } from '#domains/discovery/search/ui/use-personalised-collections.ts';
import { wineClubContract } from '#domains/selling/clubs/contract.ts';
import { type Client, client } from '#lib/client.ts';
import { MARKETS } from '#markets/market.ts';
import { deferHydration, preloadedComponent } from '#ui/lazy-component.ts';
import { headTags } from '../_layout/head.ts';
import { organisation } from '../_layout/json-ld.ts';
import { getSiteData, useSiteData } from '../_layout/use-site-data.ts';
import { lineup } from '../home-selection.ts';
import { homeStories } from '../home-stories.ts';
import { otherShop } from '../links.ts';
import type { PageContext } from '../page-context.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/HomePage.ts';
import { offersNamed } from './content/load-page.ts';
import { CategoryRow } from './home/CategoryRow.tsx';
import { CaseFeature } from './home/FeaturedCase.tsx';
import { homeMessages } from './home/messages.ts';
import { NewArrivals } from './home/NewArrivals.tsx';
import { OtherRoom } from './home/OtherSiteTeaser.tsx';
import { Promises } from './home/ServiceHighlights.tsx';
import { SpiritsHero } from './home/SpiritsHero.tsx';
import { WineHero } from './home/WineHero.tsx';

export const handle = { cache: 'shared', robots: 'index' } satisfies PageHandle;

/** Rendered on the server. Its script loads after the first load. */
const HomeStories = deferHydration(preloadedComponent(() => import('./home/HomeStories.tsx')));

const HERO_BOTTLES = { wine: 6, spirits: 4 } as const;

/** Shown while the search indexes are being built, which takes seconds. */
const NO_SHELVES: Shelves = { picks: [], fresh: [], mixed: [], categories: [] };

/** Returns the shelves of a shop, empty ones while they are being prepared. */
async function loadShelves(search: Client<typeof searchContract>, kind: 'wine' | 'spirits'): Promise<Shelves> {
  const result = await search.shelves({ kind });
  if (result.ok) return result.value;
  if (result.status === 503) return NO_SHELVES;
  throw new Error('The shelves could not be read');
}

/** Loads the latest article and the clubs. Returns nothing if they cannot be read, because the page works without them. */
async function loadStories(context: PageContext, caseImageUrl: string | null) {
  const [articles, clubs] = await Promise.all([
    client(contentContract, context.transport).pages({ template: 'article' }),
    client(wineClubContract, context.transport).clubs({}),
  ]);
  const pages = articles.ok ? articles.value.data : [];
  const pictured = new Map(pages.flatMap(({ id, picture }) => (picture?.of === 'offer' ? [[id, picture.offerId] as const] : [])));
  const offers = await offersNamed(context, [...new Set(pictured.values())]);
  const isAbout = ({ id, picture }: (typeof pages)[number]) =>
    picture?.of === 'engraving'
      ? context.site.kind === 'wine'
      : offers[pictured.get(id) ?? '']?.isSpirit === (context.site.kind === 'spirits');
  return homeStories(pages, clubs.ok ? clubs.value.data : [], isAbout, caseImageUrl);
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { site, transport } = page;
  const search = client(searchContract, transport);
  const otherKind = site.kind === 'wine' ? 'spirits' : 'wine';
  const [here, there] = await Promise.all([loadShelves(search, site.kind), loadShelves(search, otherKind)]);
  const { mixed } = here;
  const [, , producer = '', offer = ''] = mixed[0]?.url.split('/') ?? [];
  const feature = mixed[0] ? await client(catalogueContract, transport).offer({ producer, offer }) : null;
  return {
    kind: site.kind,
    texts: page.home,
    stories: await loadStories(page, feature?.ok ? feature.value.offer.caseImageUrl : null),
    hero: lineup(here, HERO_BOTTLES[site.kind]),
    ...toHomeCollections(here),
    feature: feature?.ok ? feature.value.offer : null,
    otherRoom: lineup(there, 4).map(({ offerId, imageUrl, category, isMixed, packSize }) => ({
      offerId,
      imageUrl,
      category,
      isMixed,
      packSize,
    })),
  };
}

/** Heading and introduction used if there are no new offers. */
const PICKS = { title: homeMessages.ourPicks, lede: '' } as const;
/** The category that the hero links to, in addition to all offers. */
const CASES = { wine: 'Mixed', spirits: 'Mixed spirits' } as const;

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  return headTags(siteData, {
    title: loaderData.texts.pageTitle,
    description: loaderData.texts.description,
    path: '/',
    markets: MARKETS,
    data: import.meta.env.SSR ? [organisation(siteData.origin, siteData.layout.supportPhone, siteData.layout.identity?.name)] : [],
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { kind, texts, hero, feature, stories, otherRoom } = loaderData;
  const { fresh, isFresh, categories, total } = usePersonalisedCollections(kind, loaderData);
  const siteData = useSiteData();
  const other = siteData && otherShop(siteData);
  const Hero = kind === 'wine' ? WineHero : SpiritsHero;
  return (
    <>
      <Hero texts={texts} bottles={hero} total={total} hasCases={categories.some(({ category }) => category === CASES[kind])} />
      {siteData && <Promises siteData={siteData} />}
      <NewArrivals kind={kind} texts={isFresh ? texts.newest : PICKS} offers={fresh} total={total} />
      <CategoryRow kind={kind} categories={categories} />
      {feature && <CaseFeature offer={feature} />}
      <HomeStories {...stories} />
      {other && otherRoom.length > 0 && (
        <OtherRoom bottles={otherRoom} kind={other.kind} texts={texts.other} address={`${other.origin}/`} />
      )}
    </>
  );
}
