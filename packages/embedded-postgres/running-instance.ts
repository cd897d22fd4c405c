/** Finds the embedded PostgreSQL that another process of the shop runs, so that CLI commands can connect to it. */
import { readFileSync } from 'node:fs';
import { addresses, type DatabaseAddresses } from './addresses.ts';
import { readPasswords } from './passwords.ts';
import { clusterPaths } from './paths.ts';

/** Returns the connection strings of the running server. @returns null if there is none or it cannot be read */
export function findRunningPostgres(dataDir: string): DatabaseAddresses | null {
  const paths = clusterPaths(dataDir);
  try {
    const passwords = readPasswords(paths.passwords);
    // Line 4 of postmaster.pid is the port.
    const port = Number(readFileSync(paths.postmasterPid, 'utf8').split('\n')[3]);
    return passwords && port > 0 ? addresses(passwords, port) : null;
  } catch {
    return null;
  }
}
