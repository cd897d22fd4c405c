/** Parses prices in files: `1,234.56`, `1.234,56`, `$15`, `15.0`, `kr 1 234,-`, `EUR 11.79 per bottle`. */
import { type PriceUnit, splitUnit } from './price-unit.ts';

export type DecimalSign = '.' | ',';
export type PriceError = 'missing' | 'ambiguous' | 'not-a-number' | 'not-positive' | 'too-large';
/** Result of parsing a price. */
export type ReadPrice =
  | {
      readonly cents: number;
      /** Unit of the price, if the cell has one. */
      readonly unit?: PriceUnit;
    }
  | { readonly error: PriceError; readonly message: string };

const CURRENCY = /(?:(?:US|AU|A|S|NZ|CA|C|HK)?[$]|[€£¥]|\b(?:USD|AUD|SGD|NZD|CAD|EUR|GBP|NOK|SEK|DKK|CHF|JPY)\b|\bkr\b\.?)/gi;
const EMPTY = /^(?:|-+|n\/?a|poa|tba|tbc|on request|null|none)$/i;
const GROUPED_BY_SPACE = /(\d)[\s\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g;
const MAX_AMOUNT_CENTS = 100_000_000;

/**
 * Parses one price. A sign before other than three digits is the decimal sign. If both signs occur, the later one is. A single
 * sign before exactly three digits separates thousands in files that use the other decimal sign; otherwise it is ambiguous and
 * rejected, because a price must never be wrong by a factor of 1000. @returns cents (rounded) and unit, or the error with a
 * sentence
 */
export function parsePrice(cell: string, decimal: DecimalSign): ReadPrice {
  const withoutCurrency = cell.replace(CURRENCY, '').trim();
  const split = splitUnit(withoutCurrency);
  const bare = (split?.amount ?? withoutCurrency).replace(/[.,]-+$/, '').replace(GROUPED_BY_SPACE, '$1');
  if (EMPTY.test(bare)) return { error: 'missing', message: 'The price is missing.' };
  if (/^[-(−]/.test(bare) && /\d/.test(bare)) return { error: 'not-positive', message: `The price "${cell}" is negative.` };
  if (!/^[\d.,]*\d[.,]?$/.test(bare)) return notANumber(cell);
  const plain = inPlainDigits(bare, decimal);
  if (plain === 'ambiguous') {
    return { error: 'ambiguous', message: `The price "${cell}" could mean two things. Write it with two decimal places.` };
  }
  if (plain === null) return notANumber(cell);
  const cents = Math.round(Number((Number(plain) * 100).toPrecision(14)));
  if (cents < 1) return { error: 'not-positive', message: `The price "${cell}" must be more than zero.` };
  if (cents > MAX_AMOUNT_CENTS) return { error: 'too-large', message: `The price "${cell}" is more than a million.` };
  return { cents, ...(split && { unit: split.unit }) };
}

/** Patterns of numbers that a spreadsheet converted to a date or to scientific notation. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const DATE = new RegExp(
  `^(?:\\d{1,2}[-/. ](?:\\d{1,2}[-/.]\\d{2,4}|${MONTH}(?:[-/. ]\\d{2,4})?)|${MONTH}[-/. ]\\d{2,4}|\\d{4}-\\d\\d-\\d\\d)$`,
  'i',
);
const POWER_OF_TEN = /^\d(?:[.,]\d+)?e\+?\d+$/i;

/** Returns true if a spreadsheet shortened a long number to a form such as `8.71E+12`. Its last digits are lost. */
export const isShortenedNumber = (cell: string): boolean => POWER_OF_TEN.test(cell);

function notANumber(cell: string): ReadPrice {
  const why = DATE.test(cell)
    ? 'looks like a date. A spreadsheet may have converted a number.'
    : isShortenedNumber(cell)
      ? 'was shortened by a spreadsheet. Enter the full number.'
      : 'is not a number.';
  return { error: 'not-a-number', message: `The price "${cell}" ${why}` };
}

/** Returns the number with a decimal point and without thousands separators. */
function inPlainDigits(text: string, decimal: DecimalSign): string | 'ambiguous' | null {
  const signs = text.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last === undefined) return text;
  const kinds = new Set(signs).size;
  if (kinds === 2) {
    const first = signs[0] ?? '';
    if (signs.slice(0, -1).some((sign) => sign !== first)) return null;
    const at = text.lastIndexOf(last);
    const whole = ungroup(text.slice(0, at), first);
    return whole === null ? null : `${whole}.${text.slice(at + 1)}`;
  }
  if (signs.length > 1) return ungroup(text, last);
  const [whole = '', rest = ''] = text.split(last);
  if (rest.length !== 3 || /^0*$/.test(whole)) return `${whole || '0'}.${rest}`;
  return last === decimal ? 'ambiguous' : ungroup(text, last);
}

function ungroup(text: string, sign: string): string | null {
  const [first = '', ...groups] = text.split(sign);
  if (!/^\d{1,3}$/.test(first) || groups.some((group) => !/^\d{3}$/.test(group))) return null;
  return first + groups.join('');
}
