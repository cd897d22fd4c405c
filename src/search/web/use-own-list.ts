import { useEffect, useState } from 'react';
import { useAuth } from '../../identity/web/auth-context.ts';
import type { Kind, ListAnswer } from '../list-answer.ts';
import { useSearchCalls } from './use-search-calls.ts';

export interface OwnListRequest {
  readonly kind: Kind;
  /** The state as a query string. */
  readonly search: string;
  readonly filter: string;
}

/**
 * A list as its reader may see it. Pages hold what a guest sees; who is signed in gets the offers of their tier right after
 * (SPEC.md §6). The guest's list stays until then, and where that fails.
 */
export function useOwnList({ kind, search, filter }: OwnListRequest, given: ListAnswer): ListAnswer {
  const { isAuthenticated } = useAuth();
  const calls = useSearchCalls();
  const [own, setOwn] = useState<{ readonly of: ListAnswer; readonly list: ListAnswer } | null>(null);
  useEffect(() => {
    if (!isAuthenticated) return;
    let isStale = false;
    calls.list({ kind, search, filter }).then(
      (answer) => {
        if (!isStale && answer.ok) setOwn({ of: given, list: answer.value });
      },
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [isAuthenticated, calls, kind, search, filter, given]);
  return isAuthenticated && own?.of === given ? own.list : given;
}
