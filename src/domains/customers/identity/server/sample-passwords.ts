/** Replaces the published passwords of sample customers if other machines can reach the shop. */
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { customerByEmail, replacePasswordHash } from './customer.repository.ts';
import { hashPassword, isPassword } from './password-hash.ts';

const DEMO_PASSWORDS = 'demo passwords';
const publishedAccount = z.object({ email: z.string(), password: z.string() });

/** Sample accounts with a password, and the published password. */
async function publishedAccounts(root: string): Promise<z.output<typeof publishedAccount>[]> {
  const text = await readFile(join(root, 'data/sample/customers.ndjson'), 'utf8');
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
  for (const { email, password: published } of await publishedAccounts(root)) {
    const customer = await customerByEmail(database, email);
    if (!customer?.passwordHash) continue;
    const password = passwordOf(secret, email);
    const isDue = config.DEMO ? !(await isPassword(password, customer.passwordHash)) : await isPassword(published, customer.passwordHash);
    if (isDue) await replacePasswordHash(database, customer.id, await hashPassword(password), customer.passwordHash);
    if (isDue || config.DEMO) replaced.push({ email, password });
  }
  if (replaced.length === 0) return;
  if (config.DEMO) {
    say('Demonstration. Sample customers sign in with:');
    for (const { email, password } of replaced) say(`  ${email.padEnd(32)} ${password}`);
  } else {
    say(
      `The database holds ${replaced.length} customers of the sample shop. Their published passwords no longer work. Start with an empty database to leave out the sample.`,
    );
  }
}
