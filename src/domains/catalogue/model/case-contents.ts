/** Groups the content of a mixed case by category. */
import type { Category } from './category.ts';
import { numberWord } from './format-offer.ts';

export interface CaseBottle {
  readonly name: string;
  readonly category: Category;
  readonly quantity: number;
}

const GROUP_WORDS: Readonly<Record<Category, readonly [string, string]>> = {
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

/**
 * Returns groups such as `Six reds` with the names of the bottles, in the order in which categories first appear. A bottle that
 * occurs twice is named once with its number.
 */
export function contentsByCategory(bottles: readonly CaseBottle[]): { readonly heading: string; readonly names: string[] }[] {
  const categories = [...new Set(bottles.map(({ category }) => category))];
  return categories.map((category) => {
    const group = bottles.filter((bottle) => bottle.category === category);
    const count = group.reduce((sum, { quantity }) => sum + quantity, 0);
    const [one, many] = GROUP_WORDS[category];
    return {
      heading: `${numberWord(count)} ${count === 1 ? one : many}`,
      names: group.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)),
    };
  });
}
