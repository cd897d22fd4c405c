/** Single fields of an offer, each by its rule in the mapping. */
import type { OfferRecordInput } from '../catalogue/record.ts';
import { MARKETS } from '../market/market.ts';
import { findBottleSize } from './bottle-size.ts';
import type { Mapping } from './mapping.ts';
import { casePrice } from './pricing.ts';
import type { ReadCell } from './row-cells.ts';
import { fold } from './text-cleaning.ts';

/** The column a size rule reads; empty when it reads none. */
export const columnOf = (rule: Mapping['packSize'] | Mapping['bottleMl']): string =>
  typeof rule === 'object' && 'column' in rule ? rule.column : '';

/** Bottles in a case; null when the cell says none or more than 48. In: the file's price of a bottle in cents. */
export function packSizeOf(rule: Mapping['packSize'], bottleCents: number, cell: ReadCell): number | null {
  if (typeof rule === 'number') return rule;
  if ('column' in rule) return wholeNumber(cell(rule.column), 1, 48);
  return rule.byPrice.find((step) => bottleCents < step.below * 100)?.size ?? rule.otherwise;
}

/** Millilitres and whether they stand in the name; null when the cell says less than 20 or more than 18,000. */
export function bottleSizeOf(rule: Mapping['bottleMl'], cell: ReadCell): { bottleMl: number; isInName: boolean } | null {
  if (typeof rule === 'number') return { bottleMl: rule, isInName: false };
  if ('inText' in rule) {
    const found = findBottleSize(cell(rule.inText));
    return { bottleMl: found?.bottleMl ?? rule.otherwise, isInName: found !== null };
  }
  const bottleMl = wholeNumber(cell(rule.column), 20, 18_000);
  return bottleMl === null ? null : { bottleMl, isInName: false };
}

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** Percent by volume with one decimal; null where the cell says none or cannot be true. */
export function alcoholPercent(text: string, unit: 'percent' | 'proof'): number | null {
  const value = Number(text.replace(',', '.').replace(/\s*(?:%|proof)\s*$/i, '')) / (unit === 'proof' ? 2 : 1);
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

/** Case prices on the wire's scale (`288.5`) for every market the mapping prices. In: the file's price in cents. */
export function pricesOf(rule: Mapping['price'], cents: number, packSize: number): OfferRecordInput['prices'] {
  const out: OfferRecordInput['prices'] = {};
  for (const market of MARKETS) {
    const pricing = rule.markets[market];
    if (pricing !== undefined) out[market] = { packPrice: casePrice(cents, rule.per, packSize, pricing) / 100, packRRP: null };
  }
  return out;
}
