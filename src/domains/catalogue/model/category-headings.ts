/** Heading and intro of each category's list. */
import type { Category } from './category.ts';

/** Title and intro of the list of each category. */
export const CATEGORY_SHELVES: Readonly<Record<Category, { readonly title: string; readonly intro: string }>> = {
  Red: { title: 'Red wine', intro: 'From pinot you can read through to shiraz you can’t.' },
  White: { title: 'White wine', intro: 'Sharp ones for oysters, broad ones for roast chicken, and a riesling for whatever is left.' },
  Rosé: { title: 'Rosé', intro: 'Dry, pale and cold. A few are darker, for nights when there is lamb.' },
  Sparkling: { title: 'Sparkling wine', intro: 'For good news, for a Tuesday, and for the hour before anyone has found the glasses.' },
  Orange: {
    title: 'Orange wine',
    intro: 'White grapes left with their skins: tea, apricot and grip. Pour it where you would pour a light red.',
  },
  Dessert: { title: 'Dessert wine', intro: 'Small glasses, late in the evening, beside something with fruit or blue in it.' },
  Fortified: { title: 'Fortified wine', intro: 'Tawny, muscat, sherry and their cousins. They keep for weeks once open, if you let them.' },
  Mixed: { title: 'Mixed cases', intro: 'Several wines in one case. Open them in any order.' },
  Whisky: { title: 'Whisky', intro: 'Smoke, sherry, rye and new oak.' },
  Gin: { title: 'Gin', intro: 'Juniper first, then whatever grows near the still.' },
  Vodka: { title: 'Vodka', intro: 'Potato, rye, barley and apples. Cold, they taste of what they were.' },
  Rum: { title: 'Rum', intro: 'Cane and molasses, from grassy and wild to old and slow.' },
  Brandy: { title: 'Brandy', intro: 'Wine and cider with the water taken out and the years left in.' },
  Tequila: { title: 'Tequila and mezcal', intro: 'Roasted agave, with and without the smoke.' },
  Liqueur: { title: 'Liqueurs', intro: 'Bitter, sweet and both, for over ice or after coffee.' },
  'Mixed spirits': { title: 'Tasting packs', intro: 'Several bottles that explain each other.' },
  'Gift card': { title: 'Gift cards', intro: 'For people whose cellar you would rather not guess.' },
};
