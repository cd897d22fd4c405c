import { Link } from 'react-router';
import type { Kind, ListHelp } from '#domains/discovery/search/model/list-shape.ts';
import { cleared, type RefinedSearch, searchFor, turnedTo } from '#domains/discovery/search/model/state.ts';
import { useListState } from '#domains/discovery/search/ui/use-list-state.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { noResultsMessages } from './messages/no-results.ts';
import { OtherShopLink } from './OtherSiteLink.tsx';
import { SuggestedOffers } from './SuggestedOffers.tsx';

interface NothingFoundProps {
  readonly kind: Kind;
  readonly path: string;
  readonly state: RefinedSearch;
  /** Number of results on other pages. */
  readonly total: number;
  readonly help: ListHelp | null;
}

/** Empty list: suggested corrections and the nearest list with results. */
export default function NothingFound({ kind, path, state, total, help }: NothingFoundProps) {
  const { addressOf } = useListState(state);
  const { query } = state;
  if (total > 0) {
    return (
      <EmptyState
        drawing="shelf"
        title={noResultsMessages.pastTheEnd}
        action={
          <Link className="button button-primary" to={addressOf(turnedTo(state, 1))} replace>
            {noResultsMessages.backToFirstPage}
          </Link>
        }
      >
        <p>{noResultsMessages.wasLonger}</p>
      </EmptyState>
    );
  }
  const without = help?.withoutFilters ?? 0;
  return (
    <>
      <EmptyState
        drawing="shelf"
        title={
          query === ''
            ? without > 0
              ? noResultsMessages.noMatchForFilters
              : noResultsMessages.emptyCategory
            : noResultsMessages.noResultsFor(query)
        }
        action={
          <>
            {help?.didYouMean && (
              <Link className="button button-primary" to={addressOf(searchFor(help.didYouMean))} replace>
                {noResultsMessages.didYouMeanQuoted(help.didYouMean)}
              </Link>
            )}
            {without > 0 && (
              <Link className="button button-outline" to={addressOf(cleared(state))} replace preventScrollReset>
                {noResultsMessages.showWithoutFilters(without)}
              </Link>
            )}
            <Link className="link link-lone" to={path}>
              {noResultsMessages.seeAll[kind]}
            </Link>
          </>
        }
      >
        {query === '' ? (
          <p>{without > 0 ? noResultsMessages.removeFilter : noResultsMessages.checkBackSoon}</p>
        ) : (
          <p>{noResultsMessages.checkSpelling}</p>
        )}
        <OtherShopLink kind={kind} query={query} count={help?.elsewhere ?? 0} />
      </EmptyState>
      {help && <SuggestedOffers help={help} />}
    </>
  );
}
