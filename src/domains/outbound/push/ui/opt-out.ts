/** Handles an opt-out from a notification. The service worker ended the subscription and stored a marker for pages. */
const CACHE = 'push';
const TURNED_OFF = '/push-turned-off';

/** Returns whether there is a marker, and deletes it. */
export const consumeOptOut = async (): Promise<boolean> => (await caches.open(CACHE)).delete(TURNED_OFF).catch(() => false);

/** Calls the listener after an opt-out while the page is open. */
export const onTurnedOff = (listener: () => void, signal: AbortSignal): void =>
  navigator.serviceWorker.addEventListener('message', ({ data }) => data === TURNED_OFF && listener(), { signal });
