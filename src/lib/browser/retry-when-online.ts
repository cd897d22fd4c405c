/** Waits until the connection may have changed. */
const untilOnline = (): Promise<void> =>
  new Promise((done) => {
    addEventListener('online', () => done(), { once: true });
  });

/** Returns true if the browser is offline; false on the server, where there is no connection to wait for. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/**
 * Loads code until it succeeds. A failed load is repeated once the browser is back online. Without a connection it waits before the
 * first attempt, because browsers cache a failed module load for the life of the page.
 */
export async function retryWhenOnline<Loaded>(load: () => Promise<Loaded>, wait: () => Promise<void> = untilOnline): Promise<Loaded> {
  for (;;) {
    if (isOffline()) await wait();
    try {
      const loaded = await load();
      // A dynamic import resolves to undefined if its failure was handled by reloading the page.
      if (loaded !== undefined) return loaded;
    } catch {}
    await wait();
  }
}
