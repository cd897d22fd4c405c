/** What each category is called in menus and on its own shelf, and one line about it. */
import { CATEGORIES, type Category } from './category.ts';

export interface CategoryWords {
  /** In menus, chips and crumbs. */
  readonly label: string;
  /** Heading of its list. */
  readonly title: string;
  readonly lede: string;
  /** What one and several of its offers are called. */
  readonly one: string;
  readonly many: string;
}

const wine = { one: 'wine', many: 'wines' };
const bottle = { one: 'bottle', many: 'bottles' };

export const CATEGORY_WORDS: Readonly<Record<Category, CategoryWords>> = {
  Red: {
    label: 'Red',
    title: 'Red wine',
    lede: 'From pinot you can read through to shiraz you can’t, sorted by people who had some with dinner.',
    ...wine,
  },
  White: {
    label: 'White',
    title: 'White wine',
    lede: 'Sharp ones for oysters, broad ones for roast chicken, and a riesling for whatever is left.',
    ...wine,
  },
  Rosé: { label: 'Rosé', title: 'Rosé', lede: 'Dry, pale and cold. A few are darker, for nights when there is lamb.', ...wine },
  Sparkling: {
    label: 'Sparkling',
    title: 'Sparkling wine',
    lede: 'For good news, for a Tuesday, and for the hour before anyone has found the glasses.',
    ...wine,
  },
  Orange: {
    label: 'Orange',
    title: 'Orange wine',
    lede: 'White grapes left with their skins: tea, apricot and grip. Pour it where you would pour a light red.',
    ...wine,
  },
  Dessert: {
    label: 'Dessert',
    title: 'Dessert wine',
    lede: 'Small glasses, late in the evening, beside something with fruit or blue in it.',
    ...wine,
  },
  Fortified: {
    label: 'Fortified',
    title: 'Fortified wine',
    lede: 'Tawny, muscat, sherry and their cousins. They keep for weeks once open, if you let them.',
    ...wine,
  },
  Mixed: {
    label: 'Mixed cases',
    title: 'Mixed cases',
    lede: 'Packed by one of us with an evening in mind. Open them in any order.',
    one: 'mixed case',
    many: 'mixed cases',
  },
  Whisky: {
    label: 'Whisky',
    title: 'Whisky',
    lede: 'Smoke, sherry, rye and new oak, poured side by side and written down honestly.',
    ...bottle,
  },
  Gin: { label: 'Gin', title: 'Gin', lede: 'Juniper first, then whatever grows near the still.', ...bottle },
  Vodka: { label: 'Vodka', title: 'Vodka', lede: 'Potato, rye, barley and apples. Cold, they taste of what they were.', ...bottle },
  Rum: { label: 'Rum', title: 'Rum', lede: 'Cane and molasses, from grassy and wild to old and slow.', ...bottle },
  Brandy: { label: 'Brandy', title: 'Brandy', lede: 'Wine and cider with the water taken out and the years left in.', ...bottle },
  Tequila: { label: 'Tequila', title: 'Tequila and mezcal', lede: 'Roasted agave, with and without the smoke.', ...bottle },
  Liqueur: { label: 'Liqueur', title: 'Liqueurs', lede: 'Bitter, sweet and both, for over ice or after coffee.', ...bottle },
  'Mixed spirits': {
    label: 'Tasting packs',
    title: 'Tasting packs',
    lede: 'Several bottles that explain each other, and a card that says what to pour first.',
    one: 'pack',
    many: 'packs',
  },
  'Gift card': {
    label: 'Gift cards',
    title: 'Gift cards',
    lede: 'For people whose cellar you would rather not guess.',
    one: 'gift card',
    many: 'gift cards',
  },
};

/** The categories a wine or a spirits list is parted into, in shelf order. */
export const listedCategories = (kind: 'wine' | 'spirits'): Category[] =>
  (Object.keys(CATEGORIES) as Category[]).filter(
    (category) => category !== 'Gift card' && CATEGORIES[category].isSpirit === (kind === 'spirits'),
  );

/** True for the name of a category. */
export const isCategory = (name: string): name is Category => Object.hasOwn(CATEGORIES, name);
