/** Names of categories and their offers. Headings of their lists: category-headings.ts. */
import { CATEGORIES, type Category } from './category.ts';

export interface CategoryLabels {
  /** Label in menus, chips and breadcrumbs. */
  readonly label: string;
  /** Singular and plural of its offers. */
  readonly one: string;
  readonly many: string;
}

const wine = { one: 'wine', many: 'wines' };
const bottle = { one: 'bottle', many: 'bottles' };

export const CATEGORY_WORDS: Readonly<Record<Category, CategoryLabels>> = {
  Red: { label: 'Red', ...wine },
  White: { label: 'White', ...wine },
  Rosé: { label: 'Rosé', ...wine },
  Sparkling: { label: 'Sparkling', ...wine },
  Orange: { label: 'Orange', ...wine },
  Dessert: { label: 'Dessert', ...wine },
  Fortified: { label: 'Fortified', ...wine },
  Mixed: { label: 'Mixed cases', one: 'mixed case', many: 'mixed cases' },
  Whisky: { label: 'Whisky', ...bottle },
  Gin: { label: 'Gin', ...bottle },
  Vodka: { label: 'Vodka', ...bottle },
  Rum: { label: 'Rum', ...bottle },
  Brandy: { label: 'Brandy', ...bottle },
  Tequila: { label: 'Tequila', ...bottle },
  Liqueur: { label: 'Liqueur', ...bottle },
  'Mixed spirits': { label: 'Tasting packs', one: 'pack', many: 'packs' },
  'Gift card': { label: 'Gift cards', one: 'gift card', many: 'gift cards' },
};

/** Returns the categories of a wine or spirits list, in menu order. */
export const listedCategories = (kind: 'wine' | 'spirits'): Category[] =>
  (Object.keys(CATEGORIES) as Category[]).filter(
    (category) => category !== 'Gift card' && CATEGORIES[category].isSpirit === (kind === 'spirits'),
  );

/** Returns true for the name of a category. */
export const isCategory = (name: string): name is Category => Object.hasOwn(CATEGORIES, name);
