/** Reads brand, name and vintage from the cells that combine them. */

import type { Category } from '#domains/catalogue/model/category.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { findBottleSize } from '#domains/catalogue/model/import/price/bottle-size.ts';
import { trimOf } from '#lib/trim.ts';
import type { ReadCell } from '../row-cells.ts';
import { titleSplitter } from './brand-in-title.ts';
import type { KnownBrand } from './brand-names.ts';
import { fold } from './normalize-text.ts';
import { phrasePattern } from './title-case.ts';
import { extractVintage } from './vintage.ts';
import { withoutBracket } from './wine-name.ts';

export interface OfferTitle {
  readonly brand: string;
  readonly brandCategory: Category | null;
  readonly name: string;
  readonly vintage: string;
}

type FindBrand = (name: string, company: string) => KnownBrand;
type AddWarning = (column: string, message: string) => void;

/** Returns a function that reads brand, name and vintage of a row and reports uncertain values. */
export function offerTitle(
  mapping: Mapping,
  readable: (text: string) => string,
  spellings: ReadonlyMap<string, string>,
  varietyOf: (cell: ReadCell) => string,
) {
  const isInCapitals = mapping.capitals?.columns.includes(mapping.title.column) ?? false;
  const brandAt = mapping.brand.known?.column;
  const writtenOut = abbreviations(mapping.title.words);
  const split = mapping.brand.inTitle === undefined ? null : titleSplitter(mapping.brand.inTitle);
  const stopCells = mapping.brand.inTitle?.until.columns ?? [];
  const otherwise = (cell: ReadCell) =>
    mapping.title.otherwise
      .map(
        (column) => spellings.get(fold(cell(column))) ?? (column === mapping.varietal?.column ? varietyOf(cell) : readable(cell(column))),
      )
      .find((text) => text !== '');

  return (cell: ReadCell, findBrand: FindBrand, hasSize: boolean, addWarning: AddWarning): OfferTitle => {
    const raw = cell(mapping.title.column);
    const title = writtenOut(isInCapitals ? readable(raw) : raw);
    const inTitle = brandAt === mapping.title.column;
    const found = findBrand(inTitle ? title : brandAt === undefined ? '' : cell(brandAt), cell(mapping.brand.column));
    const isResolved = split === null || found.isListed;
    const ownColumn = mapping.vintage !== undefined && mapping.vintage.column !== mapping.title.column;
    const year = ownColumn ? cell(mapping.vintage?.column ?? '') : '';
    const dated =
      mapping.vintage === undefined
        ? { vintage: '', rest: title, warning: null }
        : extractVintage(title, isResolved ? found.brand : '', mapping.vintage);
    const vintage = /^\d{4}$/.test(year) ? year : dated.vintage;
    if (dated.warning !== null && !ownColumn) addWarning(mapping.vintage?.column ?? '', dated.warning);
    const parted = isResolved ? null : split(dated.rest, stopCells.map(cell));
    const brand = parted?.brand ?? found.brand;
    const unbranded = parted?.rest ?? (inTitle ? withoutFront(dated.rest, title, found.words) : dated.rest);
    const plain = withoutBracket(unbranded, mapping.title.withoutBracket.map(cell));
    const sizeless = hasSize ? (findBottleSize(plain)?.rest ?? plain) : plain;
    const single = withoutEcho(trimOf(sizeless, /[\s,;:-]/), mapping.varietal === undefined ? '' : cell(mapping.varietal.column));
    const name = capitalised(single) || otherwise(cell) || brand;
    if (name.includes('\ufffd')) addWarning(mapping.title.column, 'A character in the name was lost before this file was created.');
    return { brand, brandCategory: found.category, name, vintage };
  };
}

/** Returns the text without the first words of the title, if it starts with them. */
function withoutFront(text: string, title: string, count: number): string {
  const front = title.split(' ').slice(0, count).join(' ');
  return text === front || text.startsWith(`${front} `) ? text.slice(front.length).trim() : text;
}

function abbreviations(table: Readonly<Record<string, string>>): (text: string) => string {
  const pattern = phrasePattern(Object.keys(table));
  const words = new Map(Object.entries(table).map(([short, long]) => [fold(short), long]));
  return pattern === null ? (text) => text : (text) => text.replace(pattern, (found) => words.get(fold(found)) ?? found);
}

/** Removes a repeated varietal or category at the end, as in `Cream Sherry Sherry`. */
function withoutEcho(name: string, variety: string): string {
  const words = name.split(' ');
  const [before, last] = words.slice(-2);
  if (before === undefined || last === undefined || fold(before) !== fold(last)) return name;
  return fold(variety).split(' ').includes(fold(last)) ? words.slice(0, -1).join(' ') : name;
}

const capitalised = (text: string) => (/^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
