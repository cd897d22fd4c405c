/**
 * What the engine indexes: the catalogue hit (SPEC.md §3, "Offer / catalogue hit") with the facet attributes of SPEC.md §2
 * beside the singular fields (DECISIONS.md, "The wire", search). Prices are decimal numbers of the market's currency, as on the wire.
 */
import type { InventoryStatus, Audience as OfferAudience } from '#domains/catalogue/model/record.ts';

export interface SearchDocument {
  readonly objectID: string;
  readonly offerId: string;
  /** The product id. */
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly isSpirit: boolean;
  readonly isMixed: boolean;
  readonly secret: boolean;
  readonly discountPercentage: number;
  readonly imageUrl: string;
  readonly inventoryStatus: InventoryStatus;
  readonly url: string;
  readonly packSize: number;
  readonly preservatives: readonly string[];
  /** Price of the case. */
  readonly packPrice: number;
  readonly packRRP: number | null;
  /** Price of one bottle: the case price over the pack size. */
  readonly bottlePrice: number;
  readonly country: string;
  readonly region: string;
  readonly varietal: string;
  /** Four digits, `NV`, or empty. */
  readonly vintage: string;
  readonly offerStyle: string;
  readonly offerVariant: string;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly varietals: readonly string[];
  readonly countries: readonly string[];
  readonly regions: readonly string[];
  /** The band of the bottle price, for the facet of that name. */
  readonly priceRange: string;
  /** A lower slot stands earlier in an unsorted list; null comes last. */
  readonly slot: number | null;
  /** Any number; higher stands earlier among equal slots. */
  readonly popularity: number;
  readonly engine: string;
  readonly tiersEligible: readonly string[];
  readonly audience: OfferAudience;
}

/** Fields that have few distinct values: packed documents share them. */
export const REPEATED_FIELDS = [
  'priceRange',
  'categories',
  'varietals',
  'countries',
  'regions',
  'vintage',
  'tags',
  'secret',
  'isMixed',
  'brand',
  'category',
  'country',
  'region',
  'varietal',
  'isSpirit',
  'inventoryStatus',
  'offerStyle',
  'offerVariant',
  'preservatives',
  'tiersEligible',
  'audience',
  'engine',
] as const satisfies readonly (keyof SearchDocument)[];

/** A singular field and its plural, which mostly contains it. */
const withOthers = (one: string, others: readonly string[]): readonly string[] => (others.includes(one) ? others : [one, ...others]);

/**
 * What a query looks in. `cost` is how far down a match stands (0 best); words matched in `title` fields count towards
 * naming the wine. At most eight rows: a posting keeps them as the bits of one byte.
 */
export const SEARCHED_FIELDS = [
  { field: 'name', cost: 0, title: true, read: (d) => [d.name] },
  { field: 'brand', cost: 0, title: true, read: (d) => [d.brand] },
  { field: 'vintage', cost: 0, title: false, read: (d) => [d.vintage] },
  { field: 'varietal', cost: 0, title: false, read: (d) => withOthers(d.varietal, d.varietals) },
  { field: 'region', cost: 1, title: false, read: (d) => withOthers(d.region, d.regions) },
  { field: 'category', cost: 2, title: false, read: (d) => [...withOthers(d.category, d.categories), d.isSpirit ? 'spirits' : 'wine'] },
  { field: 'country', cost: 2, title: false, read: (d) => withOthers(d.country, d.countries) },
  { field: 'tags', cost: 3, title: false, read: (d) => [...d.tags, d.offerStyle, d.offerVariant, d.sku] },
] as const satisfies readonly { field: string; cost: number; title: boolean; read: (d: SearchDocument) => readonly string[] }[];

/** What `SEARCHED_FIELDS` read: documents that have the same of these have the same words. */
export const SEARCHED_KEYS = [
  'name',
  'sku',
  'vintage',
  'brand',
  'varietal',
  'varietals',
  'region',
  'regions',
  'category',
  'categories',
  'isSpirit',
  'country',
  'countries',
  'tags',
  'offerStyle',
  'offerVariant',
] as const satisfies readonly (keyof SearchDocument)[];

/** Attributes whose values can be counted and filtered by, and how each is read. */
export const FACET_ATTRIBUTES = {
  priceRange: (d) => d.priceRange,
  categories: (d) => d.categories,
  varietals: (d) => d.varietals,
  countries: (d) => d.countries,
  regions: (d) => d.regions,
  vintage: (d) => d.vintage,
  packSize: (d) => d.packSize,
  tags: (d) => d.tags,
  secret: (d) => d.secret,
  isMixed: (d) => d.isMixed,
  brand: (d) => d.brand,
  category: (d) => d.category,
  country: (d) => d.country,
  region: (d) => d.region,
  varietal: (d) => d.varietal,
  isSpirit: (d) => d.isSpirit,
  inventoryStatus: (d) => d.inventoryStatus,
  offerStyle: (d) => d.offerStyle,
  offerVariant: (d) => d.offerVariant,
  preservatives: (d) => d.preservatives,
  tiersEligible: (d) => d.tiersEligible,
  packPrice: (d) => d.packPrice,
  bottlePrice: (d) => d.bottlePrice,
  packRRP: (d) => d.packRRP,
  discountPercentage: (d) => d.discountPercentage,
} as const satisfies { readonly [A in keyof SearchDocument]?: (d: SearchDocument) => SearchDocument[A] };

export type FacetAttribute = keyof typeof FACET_ATTRIBUTES;

/** Facet attributes that are numbers in a document: they answer `facetsStats`. */
export const STATISTIC_ATTRIBUTES = [
  'packPrice',
  'bottlePrice',
  'packRRP',
  'packSize',
  'discountPercentage',
] as const satisfies readonly FacetAttribute[];

/** Attributes that are compared as numbers, and how each is read; NaN is no number, as is a vintage of `NV`. */
export const NUMERIC_ATTRIBUTES = {
  packPrice: (d) => d.packPrice,
  bottlePrice: (d) => d.bottlePrice,
  packRRP: (d) => d.packRRP ?? Number.NaN,
  packSize: (d) => d.packSize,
  discountPercentage: (d) => d.discountPercentage,
  slot: (d) => d.slot ?? Number.NaN,
  popularity: (d) => d.popularity,
  id: (d) => d.id,
  vintage: (d) => (d.vintage === '' ? Number.NaN : Number(d.vintage)),
} as const satisfies { readonly [A in keyof SearchDocument]?: (d: SearchDocument) => number };
