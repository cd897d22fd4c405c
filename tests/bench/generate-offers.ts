/**
 * Generates offers with the skew of a real list: few varietals and countries dominate, most producers have a few wines, names
 * share words, vintages cluster. The same seed generates the same offers.
 */

import type { SearchDocument } from '#domains/discovery/search/model/search-attributes.ts';
/** Linear congruential generator of numbers in [0, 1). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

const VARIETALS =
  'Shiraz,Cabernet Sauvignon,Chardonnay,Pinot Noir,Sauvignon Blanc,Riesling,Merlot,Grenache,Pinot Gris,Tempranillo,Malbec,Sangiovese,Nebbiolo,Semillon,Viognier,Grüner Veltliner,Mourvèdre,Zinfandel,Chenin Blanc,Fiano,Vermentino,Albariño,Gamay,Cabernet Franc,Petit Verdot,Barbera,Montepulciano,Touriga Nacional,Carménère,Gewürztraminer'.split(
    ',',
  );
const COUNTRIES: readonly (readonly [country: string, ...regions: string[]])[] = [
  [
    'Australia',
    'Barossa Valley',
    'McLaren Vale',
    'Margaret River',
    'Yarra Valley',
    'Coonawarra',
    'Clare Valley',
    'Hunter Valley',
    'Adelaide Hills',
    'Heathcote',
    'Tasmania',
    'Mornington Peninsula',
    'Eden Valley',
  ],
  ['France', 'Bordeaux', 'Bourgogne', 'Rhône', 'Loire', 'Champagne', 'Alsace', 'Languedoc', 'Beaujolais', 'Provence'],
  ['Italy', 'Toscana', 'Piemonte', 'Veneto', 'Sicilia', 'Puglia', 'Abruzzo'],
  ['New Zealand', 'Marlborough', 'Central Otago', 'Martinborough', "Hawke's Bay"],
  ['Spain', 'Rioja', 'Ribera del Duero', 'Rías Baixas', 'Priorat'],
  ['United States', 'Napa Valley', 'Sonoma', 'Willamette Valley', 'Paso Robles'],
  ['Argentina', 'Mendoza', 'Salta'],
  ['Germany', 'Mosel', 'Rheingau', 'Pfalz'],
  ['Chile', 'Maipo', 'Colchagua'],
  ['South Africa', 'Stellenbosch', 'Swartland'],
  ['Portugal', 'Douro', 'Alentejo'],
  ['Austria', 'Kamptal', 'Wachau'],
];
const CATEGORIES = ['Red', 'White', 'Sparkling', 'Rosé', 'Fortified', 'Orange', 'Dessert', 'Whisky', 'Gin'];
const TAGS = ['Organic', 'Vegan', 'Last cases', 'Members', 'New in', 'Under 20', 'Museum release', 'Gold medal', 'Small batch', 'Cellar'];
const NAME_WORDS =
  'Old Block Reserve Single Vineyard Estate Hill River Stone Creek Ridge Valley Grand Cuvée Château Domaine Clos Vieilles Vignes Black White Red Blue Gold Silver Bin Block Basket Press Wild Ferment Hand Picked Early Late Harvest Barrel Select Family Founders Home Paddock Road Lane Bridge Church School Mill Oak Gum Iron Bark Kookaburra Magpie Heron Kestrel'.split(
    ' ',
  );
const SYLLABLES =
  'ba be bo bri ca co cor da del dun el fa fen gar gle hal har in ka kel la lan len mar mel mo mun na nor ol pen per quin ra ros sa sel ta tor tre ul van ver wen wil yar zel'.split(
    ' ',
  );

export interface GeneratedOptions {
  readonly seed?: number;
  /** Number of the first document. Default: 0. */
  readonly first?: number;
  /** Share of hidden offers, from 0 to 1. */
  readonly hidden?: number;
}

/** Returns `count` documents with the ids `offer-0`, `offer-1`, … from the first number on */
export const generateOffers = (count: number, { seed = 1, first = 0, hidden = 0.05 }: GeneratedOptions = {}): SearchDocument[] => {
  const random = randomFrom(seed);
  /** Prefers earlier entries: the square of a uniform number is concentrated near 0. */
  const skewed = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T;
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const invented = (): string => {
    const word = any(SYLLABLES) + any(SYLLABLES) + (random() < 0.6 ? any(SYLLABLES) : '');
    return word.charAt(0).toUpperCase() + word.slice(1);
  };
  const brands = Array.from({ length: Math.max(3, Math.ceil(count / 8)) }, () =>
    random() < 0.3 ? `${invented()} ${any(NAME_WORDS)}` : invented(),
  );

  return Array.from({ length: count }, (_, index): SearchDocument => {
    const n = first + index;
    const [country, ...regions] = skewed(COUNTRIES);
    const region = skewed(regions);
    const varietal = skewed(VARIETALS);
    const category = skewed(CATEGORIES);
    const isSpirit = category === 'Whisky' || category === 'Gin';
    const packSize = random() < 0.7 ? 12 : random() < 0.7 ? 6 : 1;
    const bottlePrice = Math.round((8 + random() ** 4 * 300) * 100) / 100;
    const isHidden = random() < hidden;
    const name = `${any(NAME_WORDS)} ${random() < 0.5 ? any(NAME_WORDS) : invented()}${isSpirit ? '' : ` ${varietal}`}`;
    return {
      objectID: `offer-${n}`,
      offerId: `offer-${n}`,
      id: n + 1,
      sku: `CD-${String(n).padStart(6, '0')}`,
      name,
      brand: skewed(brands),
      category,
      isSpirit,
      isMixed: random() < 0.04,
      secret: isHidden && random() < 0.3,
      discountPercentage: Math.floor(random() * 40),
      imageUrl: '',
      inventoryStatus: random() < 0.9 ? 'AVAILABLE' : 'SOLD_OUT',
      url: `/wines/producer/offer-${n}`,
      packSize,
      preservatives: random() < 0.8 ? ['Sulphites'] : [],
      packPrice: Math.round(bottlePrice * packSize * 100) / 100,
      packRRP: random() < 0.7 ? Math.round(bottlePrice * packSize * 130) / 100 : null,
      bottlePrice,
      country,
      region,
      varietal: isSpirit ? '' : varietal,
      vintage: isSpirit ? '' : random() < 0.1 ? 'NV' : String(2023 - Math.floor(random() ** 2 * 15)),
      offerStyle: '',
      offerVariant: '',
      tags: TAGS.filter(() => random() < 0.15),
      categories: [category],
      varietals: isSpirit ? [] : [varietal],
      countries: [country],
      regions: [region],
      priceRange: bottlePrice < 15 ? 'Under $15' : bottlePrice < 25 ? '$15 to $25' : bottlePrice < 50 ? '$25 to $50' : 'Over $50',
      slot: random() < 0.02 ? Math.floor(random() * 500) : null,
      popularity: Math.floor(random() ** 3 * 1000),
      engine: 'shop',
      tiersEligible: isHidden ? [any(['GOLD', 'BLACK', 'SILVER'] as const)] : ['GUEST', 'ALL'],
      audience: random() < 0.95 ? 'AU' : 'AU+NZ+SG',
    };
  });
};
