/** Names and order of categories for components. Every page loads it, so it does not import the labels of the design. */
import { createContext, useContext } from 'react';
import type { CategoryDisplay } from '../model/category-display.ts';

/** Undefined while the retailer has changed nothing. */
export const CategoryDisplayContext = createContext<CategoryDisplay | undefined>(undefined);

/** Returns names and order of the site's categories. */
export const useCategoryDisplay = (): CategoryDisplay | undefined => useContext(CategoryDisplayContext);
