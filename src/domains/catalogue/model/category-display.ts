/** Names of categories where the retailer has changed them. Their order: category-order.ts. */
import { CATEGORY_NAMES, type Category } from './category.ts';
import { CATEGORY_WORDS } from './category-labels.ts';

/** The categories of a site in their order. */
export type CategoryDisplay = readonly { readonly category: Category; readonly name: string }[];

/** Returns the label of a category in menus, chips and breadcrumbs. @param display undefined for the labels of the design */
export const categoryLabel = (category: Category, display?: CategoryDisplay): string =>
  display?.find((each) => each.category === category)?.name ?? CATEGORY_WORDS[category].label;

/**
 * Completes a list of the retailer with the categories that it leaves out.
 * @returns undefined if it is that of the design
 */
export function categoryDisplay(chosen: CategoryDisplay): CategoryDisplay | undefined {
  const usual = CATEGORY_NAMES.filter((category) => category !== 'Gift card').map((category) => ({
    category,
    name: CATEGORY_WORDS[category].label,
  }));
  const display = [...chosen, ...usual.filter(({ category }) => !chosen.some((each) => each.category === category))];
  const isUsual = display.every(({ category, name }, index) => usual[index]?.category === category && usual[index].name === name);
  return isUsual ? undefined : display;
}
