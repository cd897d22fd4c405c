import { Suspense, useEffect, useRef, useState } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { lazyPart } from '../../ui/web/lazy-part.ts';
import { recoverFromChunkFailure } from './chunk-failure.ts';

const IdleWork = lazyPart(() => import('./IdleWork.tsx'));

/** True once the page has loaded and the browser has nothing else to do. */
function useIdle(): boolean {
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

/** What every page of the shop does beside showing itself (SPEC.md §2, §9). */
export function SiteBehaviour() {
  const here = useLocation();
  const { location: ahead } = useNavigation();
  const wanted = useRef('');
  wanted.current = createPath(ahead ?? here);
  const isIdle = useIdle();

  useEffect(() => {
    const recover = (event: Event): void => {
      const ports = { storage: sessionStorage, now: Date.now, go: (path: string) => location.assign(path) };
      if (navigator.onLine && recoverFromChunkFailure(wanted.current, ports)) event.preventDefault();
    };
    window.addEventListener('vite:preloadError', recover);
    return () => window.removeEventListener('vite:preloadError', recover);
  }, []);

  return (
    isIdle && (
      <Suspense fallback={null}>
        <IdleWork />
      </Suspense>
    )
  );
}
