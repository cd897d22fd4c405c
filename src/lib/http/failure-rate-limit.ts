/** Limits failed calls per client, for calls that could be brute-forced, such as coupons [API-24]. */

/** Failures of the current minute, of all processes. */
export interface FailureCounts {
  read(client: string): Promise<{ readonly count: number; readonly msLeft: number }>;
  add(client: string): Promise<unknown>;
}

export interface FailureLimit {
  /**
   * Claims an attempt before its work starts. Running attempts count as failures until they end, so that concurrent ones cannot exceed
   * the limit; an attempt that might exceed it waits.
   * @returns 0 if the attempt may start (`end` must follow), else the seconds to wait
   */
  begin(client: string): Promise<number>;
  end(client: string, hasFailed: boolean): Promise<void>;
}

/** Attempts of a client in this process. */
interface Client {
  running: number;
  /** Attempts that wait for the count of failures. */
  reading: number;
  /** Failures that this process has added. */
  added: number;
  readonly waiting: (() => void)[];
}

/**
 * Creates a limiter.
 * @param perMinute failures after which a client waits until one minute after its first one
 * @param processes processes that run attempts. Each may run its share of the limit at once
 */
export function failureLimit(perMinute: number, failures: FailureCounts, processes = 1): FailureLimit {
  const clients = new Map<string, Client>();

  function clientOf(key: string): Client {
    const client = clients.get(key) ?? { running: 0, reading: 0, added: 0, waiting: [] };
    clients.set(key, client);
    return client;
  }

  function forgetIdle(key: string, { running, reading, waiting }: Client): void {
    if (running === 0 && reading === 0 && waiting.length === 0) clients.delete(key);
  }

  return {
    async begin(key) {
      for (;;) {
        const client = clientOf(key);
        const before = client.added;
        client.reading += 1;
        const { count, msLeft } = await failures.read(key).finally(() => {
          client.reading -= 1;
        });
        const failed = count + client.added - before;
        if (failed >= perMinute) {
          for (const wake of client.waiting.splice(0)) wake();
          forgetIdle(key, client);
          return Math.max(1, Math.ceil(msLeft / 1_000));
        }
        if (failed + client.running * processes < perMinute) {
          client.running += 1;
          return 0;
        }
        await new Promise<void>((resolve) => client.waiting.push(resolve));
      }
    },
    async end(key, hasFailed) {
      const client = clientOf(key);
      try {
        if (hasFailed) {
          await failures.add(key);
          client.added += 1;
        }
      } finally {
        client.running -= 1;
        client.waiting.shift()?.();
        forgetIdle(key, client);
      }
    },
  };
}
