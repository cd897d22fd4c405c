import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { isErrno } from './errno.ts';
import type { ClusterPaths } from './paths.ts';

/** Returns the process id in postmaster.pid, or undefined. */
export function readPostmasterPid(paths: ClusterPaths): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(paths.postmasterPid, 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Returns the command line of a process, empty if there is no such process. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the processes whose working directory is the data directory, as PostgreSQL's is. Linux only. */
export function processesIn(directory: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return Number.isInteger(pid) && readlinkSync(`/proc/${pid}/cwd`) === directory;
      } catch {
        return false;
      }
    });
}

/** Sends a signal. Ignores processes that have ended. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error;
  }
}
