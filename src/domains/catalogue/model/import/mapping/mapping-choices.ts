/**
 * What a person decides about a proposed mapping: which column is what, and how its values are read. The rest of a mapping (categories,
 * countries, spelling) is derived from the file or kept as it was.
 */
import { z } from 'zod';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS, perMarket } from '#markets/market.ts';
import { ROUNDINGS } from '../price/pricing.ts';
import { type FoundRole, ROLES, type Role } from './column-roles.ts';
import { type Mapping, parseMapping } from './mapping.ts';
import { type FileSample, PACK_SIZE_BY_PRICE, proposeMapping, type WineVocabulary } from './propose-mapping.ts';

const UNITS = ['bottle', 'case'] as const;
const MAX_INITIAL_CASES = 100_000;

const pricing = z.object({
  rate: z.number().positive().max(1_000_000),
  marginPercent: z.number().min(-90).max(1_000),
  rounding: z.enum(ROUNDINGS),
});

export const mappingChoices = z.object({
  columns: z.partialRecord(z.enum(ROLES), storableText(300)).describe('Header of the column by its meaning'),
  decimal: z.enum(['.', ',']),
  pricePer: z.enum(UNITS),
  markets: z.object(perMarket(() => pricing.nullable())).describe('Null for a market in which the wines are not sold'),
  costPer: z.enum(UNITS),
  sizeUnit: z.enum(['ml', 'l', 'text']).describe('`text` for sizes such as 750ml or 1.5 L'),
  packSize: z.number().int().min(1).max(48).nullable().describe('Bottles of a case where no column says; null to decide by the price'),
  alcoholUnit: z.enum(['percent', 'proof']),
  stockPer: z.enum(UNITS),
  stock: z
    .object(perMarket(() => z.union([z.literal('column'), z.number().int().min(0).max(MAX_INITIAL_CASES)])))
    .describe('`column` to set stock with every import, else the cases of new wines'),
  audience: z.enum(AUDIENCES),
  category: z.enum(CATEGORY_NAMES).describe('Category of wines that are not recognised'),
});
export type MappingChoices = z.output<typeof mappingChoices>;

const isRole = (name: string): name is Role => ROLES.some((role) => role === name);
const headerOf = (spelling: string | readonly string[]): string => (typeof spelling === 'string' ? spelling : (spelling[0] ?? ''));

/** Returns true if the choices describe a mapping. One that was written by hand names its columns otherwise. */
export const hasChoices = ({ columns }: Pick<Mapping, 'columns'>): boolean => Object.keys(columns).every(isRole);

/** Returns the choices of a mapping. */
export function toChoices(mapping: Mapping): MappingChoices {
  const { bottleMl, packSize, price, stock } = mapping;
  const stockRules = MARKETS.map((market) => stock[market]);
  const stockColumn = stockRules.find((rule) => typeof rule === 'object');
  return {
    columns: Object.fromEntries(
      Object.entries(mapping.columns).flatMap(([name, spelling]) => (isRole(name) ? [[name, headerOf(spelling)]] : [])),
    ),
    decimal: mapping.source.decimal,
    pricePer: price.per === 'case' ? 'case' : 'bottle',
    markets: perMarket((market) => price.markets[market] ?? null),
    costPer: mapping.cost?.per ?? (price.per === 'case' ? 'case' : 'bottle'),
    sizeUnit: typeof bottleMl === 'object' && 'unit' in bottleMl ? bottleMl.unit : 'text',
    packSize: typeof packSize === 'number' ? packSize : null,
    alcoholUnit: mapping.alcohol?.unit ?? 'percent',
    stockPer: typeof stockColumn === 'object' ? stockColumn.per : 'bottle',
    stock: perMarket((market) => {
      const rule = stock[market];
      return typeof rule === 'object' ? 'column' : (rule ?? 0);
    }),
    audience: mapping.constants.audience,
    category: mapping.category.otherwise,
  };
}

/** Finds the chosen columns in the headers of the file. */
const foundRoles = ({ columns }: MappingChoices, headers: readonly string[]): Partial<Record<Role, FoundRole>> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([role, header]) => {
      const at = headers.indexOf(header);
      return at < 0 ? [] : [[role, { at, isConfident: true }]];
    }),
  );

const sameRoles = (mapping: Mapping, { columns }: MappingChoices): boolean => {
  const own = Object.keys(mapping.columns);
  const chosen = Object.keys(columns);
  return own.length === chosen.length && chosen.every((role) => own.includes(role));
};

/**
 * Applies choices to a mapping. Columns with the same meanings keep what was decided about their values; other columns are proposed from
 * the sample.
 * @returns the mapping, or why there is none, as sentences
 */
export function applyChoices(
  base: Mapping,
  choices: MappingChoices,
  sample: FileSample,
  vocabulary: WineVocabulary,
): { readonly mapping: Mapping } | { readonly errors: readonly string[] } {
  const repeated = Object.values(choices.columns).find((header, at, all) => all.indexOf(header) !== at);
  if (repeated !== undefined) return { errors: [`The column "${repeated}" is used twice. Choose one meaning for it.`] };
  const gone = Object.values(choices.columns).find((header) => !sample.headers.includes(header));
  if (gone !== undefined) return { errors: [`The file has no column "${gone}".`] };
  const proposed = sameRoles(base, choices)
    ? { json: base }
    : proposeMapping(base.name, sample, vocabulary, foundRoles(choices, sample.headers));
  if ('error' in proposed) return { errors: [proposed.error] };
  const { columns } = choices;
  const has = (role: Role): boolean => columns[role] !== undefined;
  return parseMapping({
    ...proposed.json,
    columns,
    source: { ...base.source, decimal: choices.decimal },
    price: {
      column: 'price',
      currency: base.price.currency,
      per: choices.pricePer,
      markets: Object.fromEntries(MARKETS.flatMap((market) => (choices.markets[market] ? [[market, choices.markets[market]]] : []))),
    },
    ...(has('cost') ? { cost: { column: 'cost', per: choices.costPer } } : {}),
    ...(has('alcohol') ? { alcohol: { column: 'alcohol', unit: choices.alcoholUnit } } : {}),
    bottleMl:
      has('size') && choices.sizeUnit !== 'text'
        ? { column: 'size', unit: choices.sizeUnit }
        : { inText: has('size') ? 'size' : 'title', otherwise: 750 },
    packSize: packSizeOf(choices),
    stock: perMarket((market) => {
      const rule = choices.stock[market];
      return rule === 'column' ? (has('stock') ? { column: 'stock', per: choices.stockPer } : 0) : rule;
    }),
    category: { ...categoryOf(proposed.json), otherwise: choices.category },
    constants: { ...base.constants, audience: choices.audience },
  });
}

function packSizeOf({ columns, packSize, pricePer }: MappingChoices): unknown {
  if (columns.pack === undefined) return packSize ?? (pricePer === 'case' ? 6 : PACK_SIZE_BY_PRICE);
  return pricePer === 'case' ? { column: 'pack' } : { column: 'pack', ...PACK_SIZE_BY_PRICE };
}

const categoryOf = ({ category }: Readonly<Record<string, unknown>>): object => (typeof category === 'object' ? { ...category } : {});
