import { Suspense, use, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { CATEGORY_WORDS, isCategory } from '#domains/catalogue/model/category-labels.ts';
import { useCategoryDisplay } from '#domains/catalogue/ui/category-display.ts';
import { activePills } from '#domains/discovery/search/model/format-facet-value.ts';
import type { Kind, ListResult } from '#domains/discovery/search/model/list-shape.ts';
import { type RefinedSearch, STALLED_AFTER_MS, turnedTo } from '#domains/discovery/search/model/state.ts';
import { serializeSearch } from '#domains/discovery/search/model/url-state.ts';
import { ActivePills } from '#domains/discovery/search/ui/ActivePills.tsx';
import { HostedSearchContext } from '#domains/discovery/search/ui/hosted-search-context.ts';
import { useListState } from '#domains/discovery/search/ui/use-list-state.ts';
import { usePersonalisedList } from '#domains/discovery/search/ui/use-personalised-list.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Icon } from '#ui/Icon.tsx';
import { deferHydration, lazyComponent, preloadedComponent } from '#ui/lazy-component.ts';
import { Paging } from '#ui/Pagination.tsx';
import { useDelayedFlag } from '#ui/use-delayed-flag.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { formatCount } from './format-count.ts';
import { listMessages } from './messages.ts';
import { ResultGrid } from './ResultGrid.tsx';
import { SortSelect } from './SortSelect.tsx';

// Loaded on demand: most lists have offers, and most visitors with a wide screen never open the sheet.
const NoResults = deferHydration(lazyComponent(() => import('./NoResults.tsx')));
const MissedQuery = lazyComponent(() => import('./DidYouMean.tsx'));
// Rendered on the server and hydrated shortly after the list.
const Filters = deferHydration(preloadedComponent(() => import('#domains/discovery/search/ui/FilterPanel.tsx')));
const FilterSheet = lazyComponent(() => import('#domains/discovery/search/ui/FilterSheet.tsx'));

export interface ListBodyProps {
  readonly kind: Kind;
  readonly path: string;
  /** Fixed filter of the page, in the grammar of `filters`. */
  readonly filter: string;
  /** The state that the results belong to. */
  readonly displayed: RefinedSearch;
  /** Results for guests. */
  readonly result: ListResult;
}

/** Filters, results and pagination of a list. Changes without loading a document. */
export function ListBody({ kind, path, filter, displayed, result: initial }: ListBodyProps) {
  const result = usePersonalisedList({ kind, filter, search: serializeSearch(displayed) }, initial);
  const { market, locale } = useMarketConfig();
  const { state, addressOf, go, isSubmitting } = useListState(displayed);
  const isStalled = useDelayedFlag(isSubmitting, STALLED_AFTER_MS);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const results = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const missed = useMissedQuery();
  useReadFromTop(displayed, results);
  useReports(displayed, initial, result, missed !== '');

  const [category = '', ...others] = displayed.refinementList.categories ?? [];
  const counted = formatCount(result.total, isCategory(category) && others.length === 0 ? CATEGORY_WORDS[category] : kind, locale);
  const pills = activePills(state, market, useCategoryDisplay());
  const scope = useMemo(() => ({ kind, search: '', filter }), [kind, filter]);
  const panel = <Filters path={path} state={state} facets={result.facets} prices={result.prices} scope={scope} onChange={go} />;

  return (
    <div className="container list-grid">
      <aside className="facets" aria-label={listMessages.filters}>
        {panel}
      </aside>
      <section aria-label={listMessages.results} ref={results}>
        <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
          {listMessages.results}
        </h2>
        {missed !== '' && (
          <Suspense>
            <MissedQuery kind={kind} path={path} missed={missed} />
          </Suspense>
        )}
        <div className="tools">
          <p className="num count" role="status">
            <b>{counted}</b>
          </p>
          <button
            type="button"
            className="button button-outline filter-button needs-script"
            onClick={() => setSheetOpen(true)}
            aria-haspopup="dialog"
          >
            <Icon name="filter" />
            {listMessages.filter} {pills.length > 0 && <b className="num">{pills.length}</b>}
          </button>
          {result.total > 1 && <SortSelect path={path} state={state} onChange={go} />}
        </div>
        <ActivePills state={state} pills={pills} addressOf={addressOf} onRemove={() => heading.current?.focus({ preventScroll: true })} />
        {result.hits.length > 0 ? (
          <ResultGrid offers={result.hits} isWaiting={isStalled} />
        ) : (
          <NoResults kind={kind} path={path} state={displayed} total={result.total} help={result.help} />
        )}
        <Paging page={result.page} pages={result.pages} addressOf={(page) => addressOf(turnedTo(state, page))} replace />
      </section>
      {isSheetOpen && (
        <Suspense>
          <FilterSheet
            showLabel={result.total === 0 ? listMessages.noMatches : listMessages.show(counted)}
            onClose={() => setSheetOpen(false)}
          >
            {panel}
          </FilterSheet>
        </Suspense>
      )}
    </div>
  );
}

/** Reports changes of the list to analytics once it is shown. */
function useReports(state: RefinedSearch, { total }: ListResult, own: ListResult, isMissed: boolean): void {
  const { market } = useMarketConfig();
  const isHosted = use(HostedSearchContext) !== null;
  useEffect(() => {
    import('#domains/discovery/search/ui/report-search.ts')
      .then(({ noteList }) => noteList(own, { market, state: state, isHosted }))
      .catch(() => {});
  }, [own, market, state, isHosted]);
  const last = useRef<RefinedSearch | null>(null);
  useEffect(() => {
    const before = last.current;
    if (before === state) return;
    last.current = state;
    import('#domains/discovery/search/ui/report-search.ts')
      .then(({ reportList }) => reportList(before, state, total, isMissed))
      .catch(() => {});
  }, [state, total, isMissed]);
}

/** Returns the query that the search box passed with the navigation when a pre-search found nothing, else an empty string. */
function useMissedQuery(): string {
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const isMissed = isHydrated && typeof state === 'object' && state !== null && 'originalQuery' in state;
  return isMissed ? String(state.originalQuery) : '';
}

/** Scrolls to the top after a change of refinements or page [CONT-35]. */
function useReadFromTop(state: RefinedSearch, results: React.RefObject<HTMLElement | null>): void {
  const isBack = useNavigationType() === 'POP';
  const read = `${state.page} ${JSON.stringify(state.refinementList)}`;
  const last = useRef(read);
  useEffect(() => {
    if (last.current === read) return;
    last.current = read;
    if (!isBack && results.current && results.current.getBoundingClientRect().top < 0) results.current.scrollIntoView();
  }, [read, isBack, results]);
}
