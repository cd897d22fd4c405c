/** Why the calls of favourites say no, beside those about tokens (DECISIONS.md "The wire", Favourites). */
import { OWNERSHIP_ERRORS } from '#domains/customers/identity/model/errors.ts';
import type { ErrorSpec } from '#lib/define-contract.ts';

/** Most favourites that one shopper keeps in a market. */
export const MAX_FAVOURITES = 500;

export const FAVOURITE_ERRORS = {
  ...OWNERSHIP_ERRORS,
  offer_not_found: { status: 404, title: 'We do not have this one.' },
  favourite_not_found: { status: 404, title: 'There is no such favourite.' },
  too_many_favourites: { status: 422, title: `You have ${MAX_FAVOURITES} favourites. Please remove one first.` },
} as const satisfies Record<string, ErrorSpec>;
