/** Words of the form of a wine, in its sections. Every field of the record has its place here. */
import type { OfferRecord } from '../model/record.ts';
import { INVENTORY_LABELS, TIER_LABELS } from './office.ts';

interface FieldWords {
  readonly label: string;
  readonly hint?: string;
}

/** Fields that the form does not show, or shows in an editor of its own. */
type HiddenField = 'record' | 'productId' | 'pictures';
export type FormField = Exclude<keyof OfferRecord, HiddenField>;

const FIELDS: Readonly<Record<FormField, FieldWords>> = {
  brand: { label: 'Producer' },
  name: { label: 'Name', hint: 'Without producer and vintage' },
  vintage: { label: 'Vintage', hint: 'Four digits, NV, or empty for spirits and mixed cases' },
  category: { label: 'Category' },
  country: { label: 'Country' },
  region: { label: 'Region', hint: 'The region first, then the area around it: Barossa Valley, South Australia' },
  varietal: { label: 'Variety' },
  offerStyle: { label: 'Style' },
  offerVariant: { label: 'Variant', hint: 'Of a spirit, its age: 12 years' },
  alcoholPercent: { label: 'Alcohol, percent' },
  closure: { label: 'Closure' },
  cellarUntil: { label: 'Drink until', hint: 'Year' },
  allergens: { label: 'Allergens' },
  preservatives: { label: 'Preservatives' },
  prices: { label: 'Prices' },
  startsAt: { label: 'On sale from', hint: 'Empty: at once' },
  endsAt: { label: 'Until', hint: 'Empty: no end' },
  inventoryStatus: { label: 'Availability', hint: 'Without stock it is sold out, whatever is chosen here' },
  orderQuantityMaximum: { label: 'Most cases a customer', hint: '0: no limit' },
  limitCountsPastOrders: { label: 'Count cases of past orders' },
  hideRRP: { label: 'Hide the RRP' },
  slot: { label: 'Place in lists', hint: 'Lower numbers come first. Empty: by sales' },
  audience: { label: 'Markets' },
  tiersEligible: { label: 'Who sees it' },
  secret: { label: 'Secret: only by its link or list' },
  specialAccess: { label: 'Guests see it and sign in to buy' },
  tags: { label: 'Tags', hint: 'Lists, filters and promotions use them' },
  quote: { label: 'Quote', hint: 'A sentence of the buyer, beside the name' },
  story: { label: 'Paragraphs' },
  taste: { label: 'Taste', hint: 'From 0 to 10' },
  aromas: { label: 'Aromas' },
  pairings: { label: 'Pairings' },
  packSize: { label: 'Bottles a case' },
  bottleMl: { label: 'Bottle, mL' },
  sku: { label: 'Number', hint: 'Your own article number' },
  gtin: { label: 'Bar code', hint: '8 to 14 digits' },
  skuType: { label: 'Kind' },
  isMixed: { label: 'A mixed case' },
  contents: { label: 'Bottles of the case' },
  bottle: { label: 'Look of the drawing', hint: 'What is empty follows from producer and wine' },
  offerId: { label: 'Id in its address', hint: 'Letters, digits, hyphens and underscores' },
  nextOfferId: { label: 'After the sale its page leads to' },
};

/** Words of fields inside of others. */
const PARTS: Readonly<Record<string, FieldWords>> = {
  packPrice: { label: 'Price a case' },
  packRRP: { label: 'RRP a case', hint: 'Shown only with source and date' },
  rrpSource: { label: 'RRP source', hint: 'Such as: Producer’s price list' },
  rrpDate: { label: 'RRP read on' },
  body: { label: 'Body', hint: '0 light, 10 full' },
  acidity: { label: 'Acidity', hint: '0 soft, 10 bright' },
  sweetness: { label: 'Sweetness', hint: '0 dry, 10 sweet' },
  tannin: { label: 'Tannin', hint: '0 smooth, 10 firm' },
  strength: { label: 'Strength', hint: '1 to 5' },
  dish: { label: 'Dish' },
  why: { label: 'Why' },
  quantity: { label: 'Bottles' },
  shape: { label: 'Shape' },
  glass: { label: 'Glass' },
  capsule: { label: 'Capsule' },
  layout: { label: 'Label' },
  palette: { label: 'Colours' },
};

type Path = readonly (string | number)[];

const isFormField = (name: string): name is FormField => Object.hasOwn(FIELDS, name);

/** Returns label and help of a field of a wine. Items of a list have the label of the list. */
export function wineFieldText(path: Path): FieldWords {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '');
  const isTop = path.length === 1 || (path.length === 2 && typeof path[1] === 'number');
  if (isTop && isFormField(name)) return FIELDS[name];
  return PARTS[name] ?? (isFormField(name) ? { label: FIELDS[name].label } : { label: name });
}

/** Returns the label of a field by its name in a change: `brand` or `prices.AU`. */
export function wineFieldLabel(name: string): string {
  const market = /^prices\.(.+)$/.exec(name)?.[1];
  if (market !== undefined) return `Price in ${market}`;
  return isFormField(name) ? FIELDS[name].label : name === 'pictures' ? 'Pictures' : name;
}

const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tiersEligible: TIER_LABELS,
  inventoryStatus: INVENTORY_LABELS,
  skuType: { physical: 'Sent', digital: 'By email' },
};

/** Returns the words of an option of a field. */
export const wineOptionText = (path: Path, option: string): string =>
  OPTIONS[String(path[0] ?? '')]?.[option] ?? option.replaceAll('+', ' + ');

/** The form in its sections. */
export const WINE_SECTIONS: readonly {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly fields: readonly FormField[];
}[] = [
  {
    id: 'wine',
    title: 'Wine',
    help: 'Cards, search and the drawn label use these.',
    fields: [
      'brand',
      'name',
      'vintage',
      'category',
      'country',
      'region',
      'varietal',
      'offerStyle',
      'offerVariant',
      'alcoholPercent',
      'closure',
    ],
  },
  {
    id: 'sale',
    title: 'Sale',
    help: 'Prices are for a case and contain tax.',
    fields: ['prices', 'startsAt', 'endsAt', 'inventoryStatus', 'orderQuantityMaximum', 'limitCountsPastOrders', 'hideRRP', 'slot'],
  },
  {
    id: 'audience',
    title: 'Who sees it',
    help: 'Preview it on the right as any of them.',
    fields: ['audience', 'tiersEligible', 'specialAccess', 'secret', 'tags'],
  },
  { id: 'words', title: 'Words', help: 'Shown on its page.', fields: ['quote', 'story', 'taste', 'aromas', 'pairings', 'cellarUntil'] },
  {
    id: 'case',
    title: 'Case and bottle',
    help: '',
    fields: ['packSize', 'bottleMl', 'sku', 'gtin', 'skuType', 'preservatives', 'allergens', 'isMixed', 'contents', 'bottle'],
  },
  { id: 'address', title: 'Address', help: '', fields: ['offerId', 'nextOfferId'] },
];

/** Why a field cannot be saved, in the words of the form. */
export const wineFieldProblems = {
  missing: 'Fill this in',
  number: 'Enter a number',
  whole: 'Enter a whole number',
  atLeast: (least: number) => `Enter ${least.toLocaleString('en-AU')} or more`,
  atMost: (most: number) => `Enter ${most.toLocaleString('en-AU')} or less`,
  tooLong: (most: number) => `Use ${most.toLocaleString('en-AU')} ${most === 1 ? 'character' : 'characters or fewer'}`,
  tooMany: (most: number) => `${most.toLocaleString('en-AU')} at most`,
  chooseOne: 'Choose at least one',
  choose: 'Choose one of the list',
  cents: 'Use two decimals at most',
  formats: {
    vintage: 'Enter four digits, or NV',
    gtin: 'Enter 8, 12, 13 or 14 digits',
    offerId: 'Use letters, digits, hyphens and underscores, 64 at most',
    nextOfferId: 'Enter the id of a wine',
  },
  format: 'This doesn’t look right',
} as const;
