/** Errors of the office's calls about the records of clubs. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that club in your markets.' } } as const satisfies Errors;
const INVALID = {
  terms_in_use: { status: 409, title: '<problem>' },
  case_unknown: { status: 422, title: 'variants.offerId: there is no wine with the id “<id>”. Choose one of the catalogue.' },
  slug_taken: { status: 409, title: 'slug: another club of this market has the address “<slug>”. Choose another one.' },
} as const satisfies Errors;
const CREATE = {
  id_taken: { status: 409, title: 'id: another club has the id “<id>”. Choose another one.' },
  market_denied: { status: 403, title: 'market: you don’t work in <market>.' },
} as const satisfies Errors;

export const CLUB_RECORD_ERRORS = { NOT_FOUND, INVALID, CREATE } as const;
