/** How values of facets and ranges are written on the page. */
import { CATEGORY_WORDS, isCategory } from '#domains/catalogue/model/category-labels.ts';
import type { Market } from '#markets/market.ts';
import { type Facet, facetsFor, RANGES } from './facets.ts';
import { bounded, type Range, type RefinedSearch, refined, toggled } from './state.ts';

const WORDS: Readonly<Record<string, (value: string) => string>> = {
  categories: (value) => (isCategory(value) ? CATEGORY_WORDS[value].label : value),
  packSize: (value) => (value === '1' ? 'Single' : `${value} in the case`),
  vintage: (value) => (value === 'NV' ? 'Non-vintage' : value),
};

/** `Mixed cases`, `12 in the case`: a value as shoppers read it. */
export const valueWords = (attribute: string, value: string): string => WORDS[attribute]?.(value) ?? value;

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;

/** `$15 to $70`, `From $15`, `Up to $70`. */
export function rangeWords({ low, high }: Range): string {
  if (low !== null && high !== null) return `${dollars(low)} to ${dollars(high)}`;
  return low !== null ? `From ${dollars(low)}` : `Up to ${dollars(high ?? 0)}`;
}

/** A filter that is on: its words, and the state without it. */
export interface Pill {
  readonly key: string;
  readonly words: string;
  readonly without: RefinedSearch;
}

const pillsOf = (facet: Facet, state: RefinedSearch): Pill[] => {
  const { attribute } = facet;
  if (facet.facetType === 'filter-only')
    return state.toggle.includes(attribute) ? [{ key: attribute, words: facet.pillsLabel, without: toggled(state, attribute) }] : [];
  return (state.refinementList[attribute] ?? []).map((value) => ({
    key: `${attribute} ${value}`,
    words: valueWords(attribute, value),
    without: refined(state, attribute, value),
  }));
};

/** Every filter that is on in a market, in the order of the page; attributes that no facet shows come last. */
export function activePills(state: RefinedSearch, market: Market): Pill[] {
  const facets = facetsFor(market);
  const shown = new Set<string>(facets.map(({ attribute }) => attribute));
  const ranges = RANGES.flatMap(({ attribute }) => {
    const range = state.multiRange[attribute];
    return range ? [{ key: attribute, words: rangeWords(range), without: bounded(state, attribute, { low: null, high: null }) }] : [];
  });
  const others = Object.entries(state.refinementList)
    .filter(([attribute]) => !shown.has(attribute))
    .flatMap(([attribute, values]) =>
      values.map((value) => ({ key: `${attribute} ${value}`, words: value, without: refined(state, attribute, value) })),
    );
  return [...ranges, ...facets.flatMap((facet) => pillsOf(facet, state)), ...others];
}
