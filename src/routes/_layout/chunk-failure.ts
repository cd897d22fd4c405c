/**
 * A piece of code that cannot be loaded (SPEC.md §2): most often the shop was renewed since the page was opened. The page the
 * shopper was last on or on the way to is loaded afresh, once; what fails again right after is a fault like any other.
 */
const AGAIN_WITHIN_MS = 10_000;
const KEY = 'chunkFailure';

/** The code of a page that is being gone to could not be fetched; dispatched by what scripts/vite/router-without.ts puts into the router. */
export const PAGE_CODE_LOST = 'shop:page-code-lost';

export interface ChunkFailurePorts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  readonly go: (path: string) => void;
}

/** Whether the failure is answered by loading a page; false where the same was tried a moment ago. */
export function recoverFromChunkFailure(path: string, { storage, now, go }: ChunkFailurePorts): boolean {
  const [lastPath = '', lastAt = '0'] = (storage.getItem(KEY) ?? '').split(' ');
  if (lastPath === path && now() - Number(lastAt) < AGAIN_WITHIN_MS) return false;
  storage.setItem(KEY, `${path} ${now()}`);
  go(path);
  return true;
}
