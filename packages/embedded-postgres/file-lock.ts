import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError, RECOVERY_HINT } from './errors.ts';

/** A lock on an open file. Processes that inherit `fd` share it. It ends when the last of them closes it or ends. */
export interface FileLock {
  readonly fd: number;
  release(): void;
}

const BUSY = 1;
/**
 * Programs that lock descriptor 3 without waiting. Exit code 0 means locked, 1 means busy. macOS has no flock, but it has perl.
 */
const LOCKERS: readonly (readonly [string, ...string[]])[] = [
  ['flock', '-n', '3'],
  ['perl', '-e', 'open(F, ">&=3") or exit 2; exit(flock(F, 6) ? 0 : 1)'],
];

/**
 * Locks a file without waiting and creates it if it is missing. The kernel releases the lock with its processes, so it is never
 * stale. On Windows every attempt succeeds, and PostgreSQL's own check of postmaster.pid has to suffice.
 * @returns the lock, or undefined if another process has it
 * @throws EmbeddedPostgresError `start-failed` if the system has no program that can lock
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
