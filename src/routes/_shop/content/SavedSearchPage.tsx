import { data } from 'react-router';
import { BlockColumn } from '#domains/content/ui/Blocks.tsx';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { carriedFilter } from '#domains/discovery/search/model/state-filter.ts';
import { parseSearch, serializeSearch } from '#domains/discovery/search/model/url-state.ts';
import { client } from '#lib/client.ts';
import { itemList } from '#routes/_layout/json-ld.ts';
import { LIST_PARAMS } from '#routes/list-url.ts';
import { pageContext } from '#routes/page-context.ts';
import type { PageHandle } from '#routes/page-handle.ts';
import { Breadcrumbs } from '#ui/Breadcrumbs.tsx';
import { ListBody } from '../list/ListBody.tsx';
import type { Route } from './+types/SavedSearchPage.ts';
import { loadPage } from './load-page.ts';
import { PageBlocks } from './PageBlocks.tsx';
import { breadcrumbsTo, pageHead } from './page-head.ts';

export const handle = { cache: 'shared', robots: 'index', params: LIST_PARAMS } satisfies PageHandle;

const LIST = { label: 'Collections', to: '/collections' } as const;

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { pathname, search, searchParams } = url;
  const loaded = await loadPage(page, pathname);
  const filter = carriedFilter(parseSearch(loaded.page.search));
  const { kind } = page.site;
  const list = await client(searchContract, page.transport).list({ kind, search, filter, all: searchParams.get('all') ?? '' });
  if (!list.ok) throw data(null, { status: list.status });
  const state = parseSearch(search);
  return data({ ...loaded, kind, filter, state, list: list.value } as const, { status: state.page > list.value.pages ? 404 : 200 });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [];
  const { page, list, state } = loaderData;
  const isPlain = serializeSearch(state) === '';
  return pageHead(
    matches,
    { page, list: LIST, data: (origin) => (import.meta.env.SSR ? [itemList(origin, list.hits, 1)] : []) },
    { isIndexed: isPlain && !page.isHidden && list.hits.length > 0 },
  );
}

/** Saved search: a named list with fixed filters that can be refined further. */
export default function SavedSearchPage({ loaderData }: Route.ComponentProps) {
  const { page, kind, filter, state, list } = loaderData;
  return (
    <>
      <div className="container list-head">
        <Breadcrumbs breadcrumbs={breadcrumbsTo(page, LIST)} />
        <h1 className="heading-2">{page.title}</h1>
        {page.summary && <p className="text-muted intro">{page.summary}</p>}
      </div>
      <ListBody kind={kind} path={page.path} filter={filter} displayed={state} result={list} />
      {page.blocks.length > 0 && (
        <BlockColumn className="container">
          <PageBlocks loaded={loaderData} />
        </BlockColumn>
      )}
    </>
  );
}
