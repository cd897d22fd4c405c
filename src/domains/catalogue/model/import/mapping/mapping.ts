/**
 * Schema of mappings: data files that describe how one format of retailer files becomes offers and stock [CAT-26]. All fields
 * below `columns` refer to columns by the mapping's short names. Documented for retailers in mappings/README.md.
 */
import { z } from 'zod';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { ROUNDINGS } from '#domains/catalogue/model/import/price/pricing.ts';
import { TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { perMarket } from '#markets/market.ts';

const column = z.string().regex(/^[a-z][A-Za-z0-9]*$/);
/** A list. An entry can have several words or phrases separated by semicolons, so that long lists stay readable. */
const words = z.array(z.string()).transform((list) =>
  list
    .flatMap((entry) => entry.split(';'))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
const table = z.record(z.string(), z.string());
/** Words or values by category: `{"Red": ["Shiraz", "Merlot"]}`. */
const byCategory = z.partialRecord(z.enum(CATEGORY_NAMES), words);

const pricing = z.strictObject({ rate: z.number().positive(), marginPercent: z.number().min(-90).max(1_000), rounding: z.enum(ROUNDINGS) });

const byPrice = z.strictObject({
  byPrice: z.array(z.strictObject({ below: z.number().positive(), size: z.number().int().min(1).max(48) })),
  otherwise: z.number().int().min(1).max(48),
});

/** Steps that determine a category, in order. The first match decides. */
const categoryStep = z.union([
  /**
   * Whole words in any of these columns (or in `name`, the finished name). `when` limits the step to rows with such a value.
   * Guesses are reported.
   */
  z.strictObject({ look: words, words: byCategory, when: z.record(column, words).default({}), isGuess: z.boolean().default(false) }),
  /** Looks up the value of a column. */
  z.strictObject({ column, table: byCategory, when: z.record(column, words).default({}) }),
  /** A blend named by its varietals, `Shiraz-Viognier`. Each is looked up in the tables above; one red varietal makes it red. */
  z.strictObject({ column, blend: z.literal(true) }),
  /** Usual category of the recognised brand. */
  z.strictObject({ brand: z.literal(true) }),
]);

const stockRule = z.union([z.number().int().min(0), z.strictObject({ column, per: z.enum(['bottle', 'case']) })]);

export const mapping = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/),
  /** Purpose of the mapping and source of its figures. */
  about: z.string(),
  source: z.strictObject({
    /** `json`: an array of objects, or one object per line. `columns` are keys; `size.ml` is a nested key. */
    format: z.enum(['csv', 'json']),
    /** Workbooks: name or number of the sheet. Default: the first visible sheet with a table. */
    sheet: z.string().max(100).optional(),
    /** JSON: key of the array if the file is a single object. */
    list: z.string().optional(),
    /** Files with another delimiter are read if their header then matches. */
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    /** Decimal sign, which decides the meaning of `1,234`. */
    decimal: z.enum(['.', ',']).default('.'),
    /** Cells that count as empty, such as a spreadsheet's `#NAME?`. */
    empty: words.default([]),
  }),
  /** Short name → header, or several alternative headers. All columns are required unless listed in `optional`. */
  columns: z.record(column, z.union([z.string(), words])),
  /** Columns that a file may lack. */
  optional: z.array(column).default([]),
  /** Columns that every row must fill, with the word for error messages. */
  required: z.record(column, z.string()),
  /** Rows to skip: any of these phrases in the column. */
  skip: z.array(z.strictObject({ column, words: words, reason: z.string() })).default([]),
  /** Columns that identify a record, compared without accents, case and spacing. The `readable` ones appear in the offer's id. */
  identity: z.strictObject({ columns: z.array(column).min(1), readable: z.array(column).default([]) }),
  /** Rules for names in capitals. Absent if the file has no such names. */
  capitals: z.strictObject({ columns: z.array(column), drop: words.default([]), words: table.default({}) }).optional(),
  brand: z.strictObject({
    column,
    /** Uses the text after this sign: `HOLDING LLC / REAL NAME`. */
    after: z.string().optional(),
    /** Words removed at the end, such as legal forms. */
    cut: words.default([]),
    /** Spelling by name. */
    table: table.default({}),
    /**
     * Brands recognised by the first words of another column, as a list or by their usual category. They take precedence over
     * `column`. `JACK DANIELS = Jack Daniel's` sets the spelling.
     */
    known: z.strictObject({ column, brands: z.union([byCategory, words]) }).optional(),
    /** If only the title has the producer. */
    inTitle: z
      .strictObject({
        /** Signs between producer and wine, `PRODUCER - WINE`. The first one in the title counts. */
        at: z.array(z.string()).default([]),
        /** Words of varietals and places. If they are before the sign, the producer is after it. */
        turned: words.default([]),
        /** The producer ends before the first of these words, or before the words of these columns. */
        until: z
          .strictObject({
            columns: z.array(column).default([]),
            words: words.default([]),
            /** Words that are no producer alone: `Château Margaux` does not end before Margaux. */
            notAfter: words.default([]),
          })
          .default({ columns: [], words: [], notAfter: [] }),
      })
      .optional(),
  }),
  /** Name of the offer: a column without producer, vintage and size. */
  title: z.strictObject({
    column,
    /** Removes a trailing bracket with the value of one of these columns from the name. */
    withoutBracket: z.array(column).default([]),
    /** Used if nothing is left. */
    otherwise: z.array(column).default([]),
    /** Spelling by name, for `otherwise`. */
    table: table.default({}),
    /** Abbreviations that are written out everywhere: `Ch.` → `Château`. */
    words: table.default({}),
  }),
  /** `isShort`: two digits at the end count too, `11/12` as 2012. */
  vintage: z.strictObject({ column, from: z.number().int(), to: z.number().int(), isShort: z.boolean().default(false) }).optional(),
  /** `isTableOnly`: values that are not in the table are ignored. */
  country: z
    .strictObject({
      column: column.optional(),
      constant: z.string().default(''),
      table: table.default({}),
      isTableOnly: z.boolean().default(false),
    })
    .default({ constant: '', table: {}, isTableOnly: false }),
  /** From the narrowest to the widest, joined by commas, without repeats and without the words in `drop`. */
  region: z
    .strictObject({ columns: z.array(column), drop: words.default([]), table: table.default({}) })
    .default({ columns: [], drop: [], table: {} }),
  /**
   * `find`: the first of these words in the column. `percent`: the column has the form `Merlot 65%, Malbec 35%`; a varietal with
   * at least this share stands alone, else up to three are joined.
   */
  varietal: z
    .strictObject({
      column,
      table: table.default({}),
      isTableOnly: z.boolean().default(false),
      find: words.default([]),
      percent: z.number().min(1).max(100).optional(),
    })
    .optional(),
  category: z.strictObject({ steps: z.array(categoryStep).min(1), otherwise: z.enum(CATEGORY_NAMES) }),
  /** Bottles per case: a number, a column, or by the file's price of a bottle. */
  packSize: z.union([
    z.number().int().min(1).max(48),
    z.strictObject({ column }),
    byPrice,
    /** A column, or by price if it is 1. */
    byPrice.extend({ column }),
  ]),
  /**
   * Millilitres: a number, a column of millilitres or litres (`table` corrects rounded ones, `{"380": 375}`), or a size in the
   * text of a column (`375ml`, `1.5 L`), which is removed from the name.
   */
  bottleMl: z.union([
    z.number().int(),
    z.strictObject({ column, unit: z.enum(['ml', 'l']).default('ml'), table: z.record(z.string(), z.number().int()).default({}) }),
    z.strictObject({ inText: column, otherwise: z.number().int() }),
  ]),
  alcohol: z.strictObject({ column, unit: z.enum(['percent', 'proof']) }).optional(),
  price: z.strictObject({
    column,
    /** The file's currency, for information. `rate` converts it. */
    currency: z.string().length(3),
    /** Unit of the price: a bottle, a case, or the number of bottles in a column. */
    per: z.union([z.enum(['bottle', 'case']), z.strictObject({ column })]),
    markets: z.strictObject(perMarket(() => pricing.optional())),
  }),
  /** What the supplier charges, in the currency of the file, for the margin of a comparison. It is not stored with the wine. */
  cost: z.strictObject({ column, per: z.enum(['bottle', 'case']) }).optional(),
  /** Column with the paragraphs of the story. */
  story: z.strictObject({ column }).optional(),
  /** Bar code (EAN or UPC). Codes with a wrong check digit are ignored. */
  gtin: z.strictObject({ column }).optional(),
  /**
   * Column with the names of the offer's own pictures, which are files next to the list, separated by semicolons, commas or bars.
   */
  pictures: z
    .strictObject({
      column,
      /** Column with the descriptions of the pictures, in the same order, separated by bars. */
      alt: column.optional(),
    })
    .optional(),
  /** From a column, or derived from the identity if the file has no numbers. */
  sku: z.strictObject({ prefix: z.string().max(16).default(''), column: column.optional() }),
  constants: z.strictObject({
    audience: z.enum(AUDIENCES),
    tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)).min(1).optional(),
    tags: z.array(z.string().max(40)).max(20).optional(),
    closure: z.string().max(40).optional(),
    allergens: z.string().max(120).optional(),
    preservatives: z.array(z.string().max(60)).max(10).optional(),
  }),
  /** Cases on hand by market: an initial value for new offers, or a column that each import sets. */
  stock: z.strictObject(perMarket(() => stockRule.optional())).default({}),
});

export type Mapping = z.infer<typeof mapping>;
/** Returns true if a mapping reads stock from the file. Otherwise its levels apply to new offers only. */
export const readsStock = ({ stock }: Mapping): boolean => Object.values(stock).some((rule) => typeof rule === 'object');

export type CategoryRules = Mapping['category'];
export type CategoryStep = CategoryRules['steps'][number];

/**
 * Parses the JSON of a mapping. @returns the mapping, or all errors as sentences, including columns that are used but not named
 */
export function parseMapping(json: unknown): { readonly mapping: Mapping } | { readonly errors: readonly string[] } {
  const read = mapping.safeParse(json);
  if (!read.success) return { errors: read.error.issues.map((issue) => `${issue.path.join('.') || 'The mapping'}: ${issue.message}`) };
  const known = new Set(Object.keys(read.data.columns));
  const errors = [...columnsUsed(read.data)]
    .filter((name) => !known.has(name))
    .map((name) => `The column "${name}" is used but not named under "columns".`);
  return errors.length === 0 ? { mapping: read.data } : { errors: errors };
}

function columnsUsed(m: Mapping): Set<string> {
  const steps = m.category.steps.flatMap((step) => [
    ...('look' in step ? step.look.filter((name) => name !== 'name') : []),
    ...('column' in step ? [step.column] : []),
    ...('when' in step ? Object.keys(step.when) : []),
  ]);
  const single = [
    m.brand.column,
    m.brand.known?.column,
    m.title.column,
    m.vintage?.column,
    m.country.column,
    m.varietal?.column,
    m.alcohol?.column,
    m.price.column,
    typeof m.price.per === 'string' ? undefined : m.price.per.column,
    m.cost?.column,
    m.gtin?.column,
    m.pictures?.column,
    m.pictures?.alt,
    m.story?.column,
    m.sku.column,
    ...Object.values(m.stock).map((rule) => (typeof rule === 'object' ? rule.column : undefined)),
  ];
  const sized = [m.packSize, m.bottleMl].flatMap((size) =>
    typeof size === 'number' ? [] : 'column' in size ? [size.column] : 'inText' in size ? [size.inText] : [],
  );
  const lists = [
    m.optional,
    Object.keys(m.required),
    m.skip.map((rule) => rule.column),
    m.identity.columns,
    m.identity.readable,
    m.capitals?.columns ?? [],
    m.brand.inTitle?.until.columns ?? [],
    m.title.withoutBracket,
    m.title.otherwise,
    m.region.columns,
  ];
  return new Set([...steps, ...single.filter((name) => name !== undefined), ...sized, ...lists.flat()]);
}
