/** Brand, name and vintage out of the cells that hold them together. */
import type { Category } from '../catalogue/category.ts';
import { findBottleSize } from './bottle-size.ts';
import type { KnownBrand } from './brand-names.ts';
import type { Mapping } from './mapping.ts';
import type { ReadCell } from './row-cells.ts';
import { fold } from './text-cleaning.ts';
import { readVintage } from './vintage.ts';
import { withoutBracket } from './wine-name.ts';

export interface OfferTitle {
  readonly brand: string;
  readonly brandCategory: Category | null;
  readonly name: string;
  readonly vintage: string;
}

type FindBrand = (name: string, company: string) => KnownBrand;
type TellDoubt = (column: string, says: string) => void;

/** Out: a function that reads a row's brand, name and vintage and tells what it is not certain of. */
export function offerTitle(mapping: Mapping, readable: (text: string) => string, spellings: ReadonlyMap<string, string>) {
  const isInCapitals = mapping.capitals?.columns.includes(mapping.title.column) ?? false;
  const brandAt = mapping.brand.known?.column;
  const otherwise = (cell: ReadCell) =>
    mapping.title.otherwise.map((column) => spellings.get(fold(cell(column))) ?? readable(cell(column))).find((text) => text !== '');

  return (cell: ReadCell, findBrand: FindBrand, hasSize: boolean, doubt: TellDoubt): OfferTitle => {
    const raw = cell(mapping.title.column);
    const title = isInCapitals ? readable(raw) : raw;
    const inTitle = brandAt === mapping.title.column;
    const found = findBrand(inTitle ? title : brandAt === undefined ? '' : cell(brandAt), cell(mapping.brand.column));
    const dated =
      mapping.vintage === undefined ? { vintage: '', rest: title, doubt: null } : readVintage(title, found.brand, mapping.vintage);
    if (dated.doubt !== null) doubt(mapping.vintage?.column ?? '', dated.doubt);
    const unbranded = inTitle ? dated.rest.split(' ').slice(found.words).join(' ') : dated.rest;
    const plain = withoutBracket(unbranded, mapping.title.withoutBracket.map(cell));
    const sizeless = hasSize ? (findBottleSize(plain)?.rest ?? plain) : plain;
    const single = withoutEcho(
      sizeless.replace(/^[\s,;:-]+|[\s,;:-]+$/g, ''),
      mapping.varietal === undefined ? '' : cell(mapping.varietal.column),
    );
    const name = capitalised(single) || otherwise(cell) || found.brand;
    if (name.includes('\ufffd')) doubt(mapping.title.column, 'A sign of the name was lost before the file was made.');
    return { brand: found.brand, brandCategory: found.category, name, vintage: dated.vintage };
  };
}

/** `Cream Sherry Sherry`: lists that build titles repeat the grape or the kind at the end. */
function withoutEcho(name: string, variety: string): string {
  const words = name.split(' ');
  const [before, last] = words.slice(-2);
  if (before === undefined || last === undefined || fold(before) !== fold(last)) return name;
  return fold(variety).split(' ').includes(fold(last)) ? words.slice(0, -1).join(' ') : name;
}

const capitalised = (text: string) => (/^\p{Ll}/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);
