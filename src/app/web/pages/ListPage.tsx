import { useEffect, useRef } from 'react';
import { data, useNavigation, useNavigationType } from 'react-router';
import { CATEGORY_WORDS, isCategory } from '../../../catalogue/category-words.ts';
import { client } from '../../../platform/client.ts';
import { searchCalls } from '../../../search/contract.ts';
import { Breadcrumbs } from '../../../ui/web/Breadcrumbs.tsx';
import { Paging } from '../../../ui/web/Paging.tsx';
import { useSlow } from '../../../ui/web/use-slow.ts';
import { type ListState, listAddress } from '../../list-address.ts';
import { listPathOf } from '../../shop-links.ts';
import { headTags } from '../head.ts';
import { breadcrumbList, itemList } from '../json-ld.ts';
import { pageContext } from '../page-context.ts';
import { siteFactsOf } from '../site-facts.ts';
import type { Route } from './+types/ListPage.ts';
import { CategoryChips } from './list/CategoryChips.tsx';
import { countWords, listWords } from './list/list-words.ts';
import { NothingFound } from './list/NothingFound.tsx';
import { ResultShelf } from './list/ResultShelf.tsx';
import { isSort, SortSelect } from './list/SortSelect.tsx';

const PAGE_SIZE = 40;

/** What stands in the address, with everything unknown left out. */
function stateOf(search: URLSearchParams) {
  const [category, sortBy, page] = [search.get('category') ?? '', search.get('sortBy') ?? '', Number(search.get('page') ?? 1)];
  return {
    query: (search.get('query') ?? '').trim().slice(0, 200),
    ...(isCategory(category) ? { category } : {}),
    ...(isSort(sortBy) ? { sortBy } : {}),
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { transport } = context.get(pageContext);
  const url = new URL(request.url);
  const kind = url.pathname.startsWith('/spirits') ? 'spirits' : 'wine';
  const state = stateOf(url.searchParams);
  const answer = await client(searchCalls, transport).list({ kind, search: url.search });
  if (!answer.ok) throw data(null, { status: answer.status });
  const { hits, total, pages } = answer.value;
  return data({ kind, ...state, hits, total, pages } as const, { status: state.page > pages ? 404 : 200 });
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const facts = siteFactsOf(matches);
  if (!facts || !loaderData) return [];
  const { kind, query, category, page, hits } = loaderData;
  const { title, lede, trail } = listWords(loaderData);
  return headTags(facts, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description: lede,
    path: listAddress(listPathOf(kind), { query, category, page }),
    kind,
    isInEveryMarket: true,
    isIndexed: query === '' && hits.length > 0,
    data: [breadcrumbList(facts.origin, trail), itemList(facts.origin, hits, (page - 1) * PAGE_SIZE + 1)],
  });
}

export default function ListPage({ loaderData }: Route.ComponentProps) {
  const { kind, query, category, sortBy, page, pages, total, hits } = loaderData;
  const path = listPathOf(kind);
  const state: ListState = { query, category, sortBy };
  const { title, lede, trail } = listWords(loaderData);

  const navigation = useNavigation();
  const isWaiting = useSlow(navigation.location?.pathname === path);
  const heading = useRef<HTMLHeadingElement>(null);
  const isBack = useNavigationType() === 'POP';
  const shownPage = useRef(page);
  useEffect(() => {
    // The next page is read from its top; going back keeps the place (scroll positions are kept by path alone).
    if (shownPage.current !== page && !isBack) heading.current?.scrollIntoView();
    shownPage.current = page;
  }, [page, isBack]);

  return (
    <>
      <div className="wrap list-head">
        <Breadcrumbs trail={trail} />
        <h1 className="d52" ref={heading}>
          {title}
        </h1>
        <p className="quiet lede">{lede}</p>
      </div>
      <div className="wrap">
        <CategoryChips kind={kind} query={query} category={category} />
        <section aria-label="Results">
          <div className="tools">
            <p className="num count" role="status">
              <b>{countWords(total, category ? CATEGORY_WORDS[category] : kind)}</b>
            </p>
            {total > 1 && <SortSelect path={path} state={state} />}
          </div>
          <h2 className="vh">Results</h2>
          {hits.length > 0 ? (
            <ResultShelf offers={hits} isWaiting={isWaiting} />
          ) : (
            <NothingFound path={path} query={query} total={total} hasCategory={category !== undefined} />
          )}
        </section>
        <Paging page={page} pages={pages} addressOf={(number) => listAddress(path, { ...state, page: number })} />
      </div>
    </>
  );
}
