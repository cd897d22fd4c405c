import { CATEGORIES, type Category } from '../category.ts';
import type { OfferRecord } from '../record.ts';
import { ageInName } from './age-in-name.ts';
import type { BottleKind, BottleSpec, ClosureName } from './spec.ts';

/** All of an offer that its pictures depend on. */
export type PicturedOffer = Pick<
  OfferRecord,
  | 'brand'
  | 'name'
  | 'vintage'
  | 'category'
  | 'country'
  | 'region'
  | 'varietal'
  | 'packSize'
  | 'bottleMl'
  | 'isMixed'
  | 'alcoholPercent'
  | 'closure'
  | 'prices'
  | 'bottle'
  | 'contents'
>;

/** What to draw: one bottle, the bottles of a mixed case (none where its contents are not told), or a gift card of an amount. */
export type PicturePlan =
  | { show: 'bottle'; bottle: BottleSpec; packSize: number }
  | { show: 'mixed'; brand: string; name: string; bottles: BottleSpec[]; isSpirit: boolean; packSize: number }
  | { show: 'gift'; amount: string };

const CLOSURE_WORDS: readonly (readonly [RegExp, ClosureName])[] = [
  [/screw|stelvin/i, 'screw'],
  [/wax/i, 'wax'],
  [/stopper|vino-?lok|glass/i, 'stopper'],
  [/cork|diam/i, 'foil'],
];
const AGED: ReadonlySet<BottleKind> = new Set(['whisky', 'rum', 'brandy', 'tequila', 'fortified']);

const kindOf = (category: Category): BottleKind => {
  const { kind, isSpirit } = CATEGORIES[category];
  if (kind === 'mixed' || kind === 'gift') return isSpirit ? 'whisky' : 'red';
  return kind;
};

const specOf = (bottle: Pick<OfferRecord, 'brand' | 'name' | 'vintage' | 'category' | 'region' | 'varietal' | 'bottle'>): BottleSpec => {
  const kind = kindOf(bottle.category);
  return {
    ...bottle.bottle,
    producer: bottle.brand,
    name: bottle.name,
    vintage: bottle.vintage,
    region: bottle.region.split(',')[0]?.trim() ?? '',
    kind,
    varietal: bottle.varietal,
    age: AGED.has(kind) ? ageInName(bottle.name) : undefined,
  };
};

/** `$100`; nothing where the markets' prices differ, since one picture serves both. */
const amountOf = (prices: OfferRecord['prices']): string => {
  const amounts = [...new Set([prices.AU, prices.SG].flatMap((price) => (price ? [price.packPrice] : [])))];
  const [amount] = amounts;
  return amount === undefined || amounts.length > 1 ? '' : `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
};

/** The wines of a case each once, then again those it holds more of, twelve at most. */
const inTurn = (contents: PicturedOffer['contents']): BottleSpec[] => {
  const specs = contents.map(specOf);
  const most = Math.max(0, ...contents.map(({ quantity }) => quantity));
  return Array.from({ length: most }, (_, iteration) => specs.filter((_, i) => (contents[i]?.quantity ?? 0) > iteration))
    .flat()
    .slice(0, 12);
};

/** Chooses what an offer's picture shows. Pure: the plan says all that the drawing depends on. */
export const picturePlan = (offer: PicturedOffer): PicturePlan => {
  const { kind, isSpirit } = CATEGORIES[offer.category];
  if (kind === 'gift') return { show: 'gift', amount: amountOf(offer.prices) };
  if (kind === 'mixed' || offer.isMixed || offer.contents.length > 0)
    return { show: 'mixed', brand: offer.brand, name: offer.name, bottles: inTurn(offer.contents), isSpirit, packSize: offer.packSize };
  const spec = specOf(offer);
  const closure = CLOSURE_WORDS.find(([words]) => words.test(offer.closure))?.[1];
  return {
    show: 'bottle',
    bottle: { ...spec, region: spec.region || offer.country, abv: offer.alcoholPercent ?? undefined, volumeMl: offer.bottleMl, closure },
    packSize: offer.packSize,
  };
};
