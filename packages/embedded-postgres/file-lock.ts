import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';

/** A lock on an open file. Whoever inherits `fd` holds it too; it ends when the last holder closes it or dies. */
export interface FileLock {
  readonly fd: number;
  release(): void;
}

const BUSY = 1;
/** Programs that lock descriptor 3 without waiting: exit code 0 is ours, 1 is busy. macOS has no flock, but it has perl. */
const LOCKERS: readonly (readonly [string, ...string[]])[] = [
  ['flock', '-n', '3'],
  ['perl', '-e', 'open(F, ">&=3") or exit 2; exit(flock(F, 6) ? 0 : 1)'],
];

/**
 * Locks a file without waiting, making it when it is missing. The kernel drops the lock with its holders, so it is never stale.
 * On Windows every attempt succeeds: there PostgreSQL's own check of postmaster.pid has to do.
 * @returns the lock, or undefined while someone else holds it
 * @throws EmbeddedPostgresError `start-failed` when the system has no program that can lock
 */
export function tryLock(path: string): FileLock | undefined {
  const fd = openSync(path, 'a', 0o600);
  const lock: FileLock = { fd, release: closeOnce(fd) };
  if (process.platform === 'win32') return lock;
  for (const [program, ...args] of LOCKERS) {
    const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore', fd] });
    if (status === 0) return lock;
    if (status === BUSY) {
      lock.release();
      return undefined;
    }
    if (error !== undefined && !isErrno(error, 'ENOENT')) break;
  }
  lock.release();
  throw new EmbeddedPostgresError(
    'start-failed',
    `The data folder cannot be locked: ${path} needs the program flock (package util-linux) or perl. ${RECOVERY_HINT}`,
  );
}

function closeOnce(fd: number): () => void {
  let open = true;
  return () => {
    if (open) closeSync(fd);
    open = false;
  };
}
