import { data } from 'react-router';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { EMPTY_SEARCH, type RefinedSearch } from '#domains/discovery/search/model/state.ts';
import { parseSearch, serializeSearch } from '#domains/discovery/search/model/url-state.ts';
import { hostedSearch } from '#domains/discovery/search/ui/use-search-calls.ts';
import { client } from '#lib/client.ts';
import { MARKETS } from '#markets/market.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { headTags } from '../_layout/head.ts';
import { breadcrumbList, itemList } from '../_layout/json-ld.ts';
import { getSiteData, useSiteData } from '../_layout/use-site-data.ts';
import { listPathOf, type SiteData } from '../links.ts';
import { addressOfState, LIST_PARAMS } from '../list-url.ts';
import { pageContext } from '../page-context.ts';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/ListPage.ts';
import { ListBody } from './list/ListBody.tsx';
import type { ListHeadings } from './list/list-headings.ts';

export const handle = { cache: 'shared', robots: 'index', params: LIST_PARAMS } satisfies PageHandle;

const PAGE_SIZE = 40;

/** Loaded on the server only, so that the headings of all lists are not sent to the browser. */
const loadHeadings = async (...of: Parameters<typeof import('./list/list-headings.ts')['listHeadings']>) =>
  (await import('./list/list-headings.ts')).listHeadings(...of);

/** Returns the intro below the heading. The list of all offers uses the shop's own, if it has one. */
const findIntro = ({ intro, isOfAll }: Pick<ListHeadings, 'intro' | 'isOfAll'>, siteData: SiteData | null): string =>
  (isOfAll && siteData?.layout.brand.listLede) || intro;

/** Returns the URL of a category: the first page of a list in its default order. */
const categoryUrl = (kind: 'wine' | 'spirits', state: RefinedSearch): string =>
  addressOfState(listPathOf(kind), { ...state, page: 1, sortBy: 'default' });

export async function loader({ url, context }: Route.LoaderArgs) {
  const { transport, layout } = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const kind = pathname.startsWith('/spirits') ? 'spirits' : 'wine';
  const list = await client(searchContract, transport).list({ kind, search, all: searchParams.get('all') ?? '' });
  if (!list.ok) throw data(null, { status: list.status });
  const state = parseSearch(search);
  return data(
    {
      kind,
      state,
      category: categoryUrl(kind, state),
      words: await loadHeadings(kind, state, layout.categories),
      list: list.value,
    } as const,
    {
      status: state.page > list.value.pages ? 404 : 200,
    },
  );
}

/** With a hosted search, the browser requests list changes from it and not from the shop's server. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const hosted = hostedSearch();
  if (hosted === null) return serverLoader();
  const { pathname, search, searchParams } = new URL(request.url);
  const kind = pathname.startsWith('/spirits') ? 'spirits' : 'wine';
  const list = await hosted.calls.list({ kind, search, all: searchParams.get('all') ?? '' });
  if (!list.ok) return serverLoader();
  const state = parseSearch(search);
  return {
    kind,
    state,
    category: categoryUrl(kind, state),
    words: await loadHeadings(kind, state, hosted.categories),
    list: list.value,
  } as const;
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const siteData = getSiteData(matches);
  if (!siteData || !loaderData) return [];
  const { kind, state, list, words } = loaderData;
  const { title, breadcrumbs } = words;
  const intro = findIntro(words, siteData);
  // Search engines list only the first pages and categories of a list, not every state.
  const isFound = words.isCategory && list.hits.length > 0;
  const { page, refinementList } = state;
  const canonical = serializeSearch(isFound ? { ...EMPTY_SEARCH, page, refinementList } : state);
  return headTags(siteData, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: intro,
    path: canonical === '' ? listPathOf(kind) : `${listPathOf(kind)}?${canonical}`,
    kind,
    markets: MARKETS,
    isIndexed: isFound,
    data: import.meta.env.SSR
      ? [breadcrumbList(siteData.origin, breadcrumbs), itemList(siteData.origin, list.hits, (page - 1) * PAGE_SIZE + 1)]
      : [],
  });
}

/** The product search of a site, whose state is in the URL [SRCH-1]. */
export default function ListPage({ loaderData: { kind, state, words, list } }: Route.ComponentProps) {
  const siteData = useSiteData();
  const { title, breadcrumbs } = words;
  const intro = findIntro(words, siteData);
  return (
    <>
      <div className="container list-head">
        <Breadcrumbs breadcrumbs={breadcrumbs} />
        <h1 className="heading-2">{title}</h1>
        <p className="text-muted intro">{intro}</p>
      </div>
      <ListBody kind={kind} path={listPathOf(kind)} filter="" displayed={state} result={list} />
    </>
  );
}
