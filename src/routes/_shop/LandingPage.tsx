import { data } from 'react-router';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { LANDINGS, landingUrl } from '#domains/discovery/search/model/landings.ts';
import { EMPTY_SEARCH } from '#domains/discovery/search/model/state.ts';
import { parseSearch, serializeSearch } from '#domains/discovery/search/model/url-state.ts';
import { client } from '#lib/client.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { headTags } from '../_layout/head.ts';
import { breadcrumbList, itemList } from '../_layout/json-ld.ts';
import { getSiteData, useSiteData } from '../_layout/use-site-data.ts';
import { listPathOf } from '../links.ts';
import { LIST_PARAMS } from '../list-url.ts';
import { navigationMessages } from '../messages/navigation.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/LandingPage.ts';
import { ListBody } from './list/ListBody.tsx';
import { furtherLandings, landingHeadings } from './list/landing-copy.ts';
import { listMessages } from './list/messages.ts';

export const handle = { cache: 'shared', robots: 'index', params: LIST_PARAMS } satisfies PageHandle;

const PAGE_SIZE = 40;

/** List of one country, region or varietal, generated from the catalogue. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { site, transport } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const attribute = LANDINGS.find(({ path }) => pathname.toLowerCase().startsWith(`/${path}/`))?.attribute;
  if (!attribute) throw data(null, { status: 404 });
  const calls = client(searchContract, transport);
  const found = await calls.landing({ kind: site.kind, attribute, slug: params.slug ?? '' });
  if (!found.ok) throw data(null, { status: found.status === 503 ? 503 : 404 });
  const { value } = found.value;
  const filter = `${attribute}:"${value.replace(/["\\]/g, '\\$&')}"`;
  const list = await calls.list({ kind: site.kind, search, filter, all: searchParams.get('all') ?? '' });
  if (!list.ok) throw data(null, { status: list.status });
  const state = parseSearch(search);
  const status = state.page > list.value.pages ? 404 : 200;
  return data({ kind: site.kind, attribute, value, filter, state, list: list.value } as const, { status });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const { kind, attribute, value, state, list } = loaderData;
  const { title, intro, breadcrumbs } = landingHeadings(kind, attribute, value, siteData.layout.brand.landingLede);
  const { page } = state;
  const path = landingUrl(attribute, value);
  const isPlain = serializeSearch({ ...state, page: 1 }) === '';
  return headTags(siteData, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: intro,
    path: isPlain && page > 1 ? `${path}?${serializeSearch({ ...EMPTY_SEARCH, page })}` : path,
    kind,
    isIndexed: isPlain && list.hits.length > 0,
    data: import.meta.env.SSR
      ? [breadcrumbList(siteData.origin, breadcrumbs), itemList(siteData.origin, list.hits, (page - 1) * PAGE_SIZE + 1)]
      : [],
  });
}

export default function LandingPage({ loaderData: { kind, attribute, value, filter, state, list } }: Route.ComponentProps) {
  const { title, intro, breadcrumbs } = landingHeadings(kind, attribute, value, useSiteData()?.layout.brand.landingLede);
  const further = furtherLandings(attribute, value, list.facets);
  return (
    <>
      <div className="container list-head">
        <Breadcrumbs breadcrumbs={breadcrumbs} />
        <h1 className="heading-2">{title}</h1>
        <p className="text-muted intro">{intro}</p>
      </div>
      <ListBody kind={kind} path={landingUrl(attribute, value)} filter={filter} displayed={state} result={list} />
      {further.length > 0 && (
        <nav className="container landing-more" aria-label={listMessages.keepExploring}>
          <h2 className="heading-4">{listMessages.keepExploring}</h2>
          <ul>
            {[{ label: navigationMessages.all[kind], to: listPathOf(kind) }, ...further].map((link) => (
              <li key={link.to}>
                <SiteLink className="chip" link={link} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
