import { spawnSync } from 'node:child_process';
import { chownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterPaths } from './paths.ts';

/** System account that PostgreSQL runs as if Node is root, because PostgreSQL does not run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Chooses the account for a cluster: the owner of its files, else of the data directory, else of the project, else nobody.
 * @returns undefined unless this process is root
 */
export function chooseAccount(paths: ClusterPaths): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = ownerOf(paths.data) ?? ownerOf(paths.folder);
  if (account !== undefined) return account;
  const candidate = ownerOf(paths.dataDir) ?? ownerOf(PROJECT);
  // initdb looks up the name of its user, so a numeric id without a name (a mounted directory in a container) cannot create a
  // cluster.
  return candidate !== undefined && hasName(candidate.uid) ? candidate : NOBODY;
}

/** Changes the owner of a directory and its content to `account`. Does not follow links. */
export function chownRecursive(folder: string, account: Account): void {
  chownSync(folder, account.uid, account.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) chownRecursive(path, account);
    else if (lstatSync(path).isFile()) chownSync(path, account.uid, account.gid);
  }
}

function ownerOf(path: string): Account | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.uid === 0) return undefined;
  return { uid: stats.uid, gid: stats.gid === 0 ? stats.uid : stats.gid };
}

function hasName(uid: number): boolean {
  const passwd = readFileSync('/etc/passwd', 'utf8');
  if (passwd.split('\n').some((line) => line.split(':')[2] === String(uid))) return true;
  return spawnSync('getent', ['passwd', String(uid)], { stdio: 'ignore' }).status === 0;
}
