import { Suspense, useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { lazyPart } from '../../ui/web/lazy-part.ts';
import { recoverFromChunkFailure } from './chunk-failure.ts';
import { useIdle } from './use-idle.ts';

const IdleWork = lazyPart(() => import('./IdleWork.tsx'));

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
