/** Landing pages for countries, regions and varietals, generated from the catalogue. */

import { slug } from '#domains/catalogue/model/slug.ts';
import type { FacetAttribute } from './search-attributes.ts';

/** A kind of landing page. */
export interface Landing {
  /** First segment of the URL. */
  readonly path: string;
  readonly attribute: Extract<FacetAttribute, 'countries' | 'regions' | 'varietals'>;
}

export const LANDINGS = [
  { path: 'country', attribute: 'countries' },
  { path: 'region', attribute: 'regions' },
  { path: 'varietal', attribute: 'varietals' },
] as const satisfies readonly Landing[];

export type LandingAttribute = (typeof LANDINGS)[number]['attribute'];

/** Minimum number of offers for a landing page. The page of a value with one offer would only repeat that offer. */
export const LANDING_FROM = 2;

/** Returns the URL of a landing page, such as `/region/barossa-valley`. */
export const landingUrl = (attribute: LandingAttribute, value: string): string =>
  `/${LANDINGS.find((landing) => landing.attribute === attribute)?.path}/${slug(value)}`;

interface Counted {
  readonly value: string;
  readonly count: number;
}

/**
 * Returns the values that have a page. Of two with the same slug the more frequent one counts.
 * @param values of a facet, most frequent first
 */
export function landingValues(values: readonly Counted[]): string[] {
  const bySlug = new Map<string, string>();
  for (const { value, count } of values)
    if (value !== '' && count >= LANDING_FROM && !bySlug.has(slug(value))) bySlug.set(slug(value), value);
  return [...bySlug.values()];
}

/**
 * Returns the most frequent value with a slug, or null.
 * @param values of a facet, most frequent first
 */
export const landingValue = (values: readonly Counted[], named: string): string | null =>
  landingValues(values).find((value) => slug(value) === named) ?? null;
