import { Suspense, useEffect, useRef } from 'react';
import { createPath, useLocation, useNavigation } from 'react-router';
import { lazyComponent } from '#ui/lazy-component.ts';
import { interruptedNavigation, isReloadedDocument, recoverFromChunkFailure, savePendingNavigation } from './failed-navigation.ts';
import { useIdle } from './use-idle.ts';

const IdleWork = lazyComponent(() => import('./IdlePrefetch.tsx'));

/** Effects of every page: recovery from failed chunks [CONT-40] and the work that waits until the page is idle. */
export function SiteEffects() {
  const here = createPath(useLocation());
  const { location: next } = useNavigation();
  const target = useRef('');
  target.current = next ? createPath(next) : here;
  const isIdle = useIdle();

  useEffect(() => {
    const path = interruptedNavigation(here, isReloadedDocument(), Date.now(), sessionStorage);
    savePendingNavigation(null, sessionStorage);
    if (path !== null) location.replace(path);
    // The router can fail before it has rendered the navigation, so the click is recorded.
    const handleClick = ({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): void => {
      const link = target instanceof Element ? target.closest('a') : null;
      const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && link?.target === '' && !link.hasAttribute('download');
      if (isPlain && link.origin === location.origin)
        savePendingNavigation({ from: here, to: createPath(link), at: Date.now() }, sessionStorage);
    };
    document.addEventListener('click', handleClick, { capture: true });
    return () => document.removeEventListener('click', handleClick, { capture: true });
  }, [here]);

  useEffect(() => {
    const recover = (event: Event): void => {
      // Offline, a missing part does not leave the page.
      if (!navigator.onLine) return;
      const ports = { storage: sessionStorage, now: Date.now, go: (path: string) => location.assign(path) };
      if (recoverFromChunkFailure(target.current, ports)) event.preventDefault();
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
