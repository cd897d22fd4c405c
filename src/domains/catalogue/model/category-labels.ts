/** What each category and its offers are called. Heading and line of its list: category-shelves.ts. */
import { CATEGORIES, type Category } from './category.ts';

export interface CategoryWords {
  /** In menus, chips and crumbs. */
  readonly label: string;
  /** What one and several of its offers are called. */
  readonly one: string;
  readonly many: string;
}

const wine = { one: 'wine', many: 'wines' };
const bottle = { one: 'bottle', many: 'bottles' };

export const CATEGORY_WORDS: Readonly<Record<Category, CategoryWords>> = {
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

/** The categories a wine or a spirits list is parted into, in shelf order. */
export const listedCategories = (kind: 'wine' | 'spirits'): Category[] =>
  (Object.keys(CATEGORIES) as Category[]).filter(
    (category) => category !== 'Gift card' && CATEGORIES[category].isSpirit === (kind === 'spirits'),
  );

/** True for the name of a category. */
export const isCategory = (name: string): name is Category => Object.hasOwn(CATEGORIES, name);
