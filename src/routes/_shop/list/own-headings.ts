/** Headings of a list whose category the retailer has renamed. */
import type { CategoryDisplay } from '#domains/catalogue/model/category-display.ts';
import { CATEGORY_WORDS } from '#domains/catalogue/model/category-labels.ts';
import type { RefinedSearch } from '#domains/discovery/search/model/state.ts';
import type { ListHeadings } from './list-headings.ts';

/** Place of the category in the breadcrumbs, after home and the list of everything. */
const CATEGORY_PLACE = 2;

/** Puts the retailer's name of the only category of a list into its headings. */
export function withOwnNames(words: ListHeadings, { query, refinementList }: RefinedSearch, display?: CategoryDisplay): ListHeadings {
  const [only, ...others] = refinementList.categories ?? [];
  const own = others.length === 0 ? display?.find(({ category }) => category === only) : undefined;
  if (!own || own.name === CATEGORY_WORDS[own.category].label) return words;
  return {
    ...words,
    title: query === '' ? own.name : words.title,
    breadcrumbs: words.breadcrumbs.map((link, index) => (index === CATEGORY_PLACE ? { ...link, label: own.name } : link)),
  };
}
