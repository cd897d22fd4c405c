/** Replaces the published passwords of sample customers and staff if other machines can reach the shop. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SAMPLE_STAFF_FILE } from '#domains/staff/server/sample-staff.ts';
import { findStaffByEmail, updatePasswordHash } from '#domains/staff/server/staff.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { hashPassword, isPassword } from '#lib/server/password-hash.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { customerByEmail, replacePasswordHash } from './customer.repository.ts';

const DEMO_PASSWORDS = 'demo passwords';
const publishedAccount = z.object({ email: z.string(), password: z.string() });

interface PasswordHolder {
  readonly id: number;
  readonly passwordHash: string | null;
}

/** A kind of account in the sample: its file, and where its passwords are stored. */
interface SampleAccounts {
  readonly file: string;
  readonly find: (database: Database, email: string) => Promise<PasswordHolder | null>;
  readonly replace: (database: Database, holder: PasswordHolder, hash: string) => Promise<unknown>;
}

const SAMPLE_ACCOUNTS: readonly SampleAccounts[] = [
  {
    file: 'data/sample/customers.ndjson',
    find: customerByEmail,
    replace: (database, { id, passwordHash }, hash) => replacePasswordHash(database, id, hash, passwordHash ?? ''),
  },
  { file: SAMPLE_STAFF_FILE, find: findStaffByEmail, replace: (database, { id }, hash) => updatePasswordHash(database, id, hash) },
];

/** Sample accounts with a password, and the published password. */
async function publishedAccounts(root: string, file: string): Promise<z.output<typeof publishedAccount>[]> {
  const text = await readFile(join(root, file), 'utf8');
  return text.split('\n').flatMap((line) => {
    const parsed = publishedAccount.safeParse(line.trim() === '' ? null : JSON.parse(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** 20 characters in groups of five from an alphabet of 32 unambiguous ones: 100 bits. */
function passwordOf(secret: string, email: string): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789';
  const bytes = createHmac('sha256', secret).update(email).digest().subarray(0, 20);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-');
}

/**
 * On public hosts, replaces published passwords in the database with random ones. Those of a demonstration are the same in every
 * process and after restarts, and are printed. Elsewhere they are discarded.
 * @param say prints to the console
 */
export async function replacePublishedPasswords(
  config: Pick<Config, 'isPublic' | 'DEMO'>,
  database: Database,
  root: string,
  say: (line: string) => void,
): Promise<void> {
  if (!config.isPublic && !config.DEMO) return;
  const secret = await sharedSecret(database, DEMO_PASSWORDS);
  const replaced: { readonly email: string; readonly password: string }[] = [];
  for (const { file, find, replace } of SAMPLE_ACCOUNTS) {
    for (const { email, password: published } of await publishedAccounts(root, file)) {
      const account = await find(database, email);
      if (!account?.passwordHash) continue;
      const password = passwordOf(secret, email);
      const isDue = config.DEMO ? !(await isPassword(password, account.passwordHash)) : await isPassword(published, account.passwordHash);
      if (isDue) await replace(database, account, await hashPassword(password));
      if (isDue || config.DEMO) replaced.push({ email, password });
    }
  }
  if (replaced.length === 0) return;
  if (config.DEMO) {
    say('Demonstration. Sample customers and staff sign in with:');
    for (const { email, password } of replaced) say(`  ${email.padEnd(32)} ${password}`);
  } else {
    say(
      `The database holds ${replaced.length} accounts of the sample shop. Their published passwords no longer work. Start with an empty database to leave out the sample.`,
    );
  }
}
