/** Why the calls of favourites say no, beside those about tokens (DECISIONS.md "The wire", Favourites). */
import { OWNER_REFUSALS } from '../identity/refusals.ts';
import type { RefusalSpec } from '../platform/contract.ts';

/** Most favourites that one shopper keeps in a market. */
export const MOST_FAVOURITES = 500;

export const FAVOURITE_REFUSALS = {
  ...OWNER_REFUSALS,
  offer_not_found: { status: 404, title: 'We do not have this one.' },
  favourite_not_found: { status: 404, title: 'There is no such favourite.' },
  too_many_favourites: { status: 422, title: `You have ${MOST_FAVOURITES} favourites. Please remove one first.` },
} as const satisfies Record<string, RefusalSpec>;
