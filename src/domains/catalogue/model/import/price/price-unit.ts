/** What a price buys, as its cell or its header says: `EUR 11.79 per bottle`, `$399/case`, `Price (case of 6)`. */
import { cleanText, fold } from '#domains/catalogue/model/import/text/normalize-text.ts';

export interface PriceUnit {
  readonly per: 'bottle' | 'case';
  /** Bottles in the case; null if the text does not say. */
  readonly bottles: number | null;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const BOTTLE = words(
  'bottle bottles btl btls bot flasche flaschen fl bouteille bouteilles btle bottiglia botella flaske ea each unit stk stuck piece',
);
const CASE = words('case cases cs ctn carton box pack pk kiste karton caisse cassa caja kartong dozen doz');
const DOZEN = words('dozen doz');
/** Words around the unit that change nothing about the amount. */
const FILLERS = words(
  'per pro par je por a an the la le of mit de da zu x st price preis prix precio inc incl including gst vat tax mwst tva',
);

const LARGEST_CASE = 48;

/** Reads a unit from words alone; null if there is none, or if a word is not understood and `isStrict`. */
function unitOf(text: string, isStrict: boolean): PriceUnit | null {
  let per: PriceUnit['per'] | null = null;
  let bottles: number | null = null;
  for (const word of fold(text).split(/[^a-z0-9]+/)) {
    const joined = /^(\d{1,2})([a-z]+)$/.exec(word);
    for (const part of joined ? [joined[1] ?? '', joined[2] ?? ''] : [word]) {
      if (part === '' || FILLERS.has(part)) continue;
      if (/^\d{1,2}$/.test(part)) bottles = Number(part);
      else if (CASE.has(part)) per = 'case';
      else if (BOTTLE.has(part)) per ??= 'bottle';
      else if (isStrict) return null;
      if (DOZEN.has(part)) bottles ??= 12;
    }
  }
  if (per === null || (bottles !== null && (bottles < 1 || bottles > LARGEST_CASE))) return null;
  // `per 6 bottles` is a case of them.
  if (per === 'bottle') return bottles === null || bottles === 1 ? { per, bottles: null } : { per: 'case', bottles };
  return { per, bottles };
}

/**
 * Splits the words behind an amount from it.
 * @returns the amount, and what it buys; null if the words are not understood, so that the cell is not read as a price
 */
export function splitUnit(cell: string): { readonly amount: string; readonly unit: PriceUnit } | null {
  const at = cell.search(/\d/);
  const behind = at < 0 ? -1 : cell.slice(at).search(/[\p{L}/]/u);
  if (behind < 0) return null;
  const unit = unitOf(cell.slice(at + behind), true);
  return unit && { amount: cell.slice(0, at + behind).trim(), unit };
}

/** What a price column's header says its prices buy: `Price (case of 6)`, `Case price`, `Bottle price`; null if it does not say. */
export const unitInHeader = (header: string): PriceUnit | null => unitOf(cleanText(header), false);
