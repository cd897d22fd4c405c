/** Signed passes that let a browser into a closed shop, for the test order. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#lib/db/pool.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';

/** Name of the secret. */
const VISITS = 'visits before opening';

/** Query parameter of a link that lets a browser in. */
export const VISIT_PARAMETER = 'before-opening';

/** Life of a pass in seconds. */
export const VISIT_SECONDS = 12 * 3_600;

const signatureOf = (secret: string, expires: string): string =>
  createHmac('sha256', secret).update(`visit:${expires}`).digest('base64url');

/** Creates a pass: its end in Unix seconds, and a signature. */
export async function createVisitPass(database: Database, now = Date.now()): Promise<string> {
  const expires = String(Math.floor(now / 1_000) + VISIT_SECONDS);
  return `${expires}.${signatureOf(await sharedSecret(database, VISITS), expires)}`;
}

/** Returns true for a pass of this shop that has not expired. */
export async function isVisitPass(database: Database, pass: string, now = Date.now()): Promise<boolean> {
  const [, expires = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(pass) ?? [];
  if (expires === '' || Number(expires) * 1_000 < now) return false;
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(await sharedSecret(database, VISITS), expires))];
  return actual.length === own.length && timingSafeEqual(actual, own);
}
