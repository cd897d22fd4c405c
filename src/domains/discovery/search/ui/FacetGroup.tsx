import { type MouseEvent, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { filterMessages } from '../messages/filters.ts';
import { searchBoxMessages } from '../messages/search-box.ts';
import type { RefinementFacet } from '../model/facets.ts';
import type { FacetResult } from '../model/list-shape.ts';
import { FacetValues } from './FacetValues.tsx';
import { type FacetScope, useFacetValues } from './use-facet-values.ts';

/** Number of values above which a field to search them appears. */
const MAX_VALUES_WITHOUT_SEARCH = 10;

export interface FacetGroupProps {
  readonly facet: RefinementFacet;
  readonly result: FacetResult;
  readonly chosen: readonly string[];
  readonly scope: FacetScope;
  readonly isOpen: boolean;
  /** The page with all values of this facet, for browsers without JavaScript. */
  readonly allAddress: string;
  readonly onToggle: (value: string) => void;
}

/** Shows a collapsible facet: its first values, all of them on request, and a field to search them [SRCH-14]. */
export function FacetGroup({ facet, result, chosen, scope, isOpen, allAddress, onToggle }: FacetGroupProps) {
  const isHydrated = useHydrated();
  const [isFull, setFull] = useState(false);
  const [query, setQuery] = useState('');
  const all = useFacetValues(scope, facet.urlKey, query, isFull || query !== '');
  const first = result.values;
  // Chosen values stay visible during a search.
  const chosenFirst = first.filter(({ value }) => chosen.includes(value) && !all?.some((each) => each.value === value));
  const values = all === null ? first : [...chosenFirst, ...all];
  const hasMore = result.total > first.length;
  const showAll = (event: MouseEvent): void => {
    event.preventDefault();
    setFull(true);
  };
  return (
    <details className="facet" open={isOpen || chosen.length > 0}>
      <summary>
        <span className="facet-label">{facet.label}</span>
        <Icon name="down" />
      </summary>
      {isHydrated && result.total > MAX_VALUES_WITHOUT_SEARCH && (
        <input
          className="input facet-search"
          type="search"
          aria-label={filterMessages.searchFacet(facet.label)}
          placeholder={searchBoxMessages.search}
          value={query}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {values.length > 0 ? (
        <FacetValues facet={facet} values={values} chosen={chosen} onToggle={onToggle} />
      ) : (
        <p className="small text-muted">{query === '' ? filterMessages.noOptions : filterMessages.noOptionsFor(query)}</p>
      )}
      {query === '' && hasMore && !isFull && (
        <a className="link link-lone" href={allAddress} onClick={showAll}>
          {filterMessages.showAll(result.total)}
        </a>
      )}
      {isFull && query === '' && (
        <button type="button" className="link link-lone" onClick={() => setFull(false)}>
          {filterMessages.showFewer}
        </button>
      )}
    </details>
  );
}
