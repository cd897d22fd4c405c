import { useEffect, useState } from 'react';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';

/**
 * Returns the guest's data of a page, and the signed-in shopper's as soon as it has loaded. The guest's data stays if the call fails.
 * `ask` must be stable for the same request. It returns null if there is no response.
 */
export function usePersonalised<T>(initial: T, ask: () => Promise<T | null>): T {
  const { isAuthenticated } = useAuth();
  const [own, setOwn] = useState<{ readonly of: T; readonly result: T } | null>(null);
  useEffect(() => {
    if (!isAuthenticated) return;
    let isStale = false;
    ask().then(
      (result) => {
        if (!isStale && result !== null) setOwn({ of: initial, result });
      },
      () => {},
    );
    return () => {
      isStale = true;
    };
  }, [isAuthenticated, ask, initial]);
  return isAuthenticated && own?.of === initial ? own.result : initial;
}
