/** Names and order of categories for components. */
import { createContext, useContext } from 'react';
import type { Category } from '../model/category.ts';
import { type CategoryDisplay, categoryLabel } from '../model/category-display.ts';

/** Undefined while the retailer has changed nothing. */
export const CategoryDisplayContext = createContext<CategoryDisplay | undefined>(undefined);

/** Returns names and order of the site's categories. */
export const useCategoryDisplay = (): CategoryDisplay | undefined => useContext(CategoryDisplayContext);

/** Returns a function that returns the label of a category. */
export function useCategoryLabel(): (category: Category) => string {
  const display = useCategoryDisplay();
  return (category) => categoryLabel(category, display);
}
