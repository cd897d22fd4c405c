import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import type { ServerProcess } from './server-process.ts';
import { addresses, type DatabaseAddresses, launchOnFreePort } from './start.ts';

/** An embedded PostgreSQL that comes back on the same address when it dies. */
export interface SupervisedPostgres extends DatabaseAddresses {
  /** Stops the server for good and gives the data folder up. May be called again. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS_LENGTH = 30_000;
/** A server that lived this long was healthy; the delays begin anew. */
const HEALTHY_MS = 60_000;

/**
 * As `startEmbeddedPostgres`, but a server that dies (a full disk, the system short of memory) is started again, at once the
 * first time, then at growing intervals, and each time the log says so. It keeps its port, so connection pools find it again.
 * @throws EmbeddedPostgresError when the first start fails
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
      options.log(`The database stopped by itself: ${reason} Starting it again.`);
      const next = await relaunch(cluster, port, failures, options.log, stopping.signal);
      if (next === undefined) return;
      current = next.server;
      failures = next.failures + 1;
      options.log('The database is back.');
    }
  };
  const supervision = supervise();

  return {
    ...addresses(cluster.passwords, port),
    async stop() {
      stopping.abort();
      await current.stop();
      await supervision;
      await current.stop();
      cluster.close();
    },
  };
}

/** Tries until the server runs or `signal` ends the wait (undefined). `failures` sets the delay before the first try. */
async function relaunch(
  cluster: Cluster,
  port: number,
  failures: number,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<{ server: ServerProcess; failures: number } | undefined> {
  for (let count = failures; ; count += 1) {
    const delay = count === 0 ? 0 : Math.min(MAX_DELAY_MS_LENGTH, FIRST_DELAY_MS * 2 ** (count - 1));
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
