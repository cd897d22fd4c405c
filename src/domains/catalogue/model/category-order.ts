/** Order of categories where the retailer has changed it. */
import type { CategoryDisplay } from './category-display.ts';

/** Returns items in the order of their categories. Without a display they stay as they are. */
export function inCategoryOrder<T>(items: readonly T[], categoryOf: (item: T) => string, display?: CategoryDisplay): readonly T[] {
  if (!display) return items;
  const placeOf = (item: T): number => display.findIndex(({ category }) => category === categoryOf(item));
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
