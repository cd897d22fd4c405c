/** Proposes a mapping for an unknown file: columns by name and content, and a list of uncertain decisions. */
import type { Category } from '#domains/catalogue/model/category.ts';
import { parsePrice } from '#domains/catalogue/model/import/price/price.ts';
import { type PriceUnit, unitInHeader } from '#domains/catalogue/model/import/price/price-unit.ts';
import { cleanText } from '#domains/catalogue/model/import/text/normalize-text.ts';
import { DEFAULT_MARKET, getMarketConfig, MARKETS, marketSettings, perMarket } from '#markets/market.ts';
import { type FoundRole, findRoles, parseCategory, parseCountry, ROLES, type Role } from './column-roles.ts';

/** Returns the countries of all markets but the default one with the verb, such as `Singapore has`. */
const otherCountries = (): string => {
  const countries = MARKETS.filter((market) => market !== DEFAULT_MARKET).map((market) => getMarketConfig(market).country);
  return `${new Intl.ListFormat('en-AU').format(countries)} ${countries.length === 1 ? 'has' : 'have'}`;
};

export interface FileSample {
  readonly format: 'csv' | 'json';
  readonly delimiter: string;
  /** JSON: key of the array, or null. */
  readonly list: string | null;
  /** Workbooks: the selected sheet. */
  readonly sheet?: string | undefined;
  /** Workbooks: the sheets to choose from. */
  readonly sheets?: readonly string[] | undefined;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ProposedMapping {
  /** Input for `parseMapping`. Columns and values as JSON. */
  readonly json: Record<string, unknown>;
  /** Decisions that a person should check, as sentences. */
  readonly unsure: readonly string[];
}

/** Words of categories and varietals from a shipped mapping. */
export interface WineVocabulary {
  /** Varietals by category. */
  readonly grapes: Readonly<Partial<Record<Category, readonly string[]>>>;
}

/** Maximum length of a line of varietals in a mapping. */
const LINE_LENGTH = 140;

const CURRENCIES: readonly (readonly [pattern: RegExp, currency: string])[] = [
  [/€|EUR/, 'EUR'],
  [/£|GBP/, 'GBP'],
  [/\bkr\b|NOK/i, 'NOK'],
  [/S\$|SGD/, 'SGD'],
  [/US\$|USD/, 'USD'],
];

/**
 * Proposes a mapping from the beginning of a file.
 * @param found the meaning of its columns, if somebody has decided it
 * @returns an error if no title or no price was found
 */
export function proposeMapping(
  name: string,
  sample: FileSample,
  vocabulary: WineVocabulary,
  found: Partial<Record<Role, FoundRole>> = findRoles(sample.headers, sample.rows),
): ProposedMapping | { readonly error: string } {
  const { title, price } = found;
  if (title === undefined || price === undefined) {
    const lacking = [...(title === undefined ? ['the names of the wines'] : []), ...(price === undefined ? ['prices'] : [])].join(' and ');
    return { error: `No column of it looks like ${lacking}. Its columns are: ${sample.headers.join(', ').slice(0, 400)}.` };
  }
  const lowConfidenceColumns: string[] = [];
  const values = (role: Role): string[] => {
    const at = found[role]?.at;
    return at === undefined ? [] : sample.rows.map((row) => cleanText(row[at] ?? '')).filter((value) => value !== '');
  };
  const headerOf = ({ at }: FoundRole) => sample.headers[at] ?? '';
  for (const role of ROLES) {
    const one = found[role];
    if (one !== undefined && !one.isConfident) lowConfidenceColumns.push(`Whether "${headerOf(one)}" is the ${CALLED[role]}.`);
  }
  const decimal = values('price').filter((value) => /,\d{1,2}$/.test(value)).length > sample.rows.length / 3 ? ',' : '.';
  const currency = CURRENCIES.find(([pattern]) => [...values('price'), headerOf(price)].some((value) => pattern.test(value)))?.[1] ?? 'AUD';
  lowConfidenceColumns.push(
    `The currency: ${currency} was used, with a rate of 1 and no margin. Set "rate" and "marginPercent" under "price".`,
  );
  const unit = unitOfPrices(headerOf(price), values('price'));
  const isInCapitals = values('title').filter((value) => !/\p{Ll}/u.test(value)).length > sample.rows.length * 0.8;
  const hasSign = values('title').filter((value) => value.includes(' - ')).length > sample.rows.length * 0.3;
  if (found.brand === undefined) lowConfidenceColumns.push('The producer: no column gives it, so it’s taken from the name.');
  if (found.sku === undefined)
    lowConfidenceColumns.push('How to tell products apart: there’s no SKU column, so producer and name are compared.');
  const litres = values('size').filter((value) => Number(value.replace(',', '.')) < 20).length > values('size').length / 2;
  const isProof = /proof/i.test(found.alcohol === undefined ? '' : headerOf(found.alcohol));
  const percent = values('variety').filter((value) => /\d\s*%/.test(value)).length > 0;
  const grapes = Object.fromEntries(
    Object.entries(vocabulary.grapes).map(([category, list]) => [
      category,
      list.reduce<string[]>((lines, grape) => {
        const last = lines.at(-1);
        const isFull = last === undefined || last.length + grape.length + 2 > LINE_LENGTH;
        return isFull ? [...lines, grape] : [...lines.slice(0, -1), `${last}; ${grape}`];
      }, []),
    ]),
  );
  const table = categoryTable(values('category'));
  if (found.category !== undefined && table.unknown.length > 0)
    lowConfidenceColumns.push(`The category of: ${table.unknown.slice(0, 8).join(', ')}.`);
  if (found.category === undefined && found.variety === undefined)
    lowConfidenceColumns.push('The category: it is read out of the name alone.');
  const steps = [
    ...(Object.keys(table.known).length > 0 ? [{ column: 'category', table: table.known }] : []),
    ...(found.variety === undefined
      ? []
      : [
          { column: 'variety', table: grapes },
          { column: 'variety', blend: true },
        ]),
    { look: ['name'], words: KIND_WORDS, isGuess: true },
    { look: ['name'], words: grapes, isGuess: true },
  ];
  const untilWords = Object.values(grapes).flat();
  const has = (role: Role) => found[role] !== undefined;
  const json = {
    name,
    about: 'Suggested from a sample of rows. Check it before you import.',
    source: {
      format: sample.format,
      ...(sample.format === 'csv' && sample.delimiter !== ',' ? { delimiter: sample.delimiter } : {}),
      ...(sample.sheet === undefined ? {} : { sheet: sample.sheet }),
      ...(sample.list === null ? {} : { list: sample.list }),
      decimal,
      empty: ['#NAME?', '#N/A', '#REF!', '#VALUE!', 'N/A', 'NULL', 'nan'],
    },
    columns: Object.fromEntries(ROLES.flatMap((role) => (found[role] === undefined ? [] : [[role, headerOf(found[role])]]))),
    optional: ROLES.filter((role) => has(role) && !['title', 'price', 'sku', 'brand'].includes(role)),
    required: { title: 'name', ...(has('brand') ? { brand: 'producer' } : {}) },
    identity: has('sku')
      ? { columns: ['sku'], readable: ['title'] }
      : { columns: [...(has('brand') ? ['brand'] : []), 'title'], readable: ['title'] },
    ...(isInCapitals ? { capitals: { columns: ['title'] } } : {}),
    brand: has('brand')
      ? { column: 'brand' }
      : {
          column: 'title',
          inTitle: {
            ...(hasSign ? { at: [' - '], turned: untilWords } : {}),
            until: { columns: ['variety', 'region'].filter((role) => has(role as Role)), words: untilWords },
          },
        },
    title: {
      column: 'title',
      withoutBracket: has('region') ? ['region'] : [],
      otherwise: ['variety', 'region', 'category'].filter((role) => has(role as Role)),
    },
    vintage: { column: has('vintage') ? 'vintage' : 'title', from: 1900, to: 2030 },
    ...(has('country') ? { country: { column: 'country', table: countryTable(values('country')) } } : {}),
    ...(has('region') ? { region: { columns: ['region'] } } : {}),
    ...(has('variety') ? { varietal: { column: 'variety', ...(percent ? { percent: 85 } : {}) } } : {}),
    category: { steps, otherwise: 'Red' },
    packSize: packSizeRule(unit, has('pack')),
    bottleMl:
      has('size') && values('size').every((value) => /^[\d.,]+\s*l?$/i.test(value))
        ? { column: 'size', unit: litres ? 'l' : 'ml' }
        : { inText: has('size') ? 'size' : 'title', otherwise: 750 },
    ...(has('alcohol') ? { alcohol: { column: 'alcohol', unit: isProof ? 'proof' : 'percent' } } : {}),
    price: {
      column: 'price',
      currency,
      per: unit.per,
      markets: perMarket((market) => ({ rate: marketSettings(market).priceListRate, marginPercent: 0, rounding: '1.00' })),
    },
    ...(has('cost') ? { cost: { column: 'cost', per: unit.per } } : {}),
    ...(has('story') ? { story: { column: 'story' } } : {}),
    ...(has('pictures') ? { pictures: { column: 'pictures' } } : {}),
    ...(has('gtin') ? { gtin: { column: 'gtin' } } : {}),
    sku: { prefix: `${name.slice(0, 4).toUpperCase()}-`, ...(has('sku') ? { column: 'sku' } : {}) },
    constants: { audience: 'AU+NZ+SG' },
    // The same stock must not be sold in two markets.
    stock: perMarket((market) => (!has('stock') ? 12 : market === DEFAULT_MARKET ? { column: 'stock', per: unit.per } : 0)),
  };
  if (unit.per === 'case')
    lowConfidenceColumns.push(
      unit.bottles === null && !has('pack')
        ? `How many bottles a case holds: "${headerOf(price)}" is the price of a case, and 6 was used.`
        : `"${headerOf(price)}" was read as the price of a case${unit.bottles === null ? '' : ` of ${unit.bottles}`}.`,
    );
  else if (has('pack')) lowConfidenceColumns.push('The price: assumed to be per bottle, not per case ("per" under "price").');
  lowConfidenceColumns.push(
    found.stock === undefined
      ? 'Stock: the file has no stock column, so every wine starts with 12 cases in each market.'
      : `Stock: "${headerOf(found.stock)}" was read as the number of ${unit.per === 'case' ? 'cases' : 'bottles'} on hand in ${getMarketConfig(DEFAULT_MARKET).country}, and ${otherCountries()} none. Set "stock".`,
  );
  const unused = sample.headers.filter((header, at) => header.trim() !== '' && !Object.values(found).some((one) => one.at === at));
  if (unused.length > 0) lowConfidenceColumns.push(`Not used: ${unused.slice(0, 20).join(', ')}.`);
  return { json, unsure: lowConfidenceColumns };
}

/** Returns the unit of most prices in the sample, else the unit in their header, else a bottle. */
function unitOfPrices(header: string, prices: readonly string[]): PriceUnit {
  const units = prices.flatMap((value) => {
    const read = parsePrice(value, '.');
    return 'cents' in read && read.unit ? [read.unit] : [];
  });
  const cases = units.filter(({ per }) => per === 'case');
  if (units.length * 2 <= prices.length) return unitInHeader(header) ?? { per: 'bottle', bottles: null };
  return cases.length * 2 > units.length ? (cases[0] ?? { per: 'case', bottles: null }) : { per: 'bottle', bottles: null };
}

/** Bottles per case where a file does not say: 12 below this price of a bottle in the file’s currency, otherwise 6. */
export const PACK_SIZE_BY_PRICE = { byPrice: [{ below: 30, size: 12 }], otherwise: 6 };

const packSizeRule = ({ per, bottles }: PriceUnit, hasPack: boolean) => {
  if (per === 'case') return bottles ?? (hasPack ? { column: 'pack' } : 6);
  return hasPack ? { column: 'pack', ...PACK_SIZE_BY_PRICE } : PACK_SIZE_BY_PRICE;
};

const CALLED: Readonly<Record<Role, string>> = {
  price: 'price',
  title: 'name',
  brand: 'producer',
  sku: 'article number',
  gtin: 'bar code',
  vintage: 'vintage',
  country: 'country',
  region: 'region',
  variety: 'grape',
  category: 'category',
  size: 'size of the bottle',
  pack: 'number of bottles in a case',
  alcohol: 'alcohol',
  story: 'description',
  pictures: 'file of its picture',
  stock: 'stock',
  cost: 'cost',
};

const KIND_WORDS = {
  Sparkling: ['Sparkling; Brut; Champagne; Prosecco; Cava; Crémant'],
  Rosé: ['Rosé; Rosado; Rosato'],
  Fortified: ['Port; Tawny; Sherry; Madeira'],
  Whisky: ['Whisky; Whiskey; Scotch; Bourbon'],
  Gin: ['Gin'],
  Vodka: ['Vodka'],
  Rum: ['Rum'],
  Brandy: ['Brandy; Cognac; Armagnac'],
  Tequila: ['Tequila; Mezcal'],
  Liqueur: ['Liqueur; Cream; Schnapps'],
};

const countryTable = (values: readonly string[]) =>
  Object.fromEntries([...new Set(values)].filter((value) => parseCountry(value) !== value).map((value) => [value, parseCountry(value)]));

/** Maps the values of a category column to categories. */
function categoryTable(values: readonly string[]): { known: Partial<Record<Category, string[]>>; unknown: string[] } {
  const known: Partial<Record<Category, string[]>> = {};
  const unknown: string[] = [];
  for (const value of new Set(values)) {
    const category = parseCategory(value);
    if (category === null) unknown.push(value);
    // Semicolons separate entries of a list.
    else if (!value.includes(';')) known[category] = [...(known[category] ?? []), value];
  }
  return { known, unknown };
}
