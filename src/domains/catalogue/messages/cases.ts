/** Text about the content of mixed cases. */
import type { Category } from '../model/category.ts';

export const caseTexts = {
  group: (number: string, nouns: string) => `${number} ${nouns}`,
  several: (name: string, quantity: number) => `${name} × ${quantity}`,
} as const;

/** Singular and plural of the bottles of a category. */
export const CASE_GROUPS: Readonly<Record<Category, readonly [string, string]>> = {
  Red: ['red', 'reds'],
  White: ['white', 'whites'],
  Rosé: ['rosé', 'rosés'],
  Sparkling: ['sparkling', 'sparkling'],
  Orange: ['orange wine', 'orange wines'],
  Dessert: ['dessert wine', 'dessert wines'],
  Fortified: ['fortified', 'fortifieds'],
  Mixed: ['mixed', 'mixed'],
  Whisky: ['whisky', 'whiskies'],
  Gin: ['gin', 'gins'],
  Vodka: ['vodka', 'vodkas'],
  Rum: ['rum', 'rums'],
  Brandy: ['brandy', 'brandies'],
  Tequila: ['tequila', 'tequilas'],
  Liqueur: ['liqueur', 'liqueurs'],
  'Mixed spirits': ['mixed', 'mixed'],
  'Gift card': ['gift card', 'gift cards'],
};
