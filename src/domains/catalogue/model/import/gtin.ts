/** Parses bar codes: EAN and UPC, which end in a check digit. */

/**
 * Returns the bar code of a cell and restores lost leading zeros. @returns 8, 12, 13 or 14 digits; null if the check digit is
 * wrong, because spreadsheets round long numbers
 */
export function readGtin(cell: string): string | null {
  const digits = cell.replace(/[\s-]/g, '');
  if (!/^\d{8,14}$/.test(digits)) return null;
  const padded = digits.length === 8 ? digits : digits.padStart(12, '0');
  return checkDigitOf(padded.slice(0, -1)) === padded.at(-1) ? padded : null;
}

/** Computes the check digit: from the right, digits weigh three and one in turn. */
function checkDigitOf(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
