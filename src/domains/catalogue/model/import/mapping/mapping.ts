/**
 * A mapping: a data file that says how one shape of retailer's file becomes offers and stock. No code in it.
 * Everything below the `columns` refers to columns by the mapping's own short names. Explained for retailers in mappings/README.md.
 */
import { z } from 'zod';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { ROUNDINGS } from '#domains/catalogue/model/import/price/pricing.ts';
import { AUDIENCES, TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';

const column = z.string().regex(/^[a-z][A-Za-z0-9]*$/);
/** A list; an entry may hold several words or phrases parted by semicolons, so that long lists stay readable. */
const words = z.array(z.string()).transform((list) =>
  list
    .flatMap((entry) => entry.split(';'))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
const table = z.record(z.string(), z.string());
/** Words or values by the category they lead to: `{"Red": ["Shiraz", "Merlot"]}`. */
const byCategory = z.partialRecord(z.enum(CATEGORY_NAMES), words);

const pricing = z.strictObject({ rate: z.number().positive(), marginPercent: z.number().min(-90).max(1_000), rounding: z.enum(ROUNDINGS) });

const byPrice = z.strictObject({
  byPrice: z.array(z.strictObject({ below: z.number().positive(), size: z.number().int().min(1).max(48) })),
  otherwise: z.number().int().min(1).max(48),
});

/** Ways to a category, tried in order; the first that knows one decides. */
const categoryStep = z.union([
  /** Whole words in any of these columns (or in `name`, the finished name). `when` limits the step to rows with such a value; a guess is reported. */
  z.strictObject({ look: words, words: byCategory, when: z.record(column, words).default({}), isGuess: z.boolean().default(false) }),
  /** The value of a column, looked up. */
  z.strictObject({ column, table: byCategory, when: z.record(column, words).default({}) }),
  /** A blend named by its grapes, `Shiraz-Viognier`: each looked up in the tables above; any red among them makes it red. */
  z.strictObject({ column, blend: z.literal(true) }),
  /** What the recognised brand is known for. */
  z.strictObject({ brand: z.literal(true) }),
]);

const stockRule = z.union([z.number().int().min(0), z.strictObject({ column, per: z.enum(['bottle', 'case']) })]);

export const mapping = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/),
  /** What the mapping is for and where its figures come from. */
  about: z.string(),
  source: z.strictObject({
    /** `json`: an array of objects, or one object a line; `columns` then name their keys, `size.ml` a key inside another. */
    format: z.enum(['csv', 'json']),
    /** Of a workbook: the name or number of the sheet; without it the first visible one that is a table. */
    sheet: z.string().max(100).optional(),
    /** Of JSON: the key under which the array stands, where the file is one object around it. */
    list: z.string().optional(),
    /** A file separated otherwise is still read when its header then fits. */
    delimiter: z.enum([',', ';', '\t', '|']).default(','),
    /** The decimal sign that decides what `1,234` means. */
    decimal: z.enum(['.', ',']).default('.'),
    /** Cells that say nothing, such as a spreadsheet's `#NAME?`. */
    empty: words.default([]),
  }),
  /** Short name → the header, or several headers it goes by. Every one must be in the file. */
  columns: z.record(column, z.union([z.string(), words])),
  /** Columns a file may lack. */
  optional: z.array(column).default([]),
  /** Columns a row must fill, with the word used when it does not. */
  required: z.record(column, z.string()),
  /** Rows left out on purpose: any of these phrases in the column. */
  skip: z.array(z.strictObject({ column, words: words, reason: z.string() })).default([]),
  /** What makes a record the same: these columns, without accents, capitals and spacing. `readable` of them are spelt out in the offer's id. */
  identity: z.strictObject({ columns: z.array(column).min(1), readable: z.array(column).default([]) }),
  /** How names in capitals become readable; absent where the file writes them well. */
  capitals: z.strictObject({ columns: z.array(column), drop: words.default([]), words: table.default({}) }).optional(),
  brand: z.strictObject({
    column,
    /** Take what follows this sign: `HOLDING LLC / REAL NAME`. */
    after: z.string().optional(),
    /** Words cut off its end: legal forms and the like. */
    cut: words.default([]),
    /** Spelt as told. */
    table: table.default({}),
    /**
     * Brands known by the first words of another column, as a list or by what they are known for; they go before `column`.
     * `JACK DANIELS = Jack Daniel's` spells one.
     */
    known: z.strictObject({ column, brands: z.union([byCategory, words]) }).optional(),
    /** Where the title alone tells the producer. */
    inTitle: z
      .strictObject({
        /** Signs between producer and wine, `PRODUCER - WINE`; the first that stands in the title counts. */
        at: z.array(z.string()).default([]),
        /** Words of grapes and places: where they stand before the sign, the producer stands after it. */
        turned: words.default([]),
        /** The producer ends before the first of these words, or of the words of these columns. */
        until: z
          .strictObject({
            columns: z.array(column).default([]),
            words: words.default([]),
            /** No producer is only this: `Château Margaux` does not end before Margaux. */
            notAfter: words.default([]),
          })
          .default({ columns: [], words: [], notAfter: [] }),
      })
      .optional(),
  }),
  /** The offer's name: a column without the producer, the vintage and the size in it. */
  title: z.strictObject({
    column,
    /** A trailing bracket with one of these columns' values is left out of the name. */
    withoutBracket: z.array(column).default([]),
    /** Taken when nothing is left. */
    otherwise: z.array(column).default([]),
    /** Spelt as told, for `otherwise`. */
    table: table.default({}),
    /** Abbreviations written out wherever they stand: `Ch.` → `Château`. */
    words: table.default({}),
  }),
  /** `isShort`: two figures at the end count too, `11/12` as 2012. */
  vintage: z.strictObject({ column, from: z.number().int(), to: z.number().int(), isShort: z.boolean().default(false) }).optional(),
  /** `isTableOnly`: values that are not in the table say nothing about it. */
  country: z
    .strictObject({
      column: column.optional(),
      constant: z.string().default(''),
      table: table.default({}),
      isTableOnly: z.boolean().default(false),
    })
    .default({ constant: '', table: {}, isTableOnly: false }),
  /** From the narrowest to the widest, joined by commas; what repeats, or is in `drop`, is left out. */
  region: z
    .strictObject({ columns: z.array(column), drop: words.default([]), table: table.default({}) })
    .default({ columns: [], drop: [], table: {} }),
  /**
   * `find`: the first of these words in the column, where it holds more. `percent`: the column says `Merlot 65%, Malbec 35%`; a grape of at
   * least so much stands alone, else up to three are joined.
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
  /** Bottles in a case: a number, a column, or by the file's price of a bottle. */
  packSize: z.union([
    z.number().int().min(1).max(48),
    z.strictObject({ column }),
    byPrice,
    /** A column, and by price where it says 1. */
    byPrice.extend({ column }),
  ]),
  /** Millilitres: a number, a column of millilitres or litres (`table` mends rounded ones, `{"380": 375}`), or a size found in a column's text (`375ml`, `1.5 L`), which then leaves the name. */
  bottleMl: z.union([
    z.number().int(),
    z.strictObject({ column, unit: z.enum(['ml', 'l']).default('ml'), table: z.record(z.string(), z.number().int()).default({}) }),
    z.strictObject({ inText: column, otherwise: z.number().int() }),
  ]),
  alcohol: z.strictObject({ column, unit: z.enum(['percent', 'proof']) }).optional(),
  price: z.strictObject({
    column,
    /** The file's currency, for people; `rate` converts from it. */
    currency: z.string().length(3),
    /** What it buys: a bottle, a case, or as many bottles as a column says. */
    per: z.union([z.enum(['bottle', 'case']), z.strictObject({ column })]),
    markets: z.strictObject({ AU: pricing.optional(), SG: pricing.optional() }),
  }),
  /** The column that becomes the story's paragraphs. */
  story: z.strictObject({ column }).optional(),
  /** The bar code (EAN or UPC); one whose check digit is wrong is left out. */
  gtin: z.strictObject({ column }).optional(),
  /** The column that names the offer's own pictures, files beside the list; several parted by semicolons, commas or bars. */
  pictures: z
    .strictObject({
      column,
      /** The column that says in words what each shows, in the same order, parted by bars. */
      alt: column.optional(),
    })
    .optional(),
  /** From a column, or from the identity where the file has no numbers. */
  sku: z.strictObject({ prefix: z.string().max(16).default(''), column: column.optional() }),
  constants: z.strictObject({
    audience: z.enum(AUDIENCES),
    tiersEligible: z.array(z.enum(TIERS_ELIGIBLE)).min(1).optional(),
    tags: z.array(z.string().max(40)).max(20).optional(),
    closure: z.string().max(40).optional(),
    allergens: z.string().max(120).optional(),
    preservatives: z.array(z.string().max(60)).max(10).optional(),
  }),
  /** Cases on hand by market: a number that a new offer starts with, or a column that each import sets. */
  stock: z.strictObject({ AU: stockRule.optional(), SG: stockRule.optional() }).default({}),
});

export type Mapping = z.infer<typeof mapping>;
/** Whether a mapping reads stock from the file. Otherwise its levels are only what new offers start with. */
export const readsStock = ({ stock }: Mapping): boolean => Object.values(stock).some((rule) => typeof rule === 'object');

export type CategoryRules = Mapping['category'];
export type CategoryStep = CategoryRules['steps'][number];

/**
 * Reads a mapping's parsed JSON. Out: the mapping, or every fault as a sentence, those of columns that are used but not named among them.
 */
export function parseMapping(json: unknown): { readonly mapping: Mapping } | { readonly faults: readonly string[] } {
  const read = mapping.safeParse(json);
  if (!read.success) return { faults: read.error.issues.map((issue) => `${issue.path.join('.') || 'The mapping'}: ${issue.message}`) };
  const known = new Set(Object.keys(read.data.columns));
  const faults = [...columnsUsed(read.data)]
    .filter((name) => !known.has(name))
    .map((name) => `The column "${name}" is used but not named under "columns".`);
  return faults.length === 0 ? { mapping: read.data } : { faults };
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
