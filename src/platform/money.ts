/** Money: integer cents inside, decimal numbers on the wire (DECISIONS.md "Sites and markets"). */

/** 1234 → 12.34, the wire's number. */
export const toDecimal = (cents: number): number => Math.round(cents) / 100;

/** 12.34 → 1234. Throws a RangeError for what is no amount of whole cents. */
export function toCents(decimal: number): number {
  const cents = Math.round(decimal * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(decimal * 100 - cents) > 1e-6 * Math.max(1, Math.abs(cents))) {
    throw new RangeError(`${decimal} is not an amount of whole cents`);
  }
  return cents;
}

/** The tax contained in an amount that includes it: 11000 at 10 % → 1000. Rounded half up to a cent. */
export const taxContained = (cents: number, percent: number): number => Math.round((cents * percent) / (100 + percent));

/**
 * Share an amount over weights so that the parts are whole cents, none exceeds its weight while `amount` does not exceed
 * their sum, and the parts add up to the amount exactly (largest remainder, earlier lines first among equals).
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0 || amount <= 0) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((amount * weight) / total));
  const remainders = weights.map((weight, index) => ({ index, remainder: (amount * weight) % total }));
  remainders.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  let left = amount - parts.reduce((sum, part) => sum + part, 0);
  for (const { index } of remainders) {
    if (left <= 0) break;
    const part = parts[index] ?? 0;
    const step = Math.min(left, 1);
    parts[index] = part + step;
    left -= step;
  }
  return parts;
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
