import { Suspense, useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { lazyComponent } from '#ui/lazy-component.ts';
import { PAGE_CODE_LOST, recoverFromChunkFailure } from './chunk-failure.ts';
import { useIdle } from './use-idle.ts';

const IdleWork = lazyComponent(() => import('./IdlePrefetch.tsx'));

/** What every page of the shop does beside showing itself (SPEC.md §2, §9). */
export function SiteBehaviour() {
  const here = useLocation();
  const { location: ahead } = useNavigation();
  const wanted = useRef('');
  wanted.current = createPath(ahead ?? here);
  const isIdle = useIdle();

  useEffect(() => {
    const recover = (event: Event): void => {
      // Without a connection a part that is missing is no reason to leave the page.
      if (!navigator.onLine) return;
      const ports = { storage: sessionStorage, now: Date.now, go: (path: string) => location.assign(path) };
      if (recoverFromChunkFailure(wanted.current, ports)) event.preventDefault();
    };
    const failures = ['vite:preloadError', PAGE_CODE_LOST];
    for (const failure of failures) window.addEventListener(failure, recover);
    return () => {
      for (const failure of failures) window.removeEventListener(failure, recover);
    };
  }, []);

  return (
    isIdle && (
      <Suspense fallback={null}>
        <IdleWork />
      </Suspense>
    )
  );
}
