/** Names, phones and ages as the checkout accepts them (SPEC.md §5; DECISIONS.md "Catalogue and content" Phones). */
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';

/** A decimal digit of any script as 0 to 9: scripts keep their ten digits in a row that begins at …0 or …6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return String(code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6));
}

/** Digits only, whatever separators and script they were typed with: `+61 4…` as `04…`, `+65 8…` as `8…`. */
export function normalisePhone(market: Market, typed: string): string {
  const digits = typed
    .normalize('NFKC')
    .replace(/[\s()./\p{Pd}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
  const { countryCode, trunkPrefix } = deliveryRules(market).phone;
  return digits.replace(countryCode, trunkPrefix);
}

/** A phone as it is read: `0412 345 678`, `03 9123 4567`, `8123 4567`; what is none as it was typed. */
export function formatPhone(market: Market, typed: string): string {
  if (!isPhone(market, typed)) return typed;
  return deliveryRules(market).phone.format(normalisePhone(market, typed));
}

/** AU: ten digits starting 0 then one of 2, 3, 4, 7, 8. SG: eight digits starting 3, 6, 8 or 9. */
export function isPhone(market: Market, typed: string): boolean {
  return deliveryRules(market).phone.pattern.test(normalisePhone(market, typed));
}

/** True from the day of the birthday on. Dates are ISO days; `today` in the market's own calendar. */
export function isOldEnough(dateOfBirth: string, today: string, minimumAge: number): boolean {
  const [year = '', rest = ''] = [dateOfBirth.slice(0, 4), dateOfBirth.slice(4)];
  const birthday = `${String(Number(year) + minimumAge).padStart(4, '0')}${rest}`;
  return birthday <= today;
}
