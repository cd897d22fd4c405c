import { randomBytes } from 'node:crypto';
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Account } from './os-user.ts';

/** Passwords of the two roles. They consist of letters, digits, `-` and `_` only, so they need no escaping in SQL and URLs. */
export interface ClusterPasswords {
  readonly admin: string;
  readonly app: string;
}

/**
 * Reads the passwords of a cluster.
 * @returns undefined if the file is missing
 * @throws EmbeddedPostgresError `data-unusable` if it is damaged
 */
export function readPasswords(file: string): ClusterPasswords | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
  const passwords = parsePasswords(text);
  if (passwords === undefined) {
    throw new EmbeddedPostgresError('data-unusable', `${file} is damaged. Restore it from a backup of the data folder.`);
  }
  return passwords;
}

/** Creates passwords and writes them atomically to a file that only `account` (or this user) can read. */
export function createPasswords(file: string, account: Account | undefined): ClusterPasswords {
  const passwords: ClusterPasswords = { admin: randomBytes(24).toString('base64url'), app: randomBytes(24).toString('base64url') };
  const temporary = `${file}.new`;
  const fd = openSync(temporary, 'w', 0o600);
  try {
    writeSync(fd, `${JSON.stringify(passwords)}\n`);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (account !== undefined) chownSync(temporary, account.uid, account.gid);
  renameSync(temporary, file);
  return passwords;
}

function parsePasswords(text: string): ClusterPasswords | undefined {
  const [, admin] = /"admin":"([\w-]+)"/.exec(text) ?? [];
  const [, app] = /"app":"([\w-]+)"/.exec(text) ?? [];
  return admin !== undefined && app !== undefined ? { admin, app } : undefined;
}
