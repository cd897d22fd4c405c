/** Spreads the requests of an account over time, for carriers that take only a few in a second. */
import { setTimeout as wait } from 'node:timers/promises';

/** Times in ms since 1970 at which the next request of an account may start. */
const nextStarts = new Map<string, number>();

/** Waits until an account may send its next request. Those that wait start in their order. @throws the reason of the signal */
export async function awaitTurn(account: string, pauseMs: number, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const start = Math.max(now, nextStarts.get(account) ?? 0);
  nextStarts.set(account, start + pauseMs);
  if (start > now) await wait(start - now, undefined, { signal }).catch(() => signal.throwIfAborted());
}
