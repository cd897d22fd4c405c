/** What must stand in the fields of the payment page before a card can be tried. */
import { passesLuhn, tokenOfCard } from './cards.ts';

export interface CardFields {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
}

export type CardFaults = Partial<Record<keyof CardFields, string>>;

/** `4242424242424242` → `4242 4242 4242 4242`; what is typed beyond digits and spaces goes. */
export const groupDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `8/29`, `08 / 2029`, `0829` → year and month; null for what is no month of a year. */
export function readExpiry(typed: string): { readonly year: number; readonly month: number } | null {
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? /^\s*(\d{2})\s*(\d{2}|\d{4})\s*$/.exec(typed) ?? [];
  const read = { year: year.length === 2 ? 2000 + Number(year) : Number(year), month: Number(month) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

function numberFault(typed: string): string | null {
  if (!/\d/.test(typed)) return 'Please enter the card number.';
  if (!passesLuhn(typed)) return 'This is not a card number. Please check its digits.';
  return tokenOfCard(typed) === null ? 'Only the test cards listed here can be used. Please never enter a real card.' : null;
}

function expiryFault(typed: string, now: Date): string | null {
  const expiry = readExpiry(typed);
  if (!expiry) return 'Please enter month and year, like 08/29.';
  // A card is good to the end of its month.
  const isExpired = expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1;
  return isExpired ? 'This card has expired.' : null;
}

/** What is wrong with each field, in sentences; empty where the card can be tried. */
export function validateCard(fields: CardFields, now: Date): CardFaults {
  const found = {
    number: numberFault(fields.number),
    expiry: expiryFault(fields.expiry, now),
    code: /^\s*\d{3,4}\s*$/.test(fields.code) ? null : 'Please enter the three or four digits of the security code.',
    holder: fields.holder.trim() === '' ? 'Please enter the name on the card.' : null,
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null)) as CardFaults;
}
