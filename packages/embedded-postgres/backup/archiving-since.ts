import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrno } from '../errno.ts';
import { clusterPaths } from '../paths.ts';

/** Notes since when the log of a database is archived without a break. A backup that is older cannot be recovered past the break. */
const fileOf = (dataDir: string): string => join(clusterPaths(dataDir).folder, 'archiving-since');

/** @returns null if the log is not archived */
export function readArchivingSince(dataDir: string): Date | null {
  try {
    const at = new Date(readFileSync(fileOf(dataDir), 'utf8').trim());
    return Number.isNaN(at.getTime()) ? null : at;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** To be called after a server has started that archives its log. */
export function noteArchiving(dataDir: string, now: Date): void {
  if (readArchivingSince(dataDir) === null) writeFileSync(fileOf(dataDir), `${now.toISOString()}\n`, { mode: 0o600, flush: true });
}

/** To be called before a server starts that does not archive its log, and after a restore. */
export const noteArchivingBreak = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });
