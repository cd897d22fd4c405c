/** The server's time in the browser, shared by all countdowns of a page. */

/** Offset of the server's clock in ms. Null until it is known. */
let ahead: number | null = null;
let asking = false;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Requests the server's time once. Falls back to the browser's clock. */
export function startClock(): void {
  if (asking) return;
  asking = true;
  const sent = Date.now();
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    .then(
      (response) => Date.parse(response.headers.get('date') ?? ''),
      () => Number.NaN,
    )
    .then((serverTime) => {
      ahead = Number.isNaN(serverTime) ? 0 : serverTime - (sent + Date.now()) / 2;
      notify();
    });
}

/** Returns the server's time in ms since 1970. @returns null until it is known */
export const serverNow = (): number | null => (ahead === null ? null : Date.now() + ahead);

/** Calls the listener every second. @returns unsubscribe function */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(notify, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
