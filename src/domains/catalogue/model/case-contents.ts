/** Groups the content of a mixed case by category. */
import { CASE_GROUPS, caseTexts } from '../messages/cases.ts';
import { numberWord } from '../messages/numbers.ts';
import type { Category } from './category.ts';

export interface CaseBottle {
  readonly name: string;
  readonly category: Category;
  readonly quantity: number;
}

/**
 * Returns groups such as `Six reds` with the names of the bottles, in the order in which categories first appear. A bottle that
 * occurs twice is named once with its quantity.
 */
export function contentsByCategory(bottles: readonly CaseBottle[]): { readonly heading: string; readonly names: string[] }[] {
  const categories = [...new Set(bottles.map(({ category }) => category))];
  return categories.map((category) => {
    const group = bottles.filter((bottle) => bottle.category === category);
    const count = group.reduce((sum, { quantity }) => sum + quantity, 0);
    const [one, many] = CASE_GROUPS[category];
    return {
      heading: caseTexts.group(numberWord(count), count === 1 ? one : many),
      names: group.map(({ name, quantity }) => (quantity > 1 ? caseTexts.several(name, quantity) : name)),
    };
  });
}
