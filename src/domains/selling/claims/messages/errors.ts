/** Errors of claims, for buyers and staff. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

export const CLAIM_ERRORS = {
  order_not_found: { status: 404, title: 'We couldn’t find that order. Sign in, or get a new link to it.' },
  claim_closed: { status: 409, title: 'Nothing of this order can be claimed any more. Call us if something is still wrong.' },
  claim_open: { status: 409, title: 'We’re looking at what you sent about this order. You’ll get an email once it’s decided.' },
  too_many_claims: { status: 409, title: 'You’ve written about this order several times. Please call us.' },
  claim_line_unknown: { status: 422, title: 'Choose wines of this order, with no more bottles than it had.' },
  photo_unknown: { status: 422, title: 'One of the photos is gone. Remove it and add it again.' },
  photo_refused: { status: 422, title: 'We can’t use that photo. <reason>' },
  photo_too_large: { status: 413, title: 'That photo is larger than 12 MB. Choose a smaller one.' },
  too_many_photos: { status: 409, title: 'This order has as many photos as we can take. Describe the rest in words.' },
} as const satisfies Record<string, ErrorSpec>;

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that claim.' } } as const satisfies Errors;
const ACTION_REFUSED = { action_refused: { status: 409, title: '<reason>' } } as const satisfies Errors;
const OVER_LIMIT = {
  over_limit: { status: 403, title: 'Your role may give back up to <limit> at once. Ask a colleague with a higher limit.' },
} as const satisfies Errors;
const AMOUNT_MISSING = { amount_missing: { status: 422, title: 'Enter an amount above zero.' } } as const satisfies Errors;
const CASES_MISSING = { cases_missing: { status: 422, title: 'Choose which cases are sent again.' } } as const satisfies Errors;
const ANSWER_MISSING = { answer_missing: { status: 422, title: 'Say why. The buyer reads it.' } } as const satisfies Errors;

export const OFFICE_CLAIM_ERRORS = { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, AMOUNT_MISSING, CASES_MISSING, ANSWER_MISSING } as const;

/** Why cases of a claim are not sent again. */
export const replacementRefusals = {
  nothing: 'Choose which cases are sent again.',
  unknown: 'Choose wines that the buyer reported, each once.',
  notSent: (name: string) => `${name} has not been sent yet, so there is nothing to send again.`,
  tooMany: (name: string, left: number) =>
    left === 0 ? `Nothing of ${name} is left to send again.` : `Of ${name}, ${plural(left, 'case')} can be sent again.`,
  short: (name: string, available: number, wanted: number) =>
    `${available === 0 ? `${name} is sold out` : `Of ${name}, ${plural(available, 'case')} ${available === 1 ? 'is' : 'are'} available`}, and ${wanted} ${wanted === 1 ? 'is' : 'are'} needed. Refund instead, or send fewer.`,
  over: (amount: string, left: string) => `Those cases were bought for ${amount}, and ${left} of what was paid is left.`,
  erased: 'The buyer’s address was erased, so nothing can be sent.',
} as const;

/** Why a claim is not decided as staff want. */
export const claimRefusals = {
  over: (amount: string, left: string) => `That is ${amount}, and ${left} of what was paid is left.`,
  guest: 'The buyer has no account, so there is no store credit. Refund instead.',
  refused: (reason: string) => `The gateway refused the refund: ${reason}. The claim is still open.`,
} as const;
