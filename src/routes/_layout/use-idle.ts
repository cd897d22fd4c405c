import { useEffect, useState } from 'react';

/** Returns true once the page has loaded and the browser is idle. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const begin = (): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => setIdle(true), { timeout: 5_000 });
      else setTimeout(setIdle, 2_000, true);
    };
    if (document.readyState === 'complete') begin();
    else window.addEventListener('load', begin, { once: true });
    return () => window.removeEventListener('load', begin);
  }, []);
  return isIdle;
}
