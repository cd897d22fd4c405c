/**
 * Paywalls: the password of a page unlocks it [ACCESS-14] and returns an unlock token. The token is derived from the password, so
 * a new password invalidates all tokens (docs/decisions/0031-previews-and-paywalls.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PageRecord } from '#domains/content/model/record.ts';

/** Name of the shared secret of unlock tokens. */
export const PAYWALL_PROOFS = 'paywall proofs';

type LockedPage = Pick<PageRecord, 'id' | 'paywall'>;

const isSame = (actual: string, expected: string): boolean => {
  const [a, b] = [actual, expected].map((text) => createHmac('sha256', 'compare').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
};

/** Creates the unlock token of a page. */
export const proofOf = (secret: string, { id, paywall }: LockedPage): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([id, paywall?.password ?? '']))
    .digest('base64url');

/** Returns true if the unlock token grants access to the page. */
export const isProof = (secret: string, page: LockedPage, token: string): boolean => isSame(token, proofOf(secret, page));

/** Returns true if the page has a paywall with this password. */
export const isPassword = ({ paywall }: LockedPage, password: string): boolean => paywall !== null && isSame(password, paywall.password);
