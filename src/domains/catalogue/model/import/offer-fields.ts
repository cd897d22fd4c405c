/** Single fields of an offer, each by its rule in the mapping. */

import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { findBottleSize } from '#domains/catalogue/model/import/price/bottle-size.ts';
import { casePrice } from '#domains/catalogue/model/import/price/pricing.ts';
import { fold } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { MARKETS } from '#markets/market.ts';
import type { OfferRecordInput } from '../record.ts';
import type { ReadCell } from './row-cells.ts';

/** The column a size rule reads; empty when it reads none. */
export const columnOf = (rule: Mapping['packSize'] | Mapping['bottleMl'] | Mapping['price']['per']): string =>
  typeof rule === 'object' && 'column' in rule ? rule.column : '';

/** Bottles in a case; null when the cell says none or more than 48. In: the file's price of a bottle in cents. */
export function packSizeOf(rule: Mapping['packSize'], bottleCents: number, cell: ReadCell): number | null {
  if (typeof rule === 'number') return rule;
  if ('column' in rule) {
    const size = parseInteger(cell(rule.column), 1, 48);
    if (size !== 1 || !('byPrice' in rule)) return size;
  }
  return rule.byPrice.find((step) => bottleCents < step.below * 100)?.size ?? rule.otherwise;
}

/** Millilitres and whether they stand in the name; null when the cell says less than 20 or more than 18,000. */
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

/** How many bottles the file's price buys; null when the cell does not say. */
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
 * Whole cases of a stock column.
 * @param bottlesACase what to divide by, 1 if the column counts cases
 * @returns null if the cell has text that is no number; an empty cell is none left
 */
export function stockLevel(text: string, bottlesACase: number): number | null {
  const folded = fold(text);
  if (folded === '' || NONE_LEFT.test(folded)) return 0;
  // `10+`, `>50`, `1,234`, `12.0`, `24 bottles`
  const digits = /^[<>~]?\s?(-?\d{1,9}(?:\.\d{1,3})?)\s?\+?(?:\s[a-z]{1,12})?$/.exec(folded.replace(/[,\s](?=\d{3}(?!\d))/g, ''));
  if (digits === null) return null;
  return Math.min(MAX_CASES, Math.max(0, Math.floor(Number(digits[1]) / bottlesACase)));
}

/** Splits `Merlot 65 %` into the grape and its share, 0 where there is none. */
function splitShare(part: string): { readonly grape: string; readonly share: number } {
  const text = part.trim();
  const unmarked = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text;
  let start = unmarked.length;
  while (start > 0 && '0123456789.,'.includes(unmarked.charAt(start - 1))) start -= 1;
  const digits = unmarked.slice(start);
  if (!/^\d+(?:[.,]\d+)?$/.test(digits)) return { grape: text, share: 0 };
  return { grape: unmarked.slice(0, start).trim(), share: Number(digits.replace(',', '.')) };
}

/** `Merlot 65%, Malbec 35%` as one grape or up to three joined by hyphens, each spelt by `spelt`; a grape of at least `percent` stands alone. */
export function grapesOf(text: string, percent: number, raw: (grape: string) => string): string {
  const grapes = text
    .split(/[,;]\s+/)
    .map(splitShare)
    .map(({ grape, share }) => ({ grape: raw(grape), share }))
    .filter(({ grape }) => grape !== '');
  const most = Math.max(0, ...grapes.map(({ share }) => share));
  const main = grapes.find(({ share }) => share === most);
  if (main === undefined) return '';
  if (grapes.length === 1 || most >= percent) return main.grape;
  return [...new Set(grapes.sort((a, b) => b.share - a.share).map(({ grape }) => grape))].slice(0, 3).join('-');
}

/** Percent by volume with one decimal; null where the cell says none or cannot be true. */
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

/** `Willamette Valley, Oregon`: the parts joined, without repeats, dropped words and the country's own name. In: dropped words, folded. */
export function regionOf(parts: readonly string[], dropped: ReadonlySet<string>, country: readonly string[]): string {
  const seen = new Set(['', ...country.map(fold)]);
  const kept: string[] = [];
  for (const part of parts) {
    const folded = fold(part);
    if (seen.has(folded) || dropped.has(folded)) continue;
    seen.add(folded);
    kept.push(part);
  }
  return kept.join(', ');
}

/** Case prices on the wire's scale (`288.5`) for every market the mapping prices. In: the file's price in cents and the bottles it buys. */
export function pricesOf(rule: Mapping['price'], cents: number, bottles: number, packSize: number): OfferRecordInput['prices'] {
  const out: OfferRecordInput['prices'] = {};
  for (const market of MARKETS) {
    const pricing = rule.markets[market];
    if (pricing !== undefined) out[market] = { packPrice: casePrice((cents * packSize) / bottles, pricing) / 100, packRRP: null };
  }
  return out;
}
