/** Headings, counts and crumbs of a list. */
import { CATEGORY_WORDS, isCategory } from '../../../../catalogue/category-words.ts';
import type { RefinedSearch } from '../../../../search/state.ts';
import { listAddress } from '../../../list-address.ts';
import { listPathOf, type ShopLink } from '../../../shop-links.ts';

const KIND_WORDS = {
  wine: {
    title: 'Wine',
    lede: 'Everything on the shelves, each one tasted twice. Priced by the bottle, sold by the case.',
    one: 'wine',
    many: 'wines',
  },
  spirits: {
    title: 'Spirits',
    lede: 'Everything behind the bar, from Tasmania to Speyside. Singles, small cases and tasting packs.',
    one: 'bottle',
    many: 'bottles',
  },
} as const;

/** The one category that a list is of; null where it is of none or several. */
const categoryOf = ({ refinementList }: RefinedSearch) => {
  const [only = '', ...others] = refinementList.categories ?? [];
  return others.length === 0 && isCategory(only) ? only : null;
};

/** Everything, or one category, with nothing else chosen: a list that stands for itself. */
export const isShelf = (state: RefinedSearch): boolean =>
  state.query === '' &&
  state.toggle.length === 0 &&
  Object.keys(state.multiRange).length === 0 &&
  Object.keys(state.refinementList).every((attribute) => attribute === 'categories' && categoryOf(state) !== null);

/** Title, one line, and the way to a list. */
export function listWords(kind: 'wine' | 'spirits', state: RefinedSearch): { title: string; lede: string; trail: ShopLink[] } {
  const path = listPathOf(kind);
  const all = KIND_WORDS[kind];
  const { query } = state;
  const category = categoryOf(state);
  const shelf = category ? CATEGORY_WORDS[category] : null;
  const trail = [
    { label: 'Home', to: '/' },
    { label: all.title, to: path },
    ...(shelf && category ? [{ label: shelf.label, to: listAddress(path, { category }) }] : []),
  ];
  if (query === '') return { title: shelf?.title ?? all.title, lede: shelf?.lede ?? all.lede, trail };
  return {
    title: `“${query}”`,
    lede: `What we have by that name, place or grape${shelf ? `, in ${shelf.label.toLowerCase()}` : ''}.`,
    trail: [...trail, { label: 'Search', to: listAddress(path, { query, ...(category ? { category } : {}) }) }],
  };
}

/** `118 wines`, `1 mixed case`, `No wines`. */
export function countWords(total: number, of: keyof typeof KIND_WORDS | { readonly one: string; readonly many: string }): string {
  const { one, many } = typeof of === 'string' ? KIND_WORDS[of] : of;
  return total === 0 ? `No ${many}` : `${total.toLocaleString('en-AU')} ${total === 1 ? one : many}`;
}
