/** Phone numbers and ages that the checkout accepts. */
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** Converts a decimal digit of any script to 0–9. The ten digits of a script are consecutive code points. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return String(code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Returns the digits of a phone number, whatever its separators and script: `+61 4…` becomes `04…`, `+65 8…` becomes `8…` [CHK-20]. */
export function normalisePhone(market: Market, typed: string): string {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s()./\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
  const { countryCode, trunkPrefix } = deliveryRules(market).phone;
  return digits.replace(countryCode, trunkPrefix);
}

/** Formats a phone number: `0412 345 678`, `03 9123 4567`, `8123 4567`. Returns other text unchanged. */
export function formatPhone(market: Market, typed: string): string {
  if (!isPhone(market, typed)) return typed;
  return deliveryRules(market).phone.format(normalisePhone(market, typed));
}

/**
 * Returns true for a valid phone number. AU: ten digits that start with 0 and one of 2, 3, 4, 7, 8 [CHK-19, CHK-21]. SG: eight digits
 * that start with 3, 6, 8 or 9.
 */
export function isPhone(market: Market, typed: string): boolean {
  return deliveryRules(market).phone.pattern.test(normalisePhone(market, typed));
}

/** Returns true from the birthday on [CHK-13]. Dates are ISO days, `today` in the market's calendar. */
export function isOldEnough(dateOfBirth: string, today: string, minimumAge: number): boolean {
  const [year = '', rest = ''] = [dateOfBirth.slice(0, 4), dateOfBirth.slice(4)];
  const birthday = `${String(Number(year) + minimumAge).padStart(4, '0')}${rest}`;
  return birthday <= today;
}
