/** Errors of the search API. Labels of facets are data in `model/facets.ts`. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const SEARCH_ERRORS = {
  /** The reason replaces the placeholder in the title. */
  filter_invalid: { status: 400, title: '<reason>' },
  landing_not_found: { status: 404, title: 'Page not found.' },
  index_not_found: { status: 404, title: "We couldn't find that index." },
} as const satisfies Record<string, ErrorSpec>;
