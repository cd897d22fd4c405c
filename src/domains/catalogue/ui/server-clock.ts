/** The server's time in the browser, one for everything on a page that counts down. */

/** How far the server's clock is ahead of this one's, milliseconds; null until it has said. */
let ahead: number | null = null;
let asking = false;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Ask the server once what time it is; where it does not say, this clock is taken. */
export function startClock(): void {
  if (asking) return;
  asking = true;
  const sent = Date.now();
  fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' })
    .then(
      (answer) => Date.parse(answer.headers.get('date') ?? ''),
      () => Number.NaN,
    )
    .then((message) => {
      ahead = Number.isNaN(message) ? 0 : message - (sent + Date.now()) / 2;
      notify();
    });
}

/** Milliseconds since 1970 by the server's clock; null until it is known. */
export const serverNow = (): number | null => (ahead === null ? null : Date.now() + ahead);

/** Be told every second. @returns the end of it */
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
