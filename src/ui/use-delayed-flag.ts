import { useEffect, useState } from 'react';

/** Returns true once `busy` has been true for `afterMs`, and false as soon as it ends. For skeletons that must not flash. */
export function useDelayedFlag(isBusy: boolean, afterMs = 300): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), afterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy, afterMs]);
  return isBusy && slow;
}
