/** When code that no first paint needs may load: in an idle moment, or once somebody uses the page. */

/** Delay in Safari, which has no idle callbacks, ms. */
const SOON = 200;
/** A busy page does the work after this time, ms. */
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

/** What only a person does. Browsers also scroll and focus by themselves. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

let isUsed = false;

/**
 * Runs a function in an idle moment after the first interaction with the page, so that a page that is only looked at does not load
 * what acts on clicks. Waits for a connection. @returns function that cancels it
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
