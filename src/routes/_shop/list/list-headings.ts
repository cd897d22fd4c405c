/** Headings and breadcrumbs of a list. */

import { type CategoryDisplay, categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { CATEGORY_SHELVES } from '#domains/catalogue/model/category-headings.ts';
import { CATEGORY_WORDS, isCategory } from '#domains/catalogue/model/category-labels.ts';
import type { RefinedSearch } from '#domains/discovery/search/model/state.ts';
import { listPathOf, type ShopLink } from '#routes/links.ts';
import { buildListUrl } from '#routes/list-url.ts';
import { headingMessages } from './messages/headings.ts';

/** Returns the only category of a list. @returns null if the list has none or several */
const categoryOf = ({ refinementList }: RefinedSearch) => {
  const [only = '', ...others] = refinementList.categories ?? [];
  return others.length === 0 && isCategory(only) ? only : null;
};

/** Returns true for the list of all offers or of one category, without other refinements. */
const isCategoryListing = (state: RefinedSearch): boolean =>
  state.query === '' &&
  state.toggle.length === 0 &&
  Object.keys(state.multiRange).length === 0 &&
  Object.keys(state.refinementList).every((attribute) => attribute === 'categories' && categoryOf(state) !== null);

export interface ListHeadings {
  readonly title: string;
  readonly intro: string;
  /** Breadcrumbs of the list. */
  readonly breadcrumbs: ShopLink[];
  readonly isCategory: boolean;
  /** True if `intro` belongs to the list of all offers, for which the shop can have its own. */
  readonly isOfAll: boolean;
}

/**
 * Returns the headings of a list. Called on the server, so that the headings of all lists are not sent to the browser.
 * @param display names of categories that the retailer has chosen. A renamed category has its name as heading
 */
export function listHeadings(kind: 'wine' | 'spirits', state: RefinedSearch, display?: CategoryDisplay): ListHeadings {
  const path = listPathOf(kind);
  const all = headingMessages.kinds[kind];
  const { query } = state;
  const category = categoryOf(state);
  const heading = category ? CATEGORY_SHELVES[category] : null;
  const label = category ? categoryLabel(category, display) : '';
  const isRenamed = category !== null && label !== CATEGORY_WORDS[category].label;
  const breadcrumbs = [
    { label: headingMessages.home, to: '/' },
    { label: all.title, to: path },
    ...(category ? [{ label, to: buildListUrl(path, { category }) }] : []),
  ];
  if (query === '')
    return {
      title: isRenamed ? label : (heading?.title ?? all.title),
      intro: heading?.intro ?? all.intro,
      breadcrumbs: breadcrumbs,
      isCategory: isCategoryListing(state),
      isOfAll: heading === null,
    };
  return {
    title: headingMessages.query(query),
    intro: headingMessages.matches(label.toLowerCase()),
    breadcrumbs: [...breadcrumbs, { label: headingMessages.search, to: buildListUrl(path, { query, ...(category ? { category } : {}) }) }],
    isCategory: false,
    isOfAll: false,
  };
}
