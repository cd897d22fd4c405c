/** Validation of the fields of the payment page. */
import { passesLuhn, tokenOfCard } from './cards.ts';

export interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
}

export type CardErrors = Partial<Record<keyof CardFields, string>>;

/** Formats a typed card number: `4242424242424242` → `4242 4242 4242 4242`. Drops other characters. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Parses an expiry date: `8/29`, `08 / 2029` or `0829` → year and month. @returns null if it is not a month of a year */
export function parseExpiry(typed: string): { readonly year: number; readonly month: number } | null {
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? /^\s*(\d{2})\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? [];
  const read = { year: year.length === 2 ? 2000 + Number(year) : Number(year), month: Number(month) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

function numberError(typed: string): string | null {
  if (!/\d/.test(typed)) return 'Enter the card number';
  if (!passesLuhn(typed)) return 'This isn’t a valid card number. Check the digits.';
  return tokenOfCard(typed) === null ? 'Use one of the test cards listed here. Never enter a real card.' : null;
}

function expiryError(typed: string, now: Date): string | null {
  const expiry = parseExpiry(typed);
  if (!expiry) return 'Enter month and year, like 08/29';
  // A card is valid until the end of its month.
  const isExpired = expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isExpired ? 'This card has expired.' : null;
}

/** Returns an error for each invalid field, and nothing if the card can be tried. */
export function validateCard(fields: CardFields, now: Date): CardErrors {
  const found = {
    number: numberError(fields.number),
    expiry: expiryError(fields.expiry, now),
    code: /^\s*\d{3,4}\s*$/.test(fields.code) ? null : 'Enter the 3 or 4 digits of the security code',
    holder: fields.holder.trim() === '' ? 'Enter the name on the card' : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error !== null)) as CardErrors;
}
