import { Link } from 'react-router';
import type { Kind, ListHelp } from '#domains/discovery/search/model/list-shape.ts';
import { cleared, type RefinedSearch, searchFor, turnedTo } from '#domains/discovery/search/model/state.ts';
import { useListState } from '#domains/discovery/search/ui/use-list-state.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
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
        title="The shelf ends before this page"
        action={
          <Link className="button button-primary" to={addressOf(turnedTo(state, 1))} replace>
            Back to the first page
          </Link>
        }
      >
        <p>It may have been longer when the link was made.</p>
      </EmptyState>
    );
  }
  const without = help?.withoutFilters ?? 0;
  return (
    <>
      <EmptyState
        drawing="shelf"
        title={query === '' ? (without > 0 ? 'Nothing fits all of that' : 'Nothing on this shelf yet') : `Nothing called “${query}”`}
        action={
          <>
            {help?.didYouMean && (
              <Link className="button button-primary" to={addressOf(searchFor(help.didYouMean))} replace>
                Did you mean “{help.didYouMean}”?
              </Link>
            )}
            {without > 0 && (
              <Link className="button button-outline" to={addressOf(cleared(state))} replace preventScrollReset>
                Without filters there {without === 1 ? 'is 1' : `are ${without}`}
              </Link>
            )}
            <Link className="link link-lone" to={path}>
              See everything
            </Link>
          </>
        }
      >
        {query === '' ? (
          <p>{without > 0 ? 'Take a filter off, or start again.' : 'Please check back soon.'}</p>
        ) : (
          <p>Try fewer letters, or a grape, a place or a producer.</p>
        )}
        <OtherShopLink kind={kind} query={query} count={help?.elsewhere ?? 0} />
      </EmptyState>
      {help && <SuggestedOffers help={help} />}
    </>
  );
}
