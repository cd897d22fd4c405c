import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { isOwnTierPath } from '#domains/customers/loyalty/model/tier-selection.ts';
import type { Kind, ListResult } from '../model/list-shape.ts';
import { usePersonalised } from './use-personalised.ts';
import { useSearchCalls } from './use-search-calls.ts';

export interface OwnListRequest {
  readonly kind: Kind;
  /** The state as a query string. */
  readonly search: string;
  readonly filter: string;
}

/** Returns a list for the signed-in shopper. After an error, `initial` stays without a message [SRCH-25]. */
export function usePersonalisedList({ kind, search, filter }: OwnListRequest, initial: ListResult): ListResult {
  const calls = useSearchCalls();
  const ownTier = isOwnTierPath(useLocation().pathname) ? 'yes' : 'no';
  const ask = useCallback(async () => {
    const result = await calls.list({ kind, search, filter, ownTier });
    return result.ok ? result.value : null;
  }, [calls, kind, search, filter, ownTier]);
  return usePersonalised(initial, ask);
}
