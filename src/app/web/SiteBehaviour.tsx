import { Suspense, useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { lazyPart } from '../../ui/web/lazy-part.ts';
import { PAGE_CODE_LOST, recoverFromChunkFailure } from './chunk-failure.ts';
import { useIdle } from './use-idle.ts';

const IdleWork = lazyPart(() => import('./IdleWork.tsx'));

/**
 * Once the code of a page could not be fetched, pages are gone to by their documents. What was only looked at ahead, without a
 * click, leaves the page that is being read alone. `ahead` is the path of the page that is being gone to.
 */
function useDocumentsOnceLost(ahead: string | undefined): void {
  const goingTo = useRef(ahead);
  const isLost = useRef(false);
  useEffect(() => {
    goingTo.current = ahead;
    if (ahead && isLost.current) location.assign(ahead);
  }, [ahead]);
  useEffect(() => {
    const lost = (event: Event): void => {
      // A page that was neither gone to nor looked at ahead is the one at this address: that is a fault, and shown as one.
      const isAhead = [...document.querySelectorAll('link[rel="modulepreload"]')].some(
        (link) => event instanceof CustomEvent && link.getAttribute('href') === event.detail,
      );
      if (!goingTo.current && !isAhead) return;
      event.preventDefault();
      isLost.current = true;
      if (goingTo.current) location.assign(goingTo.current);
    };
    window.addEventListener(PAGE_CODE_LOST, lost);
    return () => window.removeEventListener(PAGE_CODE_LOST, lost);
  }, []);
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
      // Without a connection a part that is missing is no reason to leave the page.
      if (navigator.onLine && recoverFromChunkFailure(wanted.current, ports)) event.preventDefault();
    };
    window.addEventListener('vite:preloadError', recover);
    return () => window.removeEventListener('vite:preloadError', recover);
  }, []);
  useDocumentsOnceLost(ahead && createPath(ahead));

  return (
    isIdle && (
      <Suspense fallback={null}>
        <IdleWork />
      </Suspense>
    )
  );
}
