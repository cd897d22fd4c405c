import type { DatabaseAddresses } from './addresses.ts';
import { type Cluster, type ClusterOptions, openCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { freePort } from './free-port.ts';
import type { ServerExit, ServerProcess } from './server-process.ts';

export interface EmbeddedPostgres extends DatabaseAddresses {
  /** Resolves when the server has ended, by `stop` or by itself. Never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Stops the server and releases the data directory. Idempotent. */
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 10;

/**
 * Starts the PostgreSQL that npm installed on a data directory, creates the database on first use, and waits until it accepts
 * connections. The server ends with this process, however this process ends. Must be called on the main thread. @throws
 * EmbeddedPostgresError with a printable message
 */
export async function startEmbeddedPostgres(options: ClusterOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(options);
  const { server, port } = await launchOnFreePort(cluster);
  return {
    ...cluster.addresses(port),
    exited: server.exited,
    async stop() {
      await server.stop();
      cluster.close();
    },
  };
}

/** Starts a cluster on the first free port. Closes it if that fails. */
export async function launchOnFreePort(cluster: Cluster): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { server: await cluster.launch(port), port };
    } catch (error) {
      const tryAgain = attempt < PORT_ATTEMPTS && error instanceof EmbeddedPostgresError && error.problem === 'port-taken';
      if (tryAgain) continue;
      cluster.close();
      throw error;
    }
  }
}
