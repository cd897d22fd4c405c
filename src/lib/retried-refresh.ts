/** Refreshes something in memory, again after a failure that may pass. */
import { type RetryOptions, retry } from './retry.ts';

export interface RefreshOptions extends Pick<RetryOptions, 'shouldRetry' | 'pause'> {
  /** Called if a refresh fails for another reason. */
  readonly onFailure: () => void;
}

/** Returns a function that refreshes, one run at a time: calls during a run make one more follow. */
export function createRetriedRefresh(refresh: () => Promise<unknown>, { onFailure, ...options }: RefreshOptions): () => void {
  let isRunning = false;
  let isWanted = false;
  const refreshNow = (): Promise<unknown> => {
    isWanted = false;
    return refresh();
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) await retry(refreshNow, options).catch(onFailure);
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}
