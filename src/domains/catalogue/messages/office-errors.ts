/** Errors of the office's wine calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that wine.' } } as const satisfies Errors;
const ID_TAKEN = {
  id_taken: { status: 409, title: 'Another wine already has the id <id>. Choose a different one.' },
} as const satisfies Errors;
const NOT_ALONE = {
  not_alone: {
    status: 403,
    title: 'This wine is also for <markets>, where you may not change wines. You can change its price in <own> only.',
  },
} as const satisfies Errors;
const WINE_INVALID = { wine_invalid: { status: 422, title: '<problem>' } } as const satisfies Errors;
const BEING_CHANGED = {
  being_changed: { status: 409, title: 'An import is changing this wine right now. Try again in a moment.' },
} as const satisfies Errors;

export const OFFICE_WINE_ERRORS = { NOT_FOUND, ID_TAKEN, NOT_ALONE, WINE_INVALID, BEING_CHANGED } as const;

/** Sentences about a wine as a whole, which its fields alone cannot have. */
export const wineProblems = {
  endsBeforeStart: 'The sale must end after it starts',
  noPrice: 'It has no price in this market. Enter one on its page first.',
  priceTooLow: 'The price would be below one cent',
  priceTooHigh: 'The price would be above $1,000,000',
  vintageNotLater: 'The next vintage must be later than this one',
  vintageMissing: 'Only wines with a year have a next vintage',
  tooManyTags: 'A wine has 20 tags at most',
  changedSince: 'It was changed again since',
  notRestorable: 'This change can’t be taken back here',
  replacesItself: 'A wine cannot replace itself',
} as const;
