/** Turning off from a notification: the worker has ended the subscription (app/worker/sw.ts), and leaves word where pages can read it. */
const CACHE = 'push';
const TURNED_OFF = '/push-turned-off';

/** Whether there is word of it; it is read once. */
export const consumeOptOut = async (): Promise<boolean> => (await caches.open(CACHE)).delete(TURNED_OFF).catch(() => false);

/** Told when it happens while the page is open. */
export const onTurnedOff = (listener: () => void, signal: AbortSignal): void =>
  navigator.serviceWorker.addEventListener('message', ({ data }) => data === TURNED_OFF && listener(), { signal });
