/** Limits failed calls per client, for calls that could be brute-forced, such as coupons [API-24]. */

const WINDOW_MS = 60_000;
/** Maximum number of clients; the least recent failures are dropped first. */
const MAX_CLIENTS = 10_000;

export interface FailureLimit {
  /**
   * Claims an attempt before its work starts. Running attempts count as failures until they end, so that concurrent ones cannot exceed
   * the limit; an attempt that might exceed it waits.
   * @returns 0 if the attempt may start (`end` must follow), else the seconds to wait
   */
  begin(client: string): Promise<number>;
  end(client: string, hasFailed: boolean): void;
}

interface Client {
  since: number;
  failures: number;
  running: number;
  readonly waiting: (() => void)[];
}

/** Creates a limiter. @param perMinute failures after which a client waits until one minute after its first one */
export function failureLimit(perMinute: number, now: () => number = Date.now): FailureLimit {
  const clients = new Map<string, Client>();

  function currentOf(key: string): Client {
    const client = clients.get(key) ?? { since: now(), failures: 0, running: 0, waiting: [] };
    if (now() - client.since >= WINDOW_MS || client.failures === 0) Object.assign(client, { since: now(), failures: 0 });
    clients.set(key, client);
    return client;
  }

  function purgeOldest(): void {
    for (const [key, { running, waiting }] of clients) {
      if (clients.size <= MAX_CLIENTS) return;
      if (running === 0 && waiting.length === 0) clients.delete(key);
    }
  }

  return {
    async begin(key) {
      for (;;) {
        const client = currentOf(key);
        if (client.failures >= perMinute) {
          for (const wake of client.waiting.splice(0)) wake();
          return Math.max(1, Math.ceil((client.since + WINDOW_MS - now()) / 1_000));
        }
        if (client.failures + client.running < perMinute) {
          client.running += 1;
          return 0;
        }
        await new Promise<void>((resolve) => client.waiting.push(resolve));
      }
    },
    end(key, hasFailed) {
      const client = currentOf(key);
      client.running -= 1;
      if (hasFailed) {
        client.failures += 1;
        clients.delete(key);
        clients.set(key, client);
        purgeOldest();
      } else if (client.failures === 0 && client.running === 0 && client.waiting.length === 0) clients.delete(key);
      client.waiting.shift()?.();
    },
  };
}
