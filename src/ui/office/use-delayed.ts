/** Runs something once, a moment after the first of many requests for it. */
import { useCallback, useEffect, useRef } from 'react';

/** @returns asks for a run; those within `ms` are one. None runs after the component has gone */
export function useDelayed(run: () => void, ms: number): () => void {
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      latest.current();
    }, ms);
  }, [ms]);
}
