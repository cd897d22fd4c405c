/** Counts refused calls of a client, for calls where guessing must not pay (DECISIONS.md "Rate limits": failed coupons). */

const WINDOW_MS = 60_000;
/** Clients remembered at most; the ones that failed longest ago are forgotten first. */
const CLIENTS = 10_000;

export interface FailureLimit {
  /** Seconds the client must wait, 0 where it may go on. */
  waitSeconds(client: string): number;
  failed(client: string): void;
}

/** @param perMinute failures after which a client waits until the minute of its first one is over */
export function failureLimit(perMinute: number, now: () => number = Date.now): FailureLimit {
  const clients = new Map<string, { since: number; count: number }>();
  const current = (client: string) => {
    const found = clients.get(client);
    return found && now() - found.since < WINDOW_MS ? found : null;
  };
  return {
    waitSeconds(client) {
      const found = current(client);
      return found && found.count >= perMinute ? Math.max(1, Math.ceil((found.since + WINDOW_MS - now()) / 1_000)) : 0;
    },
    failed(client) {
      const found = current(client);
      clients.delete(client);
      clients.set(client, { since: found?.since ?? now(), count: (found?.count ?? 0) + 1 });
      const oldest = clients.keys().next().value;
      if (clients.size > CLIENTS && oldest !== undefined) clients.delete(oldest);
    },
  };
}
