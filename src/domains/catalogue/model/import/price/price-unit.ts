/** Unit of a price in its cell or header: `EUR 11.79 per bottle`, `$399/case`, `Price (case of 6)`. */
import { cleanText, fold } from '#domains/catalogue/model/import/text/normalize-text.ts';

export interface PriceUnit {
  readonly per: 'bottle' | 'case';
  /** Bottles per case. Null if unknown. */
  readonly bottles: number | null;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const BOTTLE = words(
  'bottle bottles btl btls bot flasche flaschen fl bouteille bouteilles btle bottiglia botella flaske ea each unit stk stuck piece',
);
const CASE = words('case cases cs ctn carton box pack pk kiste karton caisse cassa caja kartong dozen doz');
const DOZEN = words('dozen doz');
/** Words around the unit that do not affect the amount. */
const FILLERS = words(
  'per pro par je por a an the la le of mit de da zu x st price preis prix precio inc incl including gst vat tax mwst tva',
);

const LARGEST_CASE = 48;

/** Parses a unit from words. @returns null if there is none, or if `isStrict` and a word is unknown */
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
  // `per 6 bottles` is a case of six.
  if (per === 'bottle') return bottles === null || bottles === 1 ? { per, bottles: null } : { per: 'case', bottles };
  return { per, bottles };
}

/**
 * Splits an amount from the words after it.
 * @returns amount and unit; null if a word is unknown, so that the cell is not parsed as a price
 */
export function splitUnit(cell: string): { readonly amount: string; readonly unit: PriceUnit } | null {
  const at = cell.search(/\d/);
  const behind = at < 0 ? -1 : cell.slice(at).search(/[\p{L}/]/u);
  if (behind < 0) return null;
  const unit = unitOf(cell.slice(at + behind), true);
  return unit && { amount: cell.slice(0, at + behind).trim(), unit };
}

/**
 * Returns the unit in the header of a price column: `Price (case of 6)`, `Case price`, `Bottle price`. @returns null if there is
 * none
 */
export const unitInHeader = (header: string): PriceUnit | null => unitOf(cleanText(header), false);
