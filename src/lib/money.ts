/**
 * Converts and formats money: integer cents inside, decimal numbers on the wire [SITE-26]
 * (docs/decisions/0009-wire-money-and-cart-fields.md).
 */

/** Converts cents to the decimal number of the wire: 1234 → 12.34. */
export const toDecimal = (cents: number): number => Math.round(cents) / 100;

/** Converts 12.34 to cents, ignoring rounding noise of decimal sums. Throws a RangeError for fractions of a cent. */
export function toCents(decimal: number): number {
  const cents = Math.round(decimal * 100);
  const noise = 4 * Number.EPSILON * Math.max(1, Math.abs(cents));
  if (!Number.isSafeInteger(cents) || Math.abs(decimal * 100 - cents) > noise) {
    throw new RangeError(`${decimal} is not an amount of whole cents`);
  }
  return cents;
}

/** Returns the tax contained in an amount that includes it: 11000 at 10 % → 1000. Rounds half up to a cent. */
export const taxContained = (cents: number, percent: number): number => Math.round((cents * percent) / (100 + percent));

/** Computes `amount * weight / total` in integers, exact above 2^53 too. */
function share(amount: number, weight: number, total: number): { part: number; remainder: number } {
  const product = amount * weight;
  if (Number.isSafeInteger(product)) return { part: Math.floor(product / total), remainder: product % total };
  const exact = BigInt(amount) * BigInt(weight);
  return { part: Number(exact / BigInt(total)), remainder: Number(exact % BigInt(total)) };
}

/**
 * Allocates an amount over weights in whole cents that add up exactly, by largest remainder, earlier lines first among equals. No part
 * exceeds its weight unless `amount` exceeds their sum.
 * @param amount whole cents, not negative; all parts are 0 if the weights sum to 0
 * @param weights whole cents, none negative
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0 || amount <= 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => ({ index, ...share(amount, weight, total) }));
  const remaining = amount - shares.reduce((sum, { part }) => sum + part, 0);
  const largest = [...shares].sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const raised = new Set(largest.slice(0, remaining).map(({ index }) => index));
  return shares.map(({ index, part }) => part + (raised.has(index) ? 1 : 0));
}

/** Formats cents as `$1,234.50` in the locale. */
export function formatMoney(cents: number, locale: string, currency: string): string {
  return formatter(locale, currency).format(cents / 100);
}

const formatters = new Map<string, Intl.NumberFormat>();
function formatter(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    formatters.set(key, found);
  }
  return found;
}
