/** Heading and lede of each category's list. */
import type { Category } from './category.ts';

export const CATEGORY_SHELVES: Readonly<Record<Category, { readonly title: string; readonly lede: string }>> = {
  Red: { title: 'Red wine', lede: 'From pinot you can read through to shiraz you can’t.' },
  White: { title: 'White wine', lede: 'Sharp ones for oysters, broad ones for roast chicken, and a riesling for whatever is left.' },
  Rosé: { title: 'Rosé', lede: 'Dry, pale and cold. A few are darker, for nights when there is lamb.' },
  Sparkling: { title: 'Sparkling wine', lede: 'For good news, for a Tuesday, and for the hour before anyone has found the glasses.' },
  Orange: {
    title: 'Orange wine',
    lede: 'White grapes left with their skins: tea, apricot and grip. Pour it where you would pour a light red.',
  },
  Dessert: { title: 'Dessert wine', lede: 'Small glasses, late in the evening, beside something with fruit or blue in it.' },
  Fortified: { title: 'Fortified wine', lede: 'Tawny, muscat, sherry and their cousins. They keep for weeks once open, if you let them.' },
  Mixed: { title: 'Mixed cases', lede: 'Several wines in one case. Open them in any order.' },
  Whisky: { title: 'Whisky', lede: 'Smoke, sherry, rye and new oak.' },
  Gin: { title: 'Gin', lede: 'Juniper first, then whatever grows near the still.' },
  Vodka: { title: 'Vodka', lede: 'Potato, rye, barley and apples. Cold, they taste of what they were.' },
  Rum: { title: 'Rum', lede: 'Cane and molasses, from grassy and wild to old and slow.' },
  Brandy: { title: 'Brandy', lede: 'Wine and cider with the water taken out and the years left in.' },
  Tequila: { title: 'Tequila and mezcal', lede: 'Roasted agave, with and without the smoke.' },
  Liqueur: { title: 'Liqueurs', lede: 'Bitter, sweet and both, for over ice or after coffee.' },
  'Mixed spirits': { title: 'Tasting packs', lede: 'Several bottles that explain each other.' },
  'Gift card': { title: 'Gift cards', lede: 'For people whose cellar you would rather not guess.' },
};
