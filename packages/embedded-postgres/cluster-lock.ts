import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';
import { type FileLock, tryLock } from './file-lock.ts';
import type { ClusterPaths } from './paths.ts';
import { commandLine, processesIn, readPostmasterPid, send } from './processes.ts';

const STEP_MS = 10;
const RETRY_DELAY_MS = 5_000;
const ABORT_AFTER_MS = 60_000;

/**
 * Acquires the lock that every PostgreSQL process of this data directory inherits. If an orphan of an earlier run has it, stops
 * the orphan and waits. Only the owner of the directory (`owner.lock`) may call this. Once the lock is acquired no PostgreSQL is
 * running, so postmaster.pid is stale and is deleted: an empty file or a reused process id would prevent PostgreSQL from
 * starting. @throws EmbeddedPostgresError `still-in-use` if the orphan does not stop within a minute
 */
export async function acquireClusterLock(paths: ClusterPaths, log: (line: string) => void): Promise<FileLock> {
  for (let waited = 0; ; waited += STEP_MS) {
    const lock = tryLock(paths.clusterLock);
    if (lock !== undefined) {
      rmSync(paths.postmasterPid, { force: true });
      return lock;
    }
    if (waited >= ABORT_AFTER_MS) break;
    if (waited % RETRY_DELAY_MS === 0) askOrphanToStop(paths, log, waited === 0 ? 'SIGINT' : 'SIGQUIT');
    await sleep(STEP_MS);
  }
  throw new EmbeddedPostgresError(
    'still-in-use',
    `An earlier PostgreSQL is still using ${paths.data} and won’t stop. End it yourself (its process id is the first line of ${paths.postmasterPid}). ${RECOVERY_HINT}`,
  );
}

function askOrphanToStop(paths: ClusterPaths, log: (line: string) => void, signal: NodeJS.Signals): void {
  const postmaster = readPostmasterPid(paths);
  if (postmaster !== undefined && commandLine(postmaster).includes(paths.data)) {
    log(`PostgreSQL of an earlier run is still stopping (process ${postmaster}); waiting for it.`);
    send(postmaster, signal);
    return;
  }
  // The postmaster has ended. A session in a long query notices only when it is signalled.
  for (const pid of processesIn(paths.data)) send(pid, 'SIGTERM');
}
