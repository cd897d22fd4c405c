/**
 * The documents of the search index, and their attributes to search, count, filter and sort by. A document is a catalogue hit with plural
 * facet attributes in addition to the singular fields [SRCH-13]. Prices are decimal numbers of the market's currency. Browsers load this
 * module.
 */
import type { InventoryStatus } from '#domains/catalogue/model/record.ts';
import type { Audience as OfferAudience } from '#markets/audiences.ts';
import type { IndexSchema } from '#packages/search-engine/index.ts';

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
  /** The range of the bottle price, for the facet of this name. */
  readonly priceRange: string;
  /** Lower slots come earlier in an unsorted list, null last. */
  readonly slot: number | null;
  /** Any number. Higher ones come earlier among equal slots. */
  readonly popularity: number;
  readonly engine: string;
  readonly tiersEligible: readonly string[];
  readonly audience: OfferAudience;
}

/** Fields with few distinct values. */
export const SHARED_KEYS = [
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

/** Returns the plural values of a field. Adds the singular value if they do not include it. */
const withOthers = (one: string, others: readonly string[]): readonly string[] => (others.includes(one) ? others : [one, ...others]);

export const TEXT_FIELDS = [
  { name: 'name', cost: 0, title: true, read: (d) => [d.name] },
  { name: 'brand', cost: 0, title: true, read: (d) => [d.brand] },
  { name: 'vintage', cost: 0, title: false, read: (d) => [d.vintage] },
  { name: 'varietal', cost: 0, title: false, read: (d) => withOthers(d.varietal, d.varietals) },
  { name: 'region', cost: 1, title: false, read: (d) => withOthers(d.region, d.regions) },
  { name: 'category', cost: 2, title: false, read: (d) => [...withOthers(d.category, d.categories), d.isSpirit ? 'spirits' : 'wine'] },
  { name: 'country', cost: 2, title: false, read: (d) => withOthers(d.country, d.countries) },
  { name: 'tags', cost: 3, title: false, read: (d) => [...d.tags, d.offerStyle, d.offerVariant, d.sku] },
] as const satisfies IndexSchema<SearchDocument>['textFields'];

/** Document keys that `TEXT_FIELDS` reads. */
export const TEXT_KEYS = [
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

/** Attributes whose values can be counted and filtered by. */
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

/** Facet attributes that are numbers. Responses have their `facetsStats`. */
export const STATISTIC_ATTRIBUTES = [
  'packPrice',
  'bottlePrice',
  'packRRP',
  'packSize',
  'discountPercentage',
] as const satisfies readonly FacetAttribute[];

/** Attributes that can be compared as numbers. NaN stands for no number, such as the vintage `NV`. */
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

export const SORTS = ['default', 'price_asc', 'price_desc'] as const;
export type Sort = (typeof SORTS)[number];
