/** Signs preview codes: HMAC over what is previewed and the code, with a secret that all processes share. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PreviewCode, previewParts } from '../model/preview-code.ts';

/** Name of that secret. */
export const PREVIEW_CODES = 'preview codes';

/** A code of one kind opens nothing of the other, even where their ids are the same. */
export type PreviewKind = 'offer' | 'page';

/** The code of a preview, and the signature that goes beside it. */
export interface SignedPreview {
  readonly code: string;
  readonly signature: string;
}

const signatureOf = (secret: string, kind: PreviewKind, code: string): string =>
  createHmac('sha256', secret).update(`${kind}:${code}`).digest('base64url');

/** Make and sign a code. */
export function signPreview(secret: string, kind: PreviewKind, preview: PreviewCode): SignedPreview {
  const code = Buffer.from(previewParts(preview)).toString('base64');
  return { code, signature: signatureOf(secret, kind, code) };
}

/** True where the signature was made with the secret, for this kind and code. */
export function isSignedPreview(secret: string, kind: PreviewKind, { code, signature }: SignedPreview): boolean {
  const [given, own] = [Buffer.from(signature), Buffer.from(signatureOf(secret, kind, code))];
  return given.length === own.length && timingSafeEqual(given, own);
}
