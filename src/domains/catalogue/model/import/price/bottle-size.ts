/** Bottle sizes in names: `375ml`, `500 mL`, `1.5 liters`. */

const SIZE = /(?:^|[\s(-])(\d+(?:[.,]\d+)?)\s?(ml|cl|l|lit(?:re|er)s?)\b\)?/i;
const MILLILITRES: Readonly<Record<string, number>> = { ml: 1, cl: 10, l: 1000 };

/** Finds the first plausible bottle size in cleaned text. @returns millilitres and the text without it, or null */
export function findBottleSize(text: string): { readonly bottleMl: number; readonly rest: string } | null {
  const found = SIZE.exec(text);
  if (found === null) return null;
  const unit = (found[2] ?? '').toLowerCase();
  const bottleMl = Math.round(Number((found[1] ?? '').replace(',', '.')) * (MILLILITRES[unit] ?? 1000));
  if (bottleMl < 20 || bottleMl > 18_000) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/\s+/g, ' ')
    .replace(/ -(?= |$)/g, '')
    .trim();
  return { bottleMl, rest };
}
