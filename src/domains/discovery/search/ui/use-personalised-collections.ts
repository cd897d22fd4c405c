import { useCallback } from 'react';
import { type HomeCollections, toHomeCollections } from '../model/home-collections.ts';
import type { Kind } from '../model/list-shape.ts';
import { usePersonalised } from './use-personalised.ts';
import { useSearchCalls } from './use-search-calls.ts';

/** Returns the home page's collections for the signed-in shopper. `initial` must be the same object during the page. */
export function usePersonalisedCollections<G extends HomeCollections>(kind: Kind, initial: G): HomeCollections {
  const calls = useSearchCalls();
  const ask = useCallback(async () => {
    const result = await calls.shelves({ kind });
    return result.ok ? toHomeCollections(result.value) : null;
  }, [calls, kind]);
  return usePersonalised<HomeCollections>(initial, ask);
}
