/** Waits until the connection may have changed. */
const untilOnline = (): Promise<void> =>
  new Promise((done) => {
    addEventListener('online', () => done(), { once: true });
  });

/** False on the server, where there is no connection to wait for. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/**
 * Loads code until it succeeds. A failed load is repeated once the browser is back online. Without a connection it waits before the
 * first try, because browsers remember for as long as the page is open that a module could not be loaded.
 */
export async function retryWhenOnline<Loaded>(load: () => Promise<Loaded>, wait: () => Promise<void> = untilOnline): Promise<Loaded> {
  for (;;) {
    if (isOffline()) await wait();
    try {
      const loaded = await load();
      // The build tool's import is undefined if its failure was handled by loading the page again.
      if (loaded !== undefined) return loaded;
    } catch {}
    await wait();
  }
}
