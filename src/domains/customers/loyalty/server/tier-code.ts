/** The `code` parameter of tier pages: `{tier}.{HMAC}`, signed with a secret that all processes share [LOY-18]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { TIERS, type Tier } from '#domains/customers/identity/model/tiers.ts';

/** Name of the secret that signs the codes. */
export const LOYALTY_CODES = 'loyalty codes';

const signatureOf = (secret: string, tier: string): string => createHmac('sha256', secret).update(`tier:${tier}`).digest('base64url');

/** Creates the code of a tier. */
export const tierCode = (secret: string, tier: Tier): string => `${tier.toLowerCase()}.${signatureOf(secret, tier)}`;

/** Returns the tier of a code; null if its signature is invalid. */
export function tierOfCode(secret: string, code: string): Tier | null {
  const [name = '', signature = '', ...rest] = code.split('.');
  const tier = TIERS.find((each) => each === name.toUpperCase());
  if (tier === undefined || rest.length > 0) return null;
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(secret, tier))];
  return actual.length === own.length && timingSafeEqual(actual, own) ? tier : null;
}
