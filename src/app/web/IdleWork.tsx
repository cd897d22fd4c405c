import { useEffect, useState } from 'react';
import { PrefetchPageLinks, useLocation } from 'react-router';
import { Analytics } from './Analytics.tsx';
import { mayPrefetch, nextToPrefetch, PREFETCH, type Reader } from './prefetch-plan.ts';
import '../../error-reports/web/reporter.ts';
import { registerWorker } from './register-worker.ts';
import { useSiteFacts } from './site-facts.ts';

const linksOfPage = (): string[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/"], header a[href^="/"]')]
    .filter((link) => link.target === '' && !link.hasAttribute('download'))
    .map((link) => link.pathname);

/** Pages that are worth fetching ahead, four more every three seconds while nothing else is to do. */
function usePagesAhead(): readonly string[] {
  const { pathname } = useLocation();
  const [ahead, setAhead] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!mayPrefetch(navigator as Reader)) return;
    const more = (): void => {
      const grow = () => setAhead((before) => [...before, ...nextToPrefetch(linksOfPage(), new Set([...before, pathname]))]);
      if ('requestIdleCallback' in window) requestIdleCallback(grow, { timeout: PREFETCH.everyMs });
      else grow();
    };
    const timer = setInterval(more, PREFETCH.everyMs);
    return () => clearInterval(timer);
  }, [pathname]);
  return ahead;
}

/** What a page does once it has come alive and nobody waits for it. Loaded by itself, after everything else. */
export default function IdleWork() {
  const ahead = usePagesAhead();
  useEffect(registerWorker, []);
  const facts = useSiteFacts();
  return (
    <>
      {facts && <Analytics facts={facts} />}
      {ahead.map((path) => (
        <PrefetchPageLinks key={path} page={path} />
      ))}
    </>
  );
}
