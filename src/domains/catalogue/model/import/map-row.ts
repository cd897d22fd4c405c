/** Maps one row of a retailer's file to records of the shop [CAT-26]. */

import { categoriser } from '#domains/catalogue/model/import/mapping/category-rules.ts';
import type { Header } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { isShortenedNumber, parsePrice } from '#domains/catalogue/model/import/price/price.ts';
import { brandFinder } from '#domains/catalogue/model/import/text/brand-names.ts';
import { fold, paragraphs, shorten } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { offerTitle } from '#domains/catalogue/model/import/text/offer-title.ts';
import { phrasePattern, readableCapitals } from '#domains/catalogue/model/import/text/title-case.ts';
import { MARKETS } from '#markets/market.ts';
import type { OfferRecordInput, StockRecord } from '../record.ts';
import { readGtin } from './gtin.ts';
import { type Identity, identityOf, offerIdOf, shortHash } from './identity.ts';
import {
  alcoholPercent,
  bottleSizeOf,
  bottlesPriced,
  columnOf,
  grapesOf,
  packSizeOf,
  pricesOf,
  regionOf,
  stockLevel,
} from './offer-fields.ts';
import { cellReader, type ReadCell } from './row-cells.ts';
import type { ImportWarning, NamedPictures, RowError } from './row-result.ts';

/** The records that a row becomes. */
export interface MappedRecords {
  readonly offer: OfferRecordInput;
  readonly stock: readonly StockRecord[];
  readonly warnings: readonly ImportWarning[];
  /** Files and descriptions of the pictures that the row names. */
  readonly pictures: Omit<NamedPictures, 'offerId'>;
  /** What a case costs, in cents of the file's currency. Null if the file does not say. */
  readonly costCents: number | null;
}

/** A valid row without its product id. */
export interface MappedRow {
  readonly identity: Identity;
  /** Creates the records of offer and stock in each market. Expensive, so it is called only for rows that are imported. */
  readonly records: (productId: number) => MappedRecords;
}

/** Maps the cells of a row. */
export type RowReader = (cells: readonly string[]) => MappedRow | { readonly error: RowError };

/** Returns a pure function that maps the cells of a row to a mapped row or to the error that rejects it. */
export function rowReader(mapping: Mapping, header: Header): RowReader {
  const cellsOf = cellReader(mapping, header);
  const skips = mapping.skip.map((rule) => ({ ...rule, pattern: phrasePattern(rule.words) }));
  const required = Object.entries(mapping.required);
  /** Numeric columns that distinguish products. */
  const exact = [...new Set([...mapping.identity.columns, ...(mapping.sku.column === undefined ? [] : [mapping.sku.column])])];
  const build = recordBuilder(mapping);
  const toError = (code: RowError['code'], column: string, reason: string) => ({
    error: { code, column: headerOf(mapping, column), reason },
  });

  return (cells) => {
    const cell = cellsOf(cells);
    for (const [column, called] of required) if (cell(column) === '') return toError('missing', column, `The ${called} is missing.`);
    for (const { column, pattern, reason } of skips)
      if (pattern !== null && cell(column).search(pattern) >= 0) return toError('left-out', column, reason);
    for (const column of exact)
      if (isShortenedNumber(cell(column)))
        return toError(
          'bad-number',
          column,
          `"${cell(column)}" was shortened by a spreadsheet and its last digits are lost. Format the column as text and save the file again.`,
        );
    const price = parsePrice(cell(mapping.price.column), mapping.source.decimal);
    if ('error' in price) {
      const code = price.error === 'missing' ? 'missing' : price.error === 'ambiguous' ? 'ambiguous-price' : 'bad-price';
      return toError(code, mapping.price.column, price.message);
    }
    const { unit } = price;
    const packSize = unit?.bottles ?? packSizeOf(mapping.packSize, price.cents, cell);
    if (packSize === null)
      return toError('bad-number', columnOf(mapping.packSize), 'The bottles in a case must be a whole number from 1 to 48.');
    const size = bottleSizeOf(mapping.bottleMl, cell);
    if (size === null)
      return toError('bad-number', columnOf(mapping.bottleMl), 'The bottle must hold a whole number of millilitres from 20 to 18,000.');
    // The unit in the price cell takes precedence over the mapping.
    const bottles = bottlesPriced(unit?.per ?? mapping.price.per, packSize, cell);
    if (bottles === null)
      return toError('bad-number', columnOf(mapping.price.per), 'The bottles that the price buys must be a whole number from 1 to 48.');
    const identity = identityOf(mapping.name, mapping.identity.columns.map(cell));
    return { identity, records: (productId) => build({ cell, cents: price.cents, bottles, packSize, size, identity, productId }) };
  };
}

interface CheckedRow {
  readonly cell: ReadCell;
  readonly cents: number;
  /** Number of bottles that the price is for. */
  readonly bottles: number;
  readonly packSize: number;
  readonly size: { readonly bottleMl: number; readonly isInName: boolean };
  readonly identity: Identity;
  readonly productId: number;
}

function recordBuilder(mapping: Mapping): (row: CheckedRow) => MappedRecords {
  const readable = mapping.capitals === undefined ? (text: string) => text : readableCapitals(mapping.capitals);
  const findBrand = brandFinder(mapping.brand, readable);
  const categoryOf = categoriser(mapping.category);
  const countries = spellings(mapping.country.table);
  const varietyOf = varietyReader(mapping.varietal);
  const regions = spellings(mapping.region.table);
  const dropped = new Set(mapping.region.drop.map(fold));
  const nameOf = offerTitle(mapping, readable, spellings(mapping.title.table), varietyOf);

  return ({ cell, cents, bottles, packSize, size, identity, productId }) => {
    const warnings: ImportWarning[] = [];
    const addWarning = (column: string, message: string) => void warnings.push({ column: headerOf(mapping, column), message: message });
    const { brand, brandCategory, name, vintage } = nameOf(cell, findBrand, size.isInName, addWarning);
    const { category, isConfident } = categoryOf({ cell: (column) => (column === 'name' ? name : cell(column)), brandCategory });
    if (!isConfident) addWarning('category', `The category isn’t certain; ${category} was used.`);
    const country = mapping.country.column === undefined ? '' : cell(mapping.country.column);
    const countryName = raw(countries, country, mapping.country.isTableOnly) || mapping.country.constant;
    const variety = varietyOf(cell);
    const gtin = mapping.gtin === undefined ? '' : (readGtin(cell(mapping.gtin.column)) ?? '');
    if (gtin === '' && mapping.gtin !== undefined && cell(mapping.gtin.column) !== '')
      addWarning(
        mapping.gtin.column,
        isShortenedNumber(cell(mapping.gtin.column))
          ? 'The bar code was shortened by a spreadsheet, so it was left out.'
          : 'This isn’t a valid bar code: the check digit is wrong.',
      );
    const offer: OfferRecordInput = {
      record: 'offer',
      offerId: offerIdOf(identity, mapping.identity.readable.map(cell).join(' ')),
      productId,
      sku: (mapping.sku.prefix + (mapping.sku.column === undefined ? shortHash(identity).toUpperCase() : cell(mapping.sku.column))).slice(
        0,
        64,
      ),
      gtin,
      brand: shorten(brand, 120),
      name: shorten(name, 200),
      vintage,
      category,
      country: shorten(countryName, 80),
      region: shorten(
        regionOf(
          mapping.region.columns.map((column) => raw(regions, cell(column), false)),
          dropped,
          [country, countryName],
        ),
        120,
      ),
      varietal: shorten(variety, 120),
      packSize,
      bottleMl: size.bottleMl,
      ...mapping.constants,
      prices: pricesOf(mapping.price, cents, bottles, packSize),
      story: mapping.story === undefined ? [] : paragraphs(cell(mapping.story.column), 1_200, 6),
      alcoholPercent: mapping.alcohol === undefined ? null : alcoholPercent(cell(mapping.alcohol.column), mapping.alcohol.unit),
    };
    const stock = MARKETS.flatMap((market) => {
      const rule = mapping.stock[market];
      if (rule === undefined) return [];
      const level = typeof rule === 'number' ? rule : stockLevel(cell(rule.column), rule.per === 'bottle' ? packSize : 1);
      if (level === null && typeof rule !== 'number')
        addWarning(rule.column, `The stock "${cell(rule.column)}" is not a number; the wine is sold out until it is.`);
      return [{ record: 'stock' as const, productId, market, level: level ?? 0 }];
    });
    const pictures = {
      files: mapping.pictures === undefined ? [] : filesIn(cell(mapping.pictures.column)),
      alt: mapping.pictures?.alt === undefined ? [] : wordsIn(cell(mapping.pictures.alt)),
    };
    return { offer, stock, warnings, pictures, costCents: costOf(mapping, cell, (cents * packSize) / bottles, packSize) };
  };
}

/** Returns what a case costs. Where the price is raised by a margin, the price of the file is the cost. @param price of a case */
function costOf({ cost, price, source }: Mapping, cell: ReadCell, priceCents: number, packSize: number): number | null {
  if (cost === undefined) return MARKETS.some((market) => (price.markets[market]?.marginPercent ?? 0) > 0) ? priceCents : null;
  const read = parsePrice(cell(cost.column), source.decimal);
  if ('error' in read) return null;
  return (read.unit?.per ?? cost.per) === 'bottle' ? read.cents * packSize : read.cents;
}

/** Returns a function that reads the varietal by table, by words or by percentages. */
function varietyReader(rule: Mapping['varietal']): (cell: ReadCell) => string {
  if (rule === undefined) return () => '';
  const table = spellings(rule.table);
  const found = phrasePattern(rule.find);
  const { percent } = rule;
  return (cell) => {
    const text = cell(rule.column);
    if (percent !== undefined) return grapesOf(text, percent, (grape) => raw(table, grape, rule.isTableOnly));
    if (rule.find.length === 0) return raw(table, text, rule.isTableOnly);
    const word = found === null ? undefined : text.match(found)?.[0];
    return word === undefined ? '' : raw(table, rule.find.find((input) => fold(input) === fold(word)) ?? word, false);
  };
}

const wordsIn = (text: string): string[] => text.split('|').map((text) => shorten(text.trim(), 200));
const filesIn = (text: string): string[] =>
  text
    .split(/[;,|]/)
    .map((file) => file.trim())
    .filter((file) => file !== '');

/** Returns the file's own name of a column, because rejects are read next to the file. */
function headerOf(mapping: Mapping, column: string): string {
  const spelling = mapping.columns[column];
  return (typeof spelling === 'string' ? spelling : spelling?.[0]) ?? column;
}

const spellings = (table: Readonly<Record<string, string>>) => new Map(Object.entries(table).map(([from, to]) => [fold(from), to]));
const raw = (table: ReadonlyMap<string, string>, text: string, isTableOnly: boolean) => table.get(fold(text)) ?? (isTableOnly ? '' : text);
