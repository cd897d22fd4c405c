import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { RefinedSearch } from '../model/state.ts';
import { parseSearch, replaceSearch } from '../model/url-state.ts';

export interface ListStateInAddress {
  /** As the address says it, or the one that is being fetched. */
  readonly state: RefinedSearch;
  /** The address of this list in another state; parameters that are not the list's own stay. */
  readonly addressOf: (state: RefinedSearch) => string;
  /** Shows another state and replaces the history entry [SRCH-21]. The function is stable. */
  readonly go: (state: RefinedSearch) => void;
  /** Another state of this list is being fetched. */
  readonly isSubmitting: boolean;
}

/**
 * The state of the list on this page. It lives in the address alone.
 * @param shown the state that the server read of the address: what it passed over stands in no link until the page is alive
 */
export function useListState(shown: RefinedSearch): ListStateInAddress {
  const isAlive = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const coming = useNavigation().location;
  const isSubmitting = coming?.pathname === location.pathname;
  const search = isSubmitting ? coming.search : isAlive ? location.search : '';
  const addressOf = (state: RefinedSearch): string => {
    const written = replaceSearch(search.replace(/([?&])all=[^&]*/, '$1'), state);
    return written === '' ? location.pathname : `${location.pathname}?${written}`;
  };
  const latest = useRef(addressOf);
  useEffect(() => {
    latest.current = addressOf;
  });
  const go = useCallback(
    (state: RefinedSearch) => void navigate(latest.current(state), { replace: true, preventScrollReset: true }),
    [navigate],
  );
  return { state: isSubmitting ? parseSearch(search) : shown, addressOf, go, isSubmitting };
}
