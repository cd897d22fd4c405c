/** Defers code that the first paint does not need until the browser is idle or the shopper interacts with the page. */

/** Delay in Safari, which has no idle callbacks, ms. */
const SOON = 200;
/** Time after which the work runs even if the browser is busy, ms. */
const LATEST = 2_000;

/** Runs a function when the browser is idle. @returns function that cancels it */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SOON);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(idle);
}

/** Events that only a person causes. Browsers also scroll and focus by themselves. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

let isUsed = false;

/**
 * Runs a function in an idle moment after the first interaction with the page, so that a page that is only read does not load code
 * for interactions. Waits for a connection. @returns function that cancels it
 */
export function whenUsed(work: () => void): () => void {
  if (isUsed) return whenIdle(work);
  const cancelling = new AbortController();
  const { signal } = cancelling;
  const start = (): void => signal.addEventListener('abort', whenIdle(work));
  const begin = (): void => {
    isUsed = true;
    for (const name of INTERACTIONS) removeEventListener(name, begin, { capture: true });
    if (navigator.onLine) start();
    else addEventListener('online', start, { once: true, signal });
  };
  for (const name of INTERACTIONS) addEventListener(name, begin, { capture: true, passive: true, signal });
  return () => cancelling.abort();
}
