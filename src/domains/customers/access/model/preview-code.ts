/**
 * Preview codes: Base64 of `email|timestamp|id|tier|stockStatus` [ACCESS-2, ACCESS-3]. The signature is a separate parameter
 * [ACCESS-4].
 */
import { INVENTORY_STATUSES, type InventoryStatus } from '#domains/catalogue/model/record.ts';
import { TIERS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { PREVIEW_ERRORS } from '../messages.ts';

/** Lifetime of a preview link in seconds [ACCESS-6]. */
export const PREVIEW_SECONDS = 3_600;

export interface PreviewCode {
  readonly email: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Id of an offer, an event or another page. */
  readonly id: string;
  /** Tier that the preview is shown for; null for guests. */
  readonly tier: Tier | null;
  /** Replaces the real stock status; null keeps it. */
  readonly stockStatus: InventoryStatus | null;
}

export type PreviewErrorCode = Exclude<keyof typeof PREVIEW_ERRORS, 'preview_missing'>;
export type PreviewRead = { readonly ok: true; readonly code: PreviewCode } | { readonly ok: false; readonly error: PreviewErrorCode };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Decodes Base64 into one character per byte. Accepts missing padding. @returns null for other text */
function decoded(base64: string): string | null {
  if (base64 === '' || !BASE64.test(base64)) return null;
  let text = '';
  let bits = 0;
  let buffer = 0;
  for (const character of base64.replaceAll('=', '')) {
    buffer = ((buffer << 6) | ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((buffer >> bits) & 0xff);
  }
  return text;
}

/** Joins the five parts before encoding. */
export const previewParts = ({ email, timestamp, id, tier, stockStatus }: PreviewCode): string =>
  [email, timestamp, id, tier ?? '', stockStatus ?? ''].join('|');

/** Context of the checks. */
export interface PreviewCheck {
  /** True if the signature is valid. */
  readonly isSigned: boolean;
  /** Domain of staff addresses, `cellardoor.example` [ACCESS-5]. */
  readonly staffDomain: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Parses and checks a code in this order: format, id, domain, signature, expiry, stock status [ACCESS-7, ACCESS-8, ACCESS-9,
 * ACCESS-10, ACCESS-11, ACCESS-12]. Valid for 3600 s inclusive. An unknown tier becomes a guest's.
 */
export function readPreviewCode(input: string, { isSigned, staffDomain, now }: PreviewCheck): PreviewRead {
  const reject = (error: PreviewErrorCode): PreviewRead => ({ ok: false, error });
  const text = decoded(input);
  if (text === null) return reject('preview_format');
  const [email = '', time = '', id = '', tier = '', stock = '', ...more] = text.split('|');
  if (id === '' || more.length > 0) return reject('preview_invalid');
  if (!email.toLowerCase().endsWith(`@${staffDomain.toLowerCase()}`)) return reject('preview_invalid');
  if (!isSigned) return reject('preview_invalid');
  const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(now - timestamp * 1_000 <= PREVIEW_SECONDS * 1_000)) return reject('preview_expired');
  const stockStatus = INVENTORY_STATUSES.find((status) => status === stock) ?? null;
  if (stock !== '' && stockStatus === null) return reject('preview_stock');
  return { ok: true, code: { email, timestamp, id, tier: TIERS.find((each) => each === tier.toUpperCase()) ?? null, stockStatus } };
}
