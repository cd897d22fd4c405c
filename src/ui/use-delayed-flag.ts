import { useEffect, useState } from 'react';

/** Returns true once `busy` has been true for `afterMs`, and false as soon as it ends. For skeletons that must not flash. */
export function useDelayedFlag(busy: boolean, afterMs = 300): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy, afterMs]);
  return busy && slow;
}
