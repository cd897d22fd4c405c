/**
 * Vitest's global setup: one PostgreSQL a test run, started by the first test that asks for a database, so that runs without
 * such tests do not wait for it. Tests learn the address of a door on this machine and ask there.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that answers with the `TestClusterAddresses` as JSON, or with status 500 and the reason as text. */
    testClusterDoor: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestCluster> | undefined;
  const door = createServer(async (_request, response) => {
    try {
      cluster ??= startTestCluster();
      const { adminConnectionString, connectionString } = await cluster;
      response.end(JSON.stringify({ adminConnectionString, connectionString }));
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.message : String(error));
    }
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address() as AddressInfo;
  project.provide('testClusterDoor', `http://127.0.0.1:${address.port}/`);
  return async () => {
    door.close();
    door.closeAllConnections();
    const started = await cluster?.catch(() => undefined);
    await started?.stop();
  };
}
