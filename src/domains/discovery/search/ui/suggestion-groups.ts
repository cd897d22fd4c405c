/** Groups the suggestions of the search box. */

import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { CategoryDisplay } from '#domains/catalogue/model/category-display.ts';
import { fullName } from '#domains/catalogue/model/format-offer.ts';
import { suggestionMessages } from '../messages/suggestions.ts';
import { formatFacetValue } from '../model/format-facet-value.ts';
import { refined, searchFor } from '../model/state.ts';
import { serializeSearch } from '../model/url-state.ts';

interface Counted {
  readonly value: string;
  readonly count: number;
}

export interface Suggested {
  readonly offers: readonly CatalogueHit[];
  readonly categories: readonly Counted[];
  readonly varietals: readonly Counted[];
  readonly regions: readonly Counted[];
}

export interface SuggestionOption {
  readonly id: string;
  readonly label: string;
  /** Secondary text. */
  readonly aside: string;
  /** A path, or a query to search for. */
  readonly leads: { readonly to: string } | { readonly query: string };
  readonly offer?: CatalogueHit;
}

export interface SuggestionGroup {
  readonly label: string;
  readonly options: readonly SuggestionOption[];
}

const VALUE_GROUPS = [
  { label: suggestionMessages.groups.categories, attribute: 'categories' },
  { label: suggestionMessages.groups.varietals, attribute: 'varietals' },
  { label: suggestionMessages.groups.regions, attribute: 'regions' },
] as const;

/** Makes the groups of a response, offers first. Empty groups are left out. */
export function suggestionGroups(
  { offers, ...values }: Suggested,
  path: string,
  offersLabel: string,
  display?: CategoryDisplay,
): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    {
      label: offersLabel,
      options: offers.map((offer) => ({
        id: `offer-${offer.offerId}`,
        label: fullName(offer),
        aside: offer.brand,
        leads: { to: offer.url },
        offer,
      })),
    },
    ...VALUE_GROUPS.map(({ label, attribute }) => ({
      label,
      options: values[attribute].map(({ value, count }) => ({
        id: `${attribute}-${value}`,
        label: formatFacetValue(attribute, value, display),
        aside: String(count),
        leads: { to: `${path}?${serializeSearch(refined(searchFor(''), attribute, value))}` },
      })),
    })),
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** Makes the group of recent searches, if there are any. */
export const recentGroups = (searches: readonly string[]): SuggestionGroup[] =>
  searches.length === 0
    ? []
    : [
        {
          label: suggestionMessages.groups.recent,
          options: searches.map((query) => ({ id: `recent-${query}`, label: query, aside: '', leads: { query } })),
        },
      ];
