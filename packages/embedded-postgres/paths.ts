import { join } from 'node:path';

/** Where the cluster of one data folder keeps its files, all below `${dataDir}/postgres`. */
export interface ClusterPaths {
  readonly dataDir: string;
  readonly folder: string;
  /** PostgreSQL's own data directory; it appears whole or not at all. */
  readonly data: string;
  /** Held by the Node process that owns the cluster. */
  readonly ownerLock: string;
  /** Held by the processes of PostgreSQL itself, also when their owner is gone. */
  readonly clusterLock: string;
  readonly passwords: string;
  readonly log: string;
  readonly postmasterPid: string;
}

/** @param dataDir absolute path of the shop's data folder */
export function clusterPaths(dataDir: string): ClusterPaths {
  const folder = join(dataDir, 'postgres');
  const data = join(folder, 'data');
  return {
    dataDir,
    folder,
    data,
    ownerLock: join(folder, 'owner.lock'),
    clusterLock: join(folder, 'cluster.lock'),
    passwords: join(folder, 'passwords.json'),
    log: join(folder, 'postgres.log'),
    postmasterPid: join(data, 'postmaster.pid'),
  };
}
