import { type MouseEvent, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { RefinementFacet } from '../model/facets.ts';
import type { FacetResult } from '../model/list-shape.ts';
import { FacetValues } from './FacetValues.tsx';
import { type FacetScope, useFacetValues } from './use-facet-values.ts';

/** From so many values there is a box to search in them. */
const SEARCHED_FROM = 10;

export interface FacetGroupProps {
  readonly facet: RefinementFacet;
  readonly answer: FacetResult;
  readonly chosen: readonly string[];
  readonly scope: FacetScope;
  readonly isOpen: boolean;
  /** The page with this facet in full, for where JavaScript does not run. */
  readonly allAddress: string;
  readonly onToggle: (value: string) => void;
}

/** A facet that opens: its first values, all of them when asked, and a box to search in many. */
export function FacetGroup({ facet, answer, chosen, scope, isOpen, allAddress, onToggle }: FacetGroupProps) {
  const isAlive = useHydrated();
  const [isFull, setFull] = useState(false);
  const [words, setWords] = useState('');
  const all = useFacetValues(scope, facet.urlKey, words, isFull || words !== '');
  const first = answer.values;
  // What is chosen stays in sight, whatever is searched for.
  const kept = first.filter(({ value }) => chosen.includes(value) && !all?.some((each) => each.value === value));
  const values = all === null ? first : [...kept, ...all];
  const hasMore = answer.total > first.length;
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
      {isAlive && answer.total > SEARCHED_FROM && (
        <input
          className="input facet-search"
          type="search"
          aria-label={`Search ${facet.label.toLowerCase()}`}
          placeholder="Search"
          value={words}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {values.length > 0 ? (
        <FacetValues facet={facet} values={values} chosen={chosen} onToggle={onToggle} />
      ) : (
        <p className="small quiet">{words === '' ? 'Nothing to choose here.' : `Nothing called “${words}”.`}</p>
      )}
      {words === '' && hasMore && !isFull && (
        <a className="link link-lone" href={allAddress} onClick={showAll}>
          Show all {answer.total}
        </a>
      )}
      {isFull && words === '' && (
        <button type="button" className="link link-lone" onClick={() => setFull(false)}>
          Show fewer
        </button>
      )}
    </details>
  );
}
