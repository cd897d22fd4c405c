/** Converts and formats money: integer cents inside, decimal numbers on the wire (docs/decisions/0009-wire-money-and-cart-fields.md). */

/** 1234 → 12.34, the wire's number. */
export const toDecimal = (cents: number): number => Math.round(cents) / 100;

/** 12.34 → 1234. Throws a RangeError for what is no amount of whole cents, rounding noise of a sum of decimals aside. */
export function toCents(decimal: number): number {
  const cents = Math.round(decimal * 100);
  const noise = 4 * Number.EPSILON * Math.max(1, Math.abs(cents));
  if (!Number.isSafeInteger(cents) || Math.abs(decimal * 100 - cents) > noise) {
    throw new RangeError(`${decimal} is not an amount of whole cents`);
  }
  return cents;
}

/** The tax contained in an amount that includes it: 11000 at 10 % → 1000. Rounded half up to a cent. */
export const taxContained = (cents: number, percent: number): number => Math.round((cents * percent) / (100 + percent));

/** `amount * weight` divided by `total` in whole numbers, exact also where the product passes 2^53. */
function share(amount: number, weight: number, total: number): { part: number; remainder: number } {
  const product = amount * weight;
  if (Number.isSafeInteger(product)) return { part: Math.floor(product / total), remainder: product % total };
  const exact = BigInt(amount) * BigInt(weight);
  return { part: Number(exact / BigInt(total)), remainder: Number(exact % BigInt(total)) };
}

/**
 * Share an amount over weights so that the parts are whole cents, none exceeds its weight while `amount` does not exceed
 * their sum, and the parts add up to the amount exactly (largest remainder, earlier lines first among equals).
 * @param amount whole cents, not negative; all parts are 0 where the weights sum to nothing
 * @param weights whole cents, none negative
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0 || amount <= 0) return weights.map(() => 0);
  const shares = weights.map((weight, index) => ({ index, ...share(amount, weight, total) }));
  const left = amount - shares.reduce((sum, { part }) => sum + part, 0);
  const largest = [...shares].sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const raised = new Set(largest.slice(0, left).map(({ index }) => index));
  return shares.map(({ index, part }) => part + (raised.has(index) ? 1 : 0));
}

/** `$1,234.50` as a shopper of that locale reads it. */
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
