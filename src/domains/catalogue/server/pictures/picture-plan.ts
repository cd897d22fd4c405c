import { CATEGORIES, type Category } from '#domains/catalogue/model/category.ts';
import type { OfferRecord } from '#domains/catalogue/model/record.ts';
import { maxOf } from '#lib/extremes.ts';
import { MARKETS } from '#markets/market.ts';
import { ageInName, type BottleKind, type BottleSpec, type ClosureName, drawingVersion } from '#packages/bottle-art/index.ts';

/** The fields of an offer that its pictures depend on. */
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

/** What to draw: one bottle, the bottles of a mixed case (none if the contents are not listed), or a gift card of an amount. */
export type PicturePlan =
  | { show: 'bottle'; bottle: BottleSpec; packSize: number }
  | { show: 'mixed'; brand: string; name: string; bottles: BottleSpec[]; isSpirit: boolean; packSize: number }
  | { show: 'gift'; amount: string };

const CLOSURE_PATTERNS: readonly (readonly [RegExp, ClosureName])[] = [
  [/screw|stelvin/i, 'screw'],
  [/wax/i, 'wax'],
  [/stopper|vino-?lok|glass/i, 'stopper'],
  [/cork|diam/i, 'foil'],
];
/** Kinds whose label shows the age in the name. */
const AGED_KINDS: ReadonlySet<BottleKind> = new Set(['whisky', 'rum', 'brandy', 'tequila', 'fortified']);

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
    age: AGED_KINDS.has(kind) ? ageInName(bottle.name) : undefined,
  };
};

/** Returns `$100`, or an empty text if the prices of the markets differ, because all markets share one picture. */
const amountOf = (prices: OfferRecord['prices']): string => {
  const amounts = [...new Set(MARKETS.flatMap((market) => prices[market]?.packPrice ?? []))];
  const [amount] = amounts;
  return amount === undefined || amounts.length > 1 ? '' : `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
};

/** Lists the bottles of a case in rounds: each wine once, then those with more bottles again. At most twelve. */
const bottlesInTurn = (contents: PicturedOffer['contents']): BottleSpec[] => {
  const specs = contents.map(specOf);
  const maxQuantity = maxOf(
    contents.map(({ quantity }) => quantity),
    0,
  );
  return Array.from({ length: maxQuantity }, (_, copy) => specs.filter((_, i) => (contents[i]?.quantity ?? 0) > copy))
    .flat()
    .slice(0, 12);
};

/** Decides what the picture of an offer shows. The plan contains everything that the drawing depends on. */
export const picturePlan = (offer: PicturedOffer): PicturePlan => {
  const { kind, isSpirit } = CATEGORIES[offer.category];
  if (kind === 'gift') return { show: 'gift', amount: amountOf(offer.prices) };
  if (kind === 'mixed' || offer.isMixed || offer.contents.length > 0)
    return {
      show: 'mixed',
      brand: offer.brand,
      name: offer.name,
      bottles: bottlesInTurn(offer.contents),
      isSpirit,
      packSize: offer.packSize,
    };
  const spec = specOf(offer);
  const closure = CLOSURE_PATTERNS.find(([pattern]) => pattern.test(offer.closure))?.[1];
  return {
    show: 'bottle',
    bottle: { ...spec, region: spec.region || offer.country, abv: offer.alcoholPercent ?? undefined, volumeMl: offer.bottleMl, closure },
    packSize: offer.packSize,
  };
};

/**
 * Returns 14 letters and digits for the URL of an offer's pictures, which browsers cache for ever. They change if and, except for
 * rare hash collisions, only if the bottle or the case is drawn differently.
 */
export const pictureVersion = (offer: PicturedOffer): string => drawingVersion(picturePlan(offer));
