import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';
import { whenUsed } from '#lib/browser/late-work.ts';
import { retryWhenOnline } from '#lib/browser/retry-when-online.ts';
import { Analytics } from './Analytics.tsx';
import { isReloadedDocument } from './failed-navigation.ts';
import { mayPrefetch, nextToPrefetch, PREFETCH, type Viewer } from './prefetch-plan.ts';
// Loaded before the first error: a part that cannot load while the shop is unreachable would reload the page.
import '#domains/outbound/error-reports/ui/reporter.ts';
import { registerWorker } from './register-worker.ts';
import { useSiteData } from './use-site-data.ts';

const linksOfPage = (): string[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"], header a[href^="/"]')]
    .filter((link) => link.target === '' && !link.hasAttribute('download'))
    .map((link) => link.pathname);

/** Returns true from the first interaction with the page on. */
function useUsed(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => whenUsed(() => setUsed(true)), []);
  return isUsed;
}

/** Returns the pages to prefetch: a batch of four every three seconds while the page is idle [CONT-37]. */
function usePagesAhead(): readonly string[] {
  const { pathname } = useLocation();
  const unprefetched = useSiteData()?.layout.unprefetched;
  const [ahead, setAhead] = useState<readonly string[]>([]);
  useEffect(() => {
    // The router reloads the page if a prefetch of code fails. A reloaded document must not try again.
    if (!unprefetched || !mayPrefetch(navigator as Viewer) || isReloadedDocument()) return;
    const more = (): void => {
      if (!navigator.onLine) return;
      const grow = () => setAhead((before) => [...before, ...nextToPrefetch(linksOfPage(), new Set([...before, pathname]), unprefetched)]);
      if ('requestIdleCallback' in window) requestIdleCallback(grow, { timeout: PREFETCH.everyMs });
      else grow();
    };
    const timer = setInterval(more, PREFETCH.everyMs);
    const none = (): void => setAhead([]);
    window.addEventListener('offline', none);
    return () => {
      clearInterval(timer);
      window.removeEventListener('offline', none);
    };
  }, [pathname, unprefetched]);
  return ahead;
}

/** Events that the router treats as intent to follow a link. */
const INTENTS = ['mouseover', 'focusin', 'touchstart'] as const;

/**
 * Stops prefetching on intent without a connection and in a reloaded document. The router reloads the page if the code of another
 * one cannot be loaded, and the page being read would be lost.
 */
function useNoIntentOffline(): void {
  useEffect(() => {
    const handleIntent = (event: Event): void => {
      if ((!navigator.onLine || isReloadedDocument()) && event.target instanceof Element && event.target.closest('a'))
        event.stopPropagation();
    };
    for (const intent of INTENTS) window.addEventListener(intent, handleIntent, { capture: true, passive: true });
    return () => {
      for (const intent of INTENTS) window.removeEventListener(intent, handleIntent, { capture: true });
    };
  }, []);
}

/** Runs the work of a page that waits until everything else has loaded. */
export default function IdleWork() {
  const isUsed = useUsed();
  const ahead = usePagesAhead();
  useNoIntentOffline();
  useEffect(registerWorker, []);
  useEffect(() => {
    if (!isUsed) return;
    for (const load of [() => import('#ui/Toasts.tsx'), () => import('./ErrorPages.tsx')]) void retryWhenOnline<unknown>(load);
  }, [isUsed]);
  const siteData = useSiteData();
  // No analytics on the page of a payment provider, where card numbers are entered.
  const isGateway = useLocation().pathname.startsWith('/sandbox-gateway/');
  return (
    <>
      {siteData && !isGateway && <Analytics siteData={siteData} />}
      {ahead.map((path) => (
        <PrefetchPageLinks key={path} page={path} />
      ))}
    </>
  );
}
