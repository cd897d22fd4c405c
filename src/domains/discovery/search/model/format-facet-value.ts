/** Formats values of facets and ranges. */
import { type CategoryDisplay, categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { isCategory } from '#domains/catalogue/model/category-labels.ts';
import type { Market } from '#markets/market.ts';
import { facetValueMessages } from '../messages/facet-values.ts';
import { type Facet, facetsFor, RANGES } from './facets.ts';
import { bounded, type Range, type RefinedSearch, refined, toggled } from './state.ts';

const FORMATTERS: Readonly<Record<string, (value: string, display?: CategoryDisplay) => string>> = {
  categories: (value, display) => (isCategory(value) ? categoryLabel(value, display) : value),
  packSize: (value) => (value === '1' ? facetValueMessages.singleBottle : facetValueMessages.caseOf(value)),
  vintage: (value) => (value === 'NV' ? facetValueMessages.nonVintage : value),
};

/** Formats a value for shoppers, such as `Mixed cases` or `Case of 12`. */
export const formatFacetValue = (attribute: string, value: string, display?: CategoryDisplay): string =>
  FORMATTERS[attribute]?.(value, display) ?? value;

const dollars = (amount: number): string => `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;

/** `$15 to $70`, `From $15`, `Up to $70`. */
export function formatRange({ low, high }: Range): string {
  if (low !== null && high !== null) return facetValueMessages.priceRange(dollars(low), dollars(high));
  return low !== null ? facetValueMessages.priceFrom(dollars(low)) : facetValueMessages.priceUpTo(dollars(high ?? 0));
}

/** An active filter: its text, and the state without it. */
export interface Pill {
  readonly key: string;
  readonly label: string;
  readonly without: RefinedSearch;
}

const pillsOf = (facet: Facet, state: RefinedSearch, display?: CategoryDisplay): Pill[] => {
  const { attribute } = facet;
  if (facet.facetType === 'filter-only')
    return state.toggle.includes(attribute) ? [{ key: attribute, label: facet.pillsLabel, without: toggled(state, attribute) }] : [];
  return (state.refinementList[attribute] ?? []).map((value) => ({
    key: `${attribute} ${value}`,
    label: formatFacetValue(attribute, value, display),
    without: refined(state, attribute, value),
  }));
};

/** Lists the active filters in the order of the page. Attributes without a facet come last. */
export function activePills(state: RefinedSearch, market: Market, display?: CategoryDisplay): Pill[] {
  const facets = facetsFor(market);
  const displayed = new Set<string>(facets.map(({ attribute }) => attribute));
  const ranges = RANGES.flatMap(({ attribute }) => {
    const range = state.multiRange[attribute];
    return range ? [{ key: attribute, label: formatRange(range), without: bounded(state, attribute, { low: null, high: null }) }] : [];
  });
  const others = Object.entries(state.refinementList)
    .filter(([attribute]) => !displayed.has(attribute))
    .flatMap(([attribute, values]) =>
      values.map((value) => ({ key: `${attribute} ${value}`, label: value, without: refined(state, attribute, value) })),
    );
  return [...ranges, ...facets.flatMap((facet) => pillsOf(facet, state, display)), ...others];
}
