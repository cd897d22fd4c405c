import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';

/**
 * Returns the guest's data of a page, and the signed-in shopper's as soon as it has loaded. The guest's data stays if the call fails.
 * `ask` must be stable for the same request; null is no response.
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
