/** Cleans cells for display and comparison. */
import { trimEndOf } from '#lib/trim.ts';
import { fixMojibake } from './mojibake.ts';

const NEEDS_CLEANING = /[^\x20-\x7e]| {2}|^ | $/;
/** Control characters, soft hyphens, zero-width characters and byte order marks. Invisible, and PostgreSQL rejects NUL. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/gu;
const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;
/** Letters that do not decompose into a base letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

/**
 * Returns a cell ready for display: certain mojibake repaired, NFC, every whitespace one plain space, without invisible
 * characters, trimmed. Idempotent.
 */
export function cleanText(raw: string): string {
  if (!NEEDS_CLEANING.test(raw)) return raw;
  return fixMojibake(raw).replace(SPACES, ' ').replace(INVISIBLE, '').replace(SPACES, ' ').trim().normalize('NFC');
}

/** Returns text for comparison: without accents and case, with plain apostrophes. `Rosé D’Été` and `ROSE D'ETE` are equal. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\x20-\x7e]/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[–—‐‑]/g, '-')
    .replace(/[ßøæœłđðþı]/g, (char) => PLAIN[char] ?? char);
}

/** Returns lower-case ASCII words joined by hyphens, at most `max` characters, cut between words if possible. */
export function slug(text: string, max: number): string {
  const whole = fold(text)
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (whole.length <= max) return whole;
  const cut = whole.slice(0, max + 1);
  const end = cut.lastIndexOf('-');
  return end > max / 2 ? cut.slice(0, end) : whole.slice(0, max);
}

/** Returns at most `max` characters, cut between words and closed with an ellipsis. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const end = cut.lastIndexOf(' ');
  return `${trimEndOf(end > max / 2 ? cut.slice(0, end) : cut, /[\s,;:.-]/).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Splits long text into at most `count` paragraphs of at most `max` characters, cut between sentences if possible. */
export function paragraphs(text: string, max: number, count: number): string[] {
  const out: string[] = [];
  let rest = text;
  while (rest.length > max && out.length < count - 1) {
    const head = rest.slice(0, max);
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
    const word = head.lastIndexOf(' ');
    const end = sentence > max / 3 ? sentence + 1 : word > 0 ? word : max;
    out.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== '') out.push(shorten(rest, max));
  return out;
}
