import { useEffect, useState } from 'react';
import type { FacetCount } from '#packages/search-engine/index.ts';
import { SHOW_MORE_LIMIT } from '../model/facets.ts';
import type { Kind } from '../model/list-shape.ts';
import { useSearchCalls } from './use-search-calls.ts';

/** The list, its state as a query string, and conditions of the page. */
export interface FacetScope {
  readonly kind: Kind;
  readonly search: string;
  readonly filter: string;
}

const TYPING_MS = 150;

/** Returns at most a hundred values of a facet with a prefix [SRCH-14], or null while they are loading or not needed. */
export function useFacetValues(scope: FacetScope, facet: string, query: string, isWanted: boolean): readonly FacetCount[] | null {
  const [values, setValues] = useState<readonly FacetCount[] | null>(null);
  const calls = useSearchCalls();
  const { kind, search, filter } = scope;
  useEffect(() => {
    if (!isWanted) {
      setValues(null);
      return;
    }
    let isStale = false;
    const timer = setTimeout(
      async () => {
        const result = await calls.facetValues({ kind, search, filter, facet, words: query, limit: SHOW_MORE_LIMIT }).catch(() => null);
        if (!isStale && result?.ok) setValues(result.value.values);
      },
      query === '' ? 0 : TYPING_MS,
    );
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [calls, kind, search, filter, facet, query, isWanted]);
  return values;
}
