import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddresses } from './addresses.ts';
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import type { ServerProcess } from './server-process.ts';
import { launchOnFreePort } from './start.ts';

/** An embedded PostgreSQL that is restarted on the same port when it ends unexpectedly. */
export interface SupervisedPostgres extends DatabaseAddresses {
  /** Stops the server permanently and releases the data directory. Idempotent. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;
/** A server that ran this long was healthy, so the restart delays are reset. */
const HEALTHY_MS = 60_000;

/**
 * Like `startEmbeddedPostgres`, but restarts a server that ends unexpectedly (full disk, out of memory): at once the first time,
 * then with increasing delays, with a log line each time. The port does not change, so connection pools reconnect. @throws
 * EmbeddedPostgresError if the first start fails
 */
export async function superviseEmbeddedPostgres(options: ClusterOptions): Promise<SupervisedPostgres> {
  const cluster = await openCluster(options);
  const { server, port } = await launchOnFreePort(cluster);
  const stopping = new AbortController();
  let current = server;

  const supervise = async (): Promise<void> => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const started = Date.now();
      const { reason } = await current.exited;
      if (stopping.signal.aborted) return;
      if (Date.now() - started > HEALTHY_MS) failures = 0;
      options.log(`The database stopped unexpectedly: ${reason} Restarting it.`);
      const next = await relaunch(cluster, port, failures, options.log, stopping.signal);
      if (next === undefined) return;
      current = next.server;
      failures = next.failures + 1;
      options.log('The database is back.');
    }
  };
  const supervision = supervise();

  return {
    ...cluster.addresses(port),
    async stop() {
      stopping.abort();
      await current.stop();
      await supervision;
      await current.stop();
      cluster.close();
    },
  };
}

/** Tries until the server runs or `signal` aborts (returns undefined). `failures` determines the delay before the first try. */
async function relaunch(
  cluster: Cluster,
  port: number,
  failures: number,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<{ server: ServerProcess; failures: number } | undefined> {
  for (let count = failures; ; count += 1) {
    const delay = count === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - 1));
    try {
      await sleep(delay, undefined, { signal });
    } catch {
      return undefined;
    }
    try {
      return { server: await cluster.launch(port), failures: count };
    } catch (error) {
      log(`The database could not be started again; the next attempt follows. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
