import { useCallback } from 'react';
import type { Kind } from '../list-shape.ts';
import { type ShownShelves, shownShelves } from '../shown-shelves.ts';
import { useOwn } from './use-own.ts';
import { useSearchCalls } from './use-search-calls.ts';

/** The home page's shelves as its reader may see them. `given`, the guest's, must be the same object while the page is. */
export function useOwnShelves<G extends ShownShelves>(kind: Kind, given: G): ShownShelves {
  const calls = useSearchCalls();
  const ask = useCallback(async () => {
    const answer = await calls.shelves({ kind });
    return answer.ok ? shownShelves(answer.value) : null;
  }, [calls, kind]);
  return useOwn<ShownShelves>(given, ask);
}
