/** Limits the calls of an API key, in addition to the limit per address: a script that runs wild is stopped, its holder is not. */

const WINDOW_MS = 60_000;
/** Keys that are counted at once. The oldest windows are dropped first. */
const MAX_KEYS = 10_000;

/** Calls that a key may make in a minute. */
const KEY_CALLS_PER_MINUTE = 600;

/** Creates a limiter. It returns true if a key may make one more call now. */
export function createKeyLimit(perMinute: number = KEY_CALLS_PER_MINUTE, now: () => number = Date.now): (keyId: number) => boolean {
  const windows = new Map<number, { readonly since: number; calls: number }>();
  return (keyId) => {
    const found = windows.get(keyId);
    if (found && now() - found.since < WINDOW_MS) {
      found.calls += 1;
      return found.calls <= perMinute;
    }
    windows.delete(keyId);
    windows.set(keyId, { since: now(), calls: 1 });
    const [oldest] = windows.keys();
    if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
    return true;
  };
}
