import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';

/**
 * What a page holds for a guest, and right after it what whoever is signed in may see (SPEC.md §6). The guest's stays until
 * then, and where the call fails. `ask` must be the same function while it asks the same; null is no answer.
 */
export function usePersonalised<T>(given: T, ask: () => Promise<T | null>): T {
  const { isAuthenticated } = useAuth();
  const [own, setOwn] = useState<{ readonly of: T; readonly answer: T } | null>(null);
  useEffect(() => {
    if (!isAuthenticated) return;
    let isStale = false;
    ask().then(
      (answer) => {
        if (!isStale && answer !== null) setOwn({ of: given, answer });
      },
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [isAuthenticated, ask, given]);
  return isAuthenticated && own?.of === given ? own.answer : given;
}
