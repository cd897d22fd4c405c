/**
 * Recovers if the code or the data of a page cannot be loaded. A missing chunk usually means that a new build was deployed after
 * the page was opened.
 */
const RELOAD_KEY = 'chunkFailure';
const PENDING_KEY = 'pendingNavigation';
const MIN_RELOAD_INTERVAL_MS = 10_000;
/** Maximum duration of a navigation. A later reload is attributed to the shopper. */
const MAX_NAVIGATION_MS = 30_000;

/** Browser functions that the recovery uses. `now` returns ms since 1970. */
export interface ChunkFailurePorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  readonly go: (path: string) => void;
}

/** Loads the document of a page whose code or data failed [CONT-40]. Returns false if the same path was loaded within 10 s. */
export function recoverFromChunkFailure(path: string, { storage, now, go }: ChunkFailurePorts): boolean {
  const [lastPath = '', lastAt = '0'] = (storage.getItem(RELOAD_KEY) ?? '').split(' ');
  if (lastPath === path && now() - Number(lastAt) < MIN_RELOAD_INTERVAL_MS) return false;
  storage.setItem(RELOAD_KEY, `${path} ${now()}`);
  go(path);
  return true;
}

/** A navigation that has not finished. */
export interface Navigation {
  readonly from: string;
  readonly to: string;
  /** Start in ms since 1970. */
  readonly at: number;
}

/** Saves the pending navigation, or removes it. */
export function savePendingNavigation(navigation: Navigation | null, storage: Pick<Storage, 'setItem' | 'removeItem'>): void {
  if (navigation === null) storage.removeItem(PENDING_KEY);
  else storage.setItem(PENDING_KEY, `${navigation.from} ${navigation.to} ${navigation.at}`);
}

/**
 * Returns where a reload interrupted a navigation, else null. The router reloads the page that is being left if the code of the
 * next one cannot be loaded; the shopper wanted the next one [CONT-40].
 */
export function interruptedNavigation(here: string, isReload: boolean, now: number, storage: Pick<Storage, 'getItem'>): string | null {
  const [from, to, at] = (storage.getItem(PENDING_KEY) ?? '').split(' ');
  const isRecent = now - Number(at) < MAX_NAVIGATION_MS;
  return isReload && isRecent && from === here && to !== undefined && to !== here ? to : null;
}

/** Returns true if this document was loaded by a reload. */
export const isReloadedDocument = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');
