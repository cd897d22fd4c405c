/** Pages of their own for a country, a region or a varietal, generated from the catalogue: which facets have them, and where. */

import { slug } from '#domains/catalogue/model/slug.ts';
import type { FacetAttribute } from './search-attributes.ts';

export interface Landing {
  /** First segment of its address. */
  readonly path: string;
  readonly attribute: Extract<FacetAttribute, 'countries' | 'regions' | 'varietals'>;
}

export const LANDINGS = [
  { path: 'country', attribute: 'countries' },
  { path: 'region', attribute: 'regions' },
  { path: 'varietal', attribute: 'varietals' },
] as const satisfies readonly Landing[];

export type LandingAttribute = (typeof LANDINGS)[number]['attribute'];

/** Values with fewer offers have no page: it would say nothing that the offer's own does not. */
export const LANDING_FROM = 2;

/** `/region/barossa-valley`. */
export const landingUrl = (attribute: LandingAttribute, value: string): string =>
  `/${LANDINGS.find((landing) => landing.attribute === attribute)?.path}/${slug(value)}`;

interface Counted {
  readonly value: string;
  readonly count: number;
}

/** In: the values of a facet, most frequent first. Out: those that have a page; of two with the same slug the more frequent. */
export function landingValues(values: readonly Counted[]): string[] {
  const bySlug = new Map<string, string>();
  for (const { value, count } of values)
    if (value !== '' && count >= LANDING_FROM && !bySlug.has(slug(value))) bySlug.set(slug(value), value);
  return [...bySlug.values()];
}

/** In: the values of a facet, most frequent first, and a slug. Out: the value that the slug names; of several the most frequent. */
export const landingValue = (values: readonly Counted[], named: string): string | null =>
  landingValues(values).find((value) => slug(value) === named) ?? null;
