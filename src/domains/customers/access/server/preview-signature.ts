/** Signs preview codes: HMAC over kind and code with a secret that all processes share [ACCESS-4]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PreviewCode, previewParts } from '../model/preview-code.ts';

/** Name of the secret. */
export const PREVIEW_CODES = 'preview codes';

/** Kind of the previewed item. Part of the signature, so that codes of one kind do not work for the other. */
export type PreviewKind = 'offer' | 'page';

/** A preview code with its signature. */
export interface SignedPreview {
  readonly code: string;
  readonly signature: string;
}

const signatureOf = (secret: string, kind: PreviewKind, code: string): string =>
  createHmac('sha256', secret).update(`${kind}:${code}`).digest('base64url');

/** Creates and signs a code. */
export function signPreview(secret: string, kind: PreviewKind, preview: PreviewCode): SignedPreview {
  const code = Buffer.from(previewParts(preview)).toString('base64');
  return { code, signature: signatureOf(secret, kind, code) };
}

/** Returns true if the signature is valid for this kind and code. */
export function isSignedPreview(secret: string, kind: PreviewKind, { code, signature }: SignedPreview): boolean {
  const [actual, own] = [Buffer.from(signature), Buffer.from(signatureOf(secret, kind, code))];
  return actual.length === own.length && timingSafeEqual(actual, own);
}
