/** Reads single fields of an offer by the rules of a mapping. */

import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { findBottleSize } from '#domains/catalogue/model/import/price/bottle-size.ts';
import { casePrice } from '#domains/catalogue/model/import/price/pricing.ts';
import { fold } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { maxOf } from '#lib/extremes.ts';
import { MARKETS } from '#markets/market.ts';
import type { OfferRecordInput } from '../record.ts';
import type { ReadCell } from './row-cells.ts';

/** Returns the column of a size rule, or an empty string. */
export const columnOf = (rule: Mapping['packSize'] | Mapping['bottleMl'] | Mapping['price']['per']): string =>
  typeof rule === 'object' && 'column' in rule ? rule.column : '';

/**
 * Returns the bottles per case. @param bottle price of a bottle in the file, in cents @returns null if the cell has no number or
 * more than 48
 */
export function packSizeOf(rule: Mapping['packSize'], bottleCents: number, cell: ReadCell): number | null {
  if (typeof rule === 'number') return rule;
  if ('column' in rule) {
    const size = parseInteger(cell(rule.column), 1, 48);
    if (size !== 1 || !('byPrice' in rule)) return size;
  }
  return rule.byPrice.find((step) => bottleCents < step.below * 100)?.size ?? rule.otherwise;
}

/** Returns millilitres and whether they were part of the name. @returns null below 20 or above 18,000 */
export function bottleSizeOf(rule: Mapping['bottleMl'], cell: ReadCell): { bottleMl: number; isInName: boolean } | null {
  if (typeof rule === 'number') return { bottleMl: rule, isInName: false };
  if ('inText' in rule) {
    const found = findBottleSize(cell(rule.inText));
    return { bottleMl: found?.bottleMl ?? rule.otherwise, isInName: found !== null };
  }
  const bottleMl = rule.unit === 'ml' ? parseInteger(cell(rule.column), 20, 18_000) : litres(cell(rule.column));
  return bottleMl === null ? null : { bottleMl: rule.table[String(bottleMl)] ?? bottleMl, isInName: false };
}

function litres(text: string): number | null {
  const value = Math.round(Number(text.replace(',', '.').replace(/l$/i, '').trim() || Number.NaN) * 1000);
  return value >= 20 && value <= 18_000 ? value : null;
}

/** Returns the number of bottles that the price is for. @returns null if the cell has no whole number from 1 to 48 */
export function bottlesPriced(per: Mapping['price']['per'], packSize: number, cell: ReadCell): number | null {
  if (typeof per !== 'string') return parseInteger(cell(per.column), 1, 48);
  return per === 'case' ? packSize : 1;
}

function parseInteger(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

const NONE_LEFT = /^(?:0|-|no|none|nil|sold ?out|out of stock|ausverkauft|epuise|agotado|esaurito|utsolgt)$/;
const MAX_CASES = 1_000_000;

/**
 * Returns the whole cases of a stock column. An empty cell is no stock.
 * @param bottlesACase divisor, 1 if the column counts cases
 * @returns null if the cell is not a number
 */
export function stockLevel(text: string, bottlesACase: number): number | null {
  const folded = fold(text);
  if (folded === '' || NONE_LEFT.test(folded)) return 0;
  // `10+`, `>50`, `1,234`, `12.0`, `24 bottles`
  const digits = /^[<>~]?\s?(-?\d{1,9}(?:\.\d{1,3})?)\s?\+?(?:\s[a-z]{1,12})?$/.exec(folded.replace(/[,\s](?=\d{3}(?!\d))/g, ''));
  if (digits === null) return null;
  return Math.min(MAX_CASES, Math.max(0, Math.floor(Number(digits[1]) / bottlesACase)));
}

/** Splits `Merlot 65 %` into the varietal and its share, 0 if there is none. */
function splitShare(part: string): { readonly grape: string; readonly share: number } {
  const text = part.trim();
  const unmarked = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
  let start = unmarked.length;
  while (start > 0 && '0123456789.,'.includes(unmarked.charAt(start - 1))) start -= 1;
  const digits = unmarked.slice(start);
  if (!/^\d+(?:[.,]\d+)?$/.test(digits)) return { grape: text, share: 0 };
  return { grape: unmarked.slice(0, start).trim(), share: Number(digits.replace(',', '.')) };
}

/**
 * Returns `Merlot 65%, Malbec 35%` as one varietal or up to three joined by hyphens, spelt by `spelt`. A varietal with at least
 * `percent` stands alone.
 */
export function grapesOf(text: string, percent: number, raw: (grape: string) => string): string {
  const grapes = text
    .split(/[,;]\s+/)
    .map(splitShare)
    .map(({ grape, share }) => ({ grape: raw(grape), share }))
    .filter(({ grape }) => grape !== '');
  const most = maxOf(
    grapes.map(({ share }) => share),
    0,
  );
  const main = grapes.find(({ share }) => share === most);
  if (main === undefined) return '';
  if (grapes.length === 1 || most >= percent) return main.grape;
  return [...new Set(grapes.sort((a, b) => b.share - a.share).map(({ grape }) => grape))].slice(0, 3).join('-');
}

/** Returns the alcohol by volume in percent with one decimal. @returns null if the cell is empty or implausible */
export function alcoholPercent(text: string, unit: 'percent' | 'proof'): number | null {
  const value =
    Number(
      text
        .trim()
        .replace(',', '.')
        .replace(/(?:%|proof)$/i, ''),
    ) / (unit === 'proof' ? 2 : 1);
  return value > 0 && value <= 95 ? Math.round(value * 10) / 10 : null;
}

/**
 * Returns a region such as `Willamette Valley, Oregon`: the parts joined without repeats, dropped words (folded) and the name of
 * the country.
 */
export function regionOf(parts: readonly string[], dropped: ReadonlySet<string>, country: readonly string[]): string {
  const seen = new Set(['', ...country.map(fold)]);
  const remaining: string[] = [];
  for (const part of parts) {
    const folded = fold(part);
    if (seen.has(folded) || dropped.has(folded)) continue;
    seen.add(folded);
    remaining.push(part);
  }
  return remaining.join(', ');
}

/**
 * Returns decimal case prices (`288.5`) for each market of the mapping, from the file's price in cents and its number of bottles.
 */
export function pricesOf(rule: Mapping['price'], cents: number, bottles: number, packSize: number): OfferRecordInput['prices'] {
  const out: OfferRecordInput['prices'] = {};
  for (const market of MARKETS) {
    const pricing = rule.markets[market];
    if (pricing !== undefined) out[market] = { packPrice: casePrice((cents * packSize) / bottles, pricing) / 100, packRRP: null };
  }
  return out;
}
