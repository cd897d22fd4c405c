/**
 * Preview codes (SPEC.md §3, §5; DECISIONS.md "Safer than the original"): base64 of `email|timestamp|id|tier|stockStatus`.
 * They are signed; the signature travels beside the code, so the form stays the one of the specification.
 */
import { INVENTORY_STATUSES, type InventoryStatus } from '#domains/catalogue/model/record.ts';
import { TIERS, type Tier } from '#domains/customers/identity/model/tiers.ts';
import type { PREVIEW_ERRORS } from '../messages.ts';

/** Seconds that a preview link lives (SPEC.md §9). */
export const PREVIEW_SECONDS = 3_600;

export interface PreviewCode {
  readonly email: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Of an offer, an event or another page. */
  readonly id: string;
  /** Whose eyes it is seen with; null is a guest's. */
  readonly tier: Tier | null;
  /** Shown in place of the real one; null leaves that. */
  readonly stockStatus: InventoryStatus | null;
}

export type PreviewErrorCode = Exclude<keyof typeof PREVIEW_ERRORS, 'preview_missing'>;
export type PreviewRead = { readonly ok: true; readonly code: PreviewCode } | { readonly ok: false; readonly fault: PreviewErrorCode };

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Bytes of base64 as characters; null where it is none. Padding may be missing. */
function decoded(base64: string): string | null {
  if (base64 === '' || !BASE64.test(base64)) return null;
  let text = '';
  let bits = 0;
  let held = 0;
  for (const character of base64.replaceAll('=', '')) {
    held = ((held << 6) | ALPHABET.indexOf(character)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    text += String.fromCharCode((held >> bits) & 0xff);
  }
  return text;
}

/** The five parts in their order, before they are encoded. */
export const previewParts = ({ email, timestamp, id, tier, stockStatus }: PreviewCode): string =>
  [email, timestamp, id, tier ?? '', stockStatus ?? ''].join('|');

/** What the checks need to know beside the code. */
export interface PreviewCheck {
  /** Whether the signature beside the code is the shop's own. */
  readonly isSigned: boolean;
  /** `cellardoor.example`: what follows the @ of whoever asked for the link. */
  readonly staffDomain: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Read a code and check it, in this order: format, id, domain, signature, expiry, stock status. It holds for 3600 seconds, the
 * last one included. An unknown tier is a guest's.
 */
export function readPreviewCode(given: string, { isSigned, staffDomain, now }: PreviewCheck): PreviewRead {
  const refused = (fault: PreviewErrorCode): PreviewRead => ({ ok: false, fault });
  const text = decoded(given);
  if (text === null) return refused('preview_format');
  const [email = '', time = '', id = '', tier = '', stock = '', ...more] = text.split('|');
  if (id === '' || more.length > 0) return refused('preview_invalid');
  if (!email.toLowerCase().endsWith(`@${staffDomain.toLowerCase()}`)) return refused('preview_invalid');
  if (!isSigned) return refused('preview_invalid');
  const timestamp = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(now - timestamp * 1_000 <= PREVIEW_SECONDS * 1_000)) return refused('preview_expired');
  const stockStatus = INVENTORY_STATUSES.find((status) => status === stock) ?? null;
  if (stock !== '' && stockStatus === null) return refused('preview_stock');
  return { ok: true, code: { email, timestamp, id, tier: TIERS.find((each) => each === tier.toUpperCase()) ?? null, stockStatus } };
}
