import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { RefinedSearch } from '../model/state.ts';
import { parseSearch, replaceSearch } from '../model/url-state.ts';

export interface ListStateInAddress {
  /** The state of the URL, or the one that is loading. */
  readonly state: RefinedSearch;
  /** Returns the URL of this list in another state. Unknown parameters stay. */
  readonly addressOf: (state: RefinedSearch) => string;
  /** Shows another state and replaces the history entry [SRCH-21]. The function is stable. */
  readonly go: (state: RefinedSearch) => void;
  /** True while another state of this list is loading. */
  readonly isSubmitting: boolean;
}

/**
 * Returns the state of the list on this page, which is stored in the URL only.
 * @param displayed the state that the server parsed; links before hydration leave out what it ignored
 */
export function useListState(displayed: RefinedSearch): ListStateInAddress {
  const isHydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const nextLocation = useNavigation().location;
  const isSubmitting = nextLocation?.pathname === location.pathname;
  const search = isSubmitting ? nextLocation.search : isHydrated ? location.search : '';
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
  return { state: isSubmitting ? parseSearch(search) : displayed, addressOf, go, isSubmitting };
}
