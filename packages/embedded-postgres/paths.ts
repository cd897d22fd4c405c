import { join } from 'node:path';

/** Paths of a cluster's files, all below `${dataDir}/postgres`. */
export interface ClusterPaths {
  readonly dataDir: string;
  readonly folder: string;
  /** PostgreSQL's data directory. Created atomically. */
  readonly data: string;
  /** Locked by the Node process that owns the cluster. */
  readonly ownerLock: string;
  /** Locked by the PostgreSQL processes themselves, even without their owner. */
  readonly clusterLock: string;
  readonly passwords: string;
  readonly log: string;
  readonly postmasterPid: string;
}

/** @param dataDir absolute path of the shop's data directory */
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
