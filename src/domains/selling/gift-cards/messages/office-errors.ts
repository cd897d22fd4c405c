/** Errors of the office's gift card calls, and of its forms. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that gift card.' } } as const satisfies Errors;
const NOT_YOUR_MARKET = { not_found: { status: 404, title: 'You don’t work in that market.' } } as const satisfies Errors;
const NOTHING_LEFT = { nothing_left: { status: 409, title: 'The card has no balance left to void.' } } as const satisfies Errors;
const CANNOT_RESTORE = {
  cannot_restore: { status: 409, title: 'This card can’t be restored: it has expired, or its last change was no void by staff.' },
} as const satisfies Errors;
const CANNOT_SEND = {
  card_empty: { status: 409, title: 'The card has no balance, so there’s nothing to send.' },
  card_expired: { status: 409, title: 'The card has expired, so there’s nothing to send.' },
  address_bounces: { status: 409, title: 'Emails to <email> bounce. Use another address.' },
} as const satisfies Errors;
const NOTHING_TO_PRINT = {
  nothing_to_print: { status: 409, title: 'Nothing is left on the card, so there’s nothing to print.' },
} as const satisfies Errors;

const REASON_MISSING = {
  reason_missing: { status: 422, title: 'reason is missing: to void cards, say why.' },
} as const satisfies Errors;

export const OFFICE_GIFT_CARD_ERRORS = {
  NOT_FOUND,
  NOT_YOUR_MARKET,
  NOTHING_LEFT,
  CANNOT_RESTORE,
  CANNOT_SEND,
  NOTHING_TO_PRINT,
  REASON_MISSING,
} as const;

/** Why an action on several cards left one alone. */
export const bulkCardErrors = { noAddress: 'It has no email address.' } as const;

export const giftCardFormErrors = {
  amount: 'Enter an amount such as 50 or 12.50, up to 5,000',
  reason: 'Enter a reason. Only staff see it.',
  email: 'Enter an email address, like name@example.com',
  emailOrCode: 'Enter an email address. Without the permission to see codes, a card has to be emailed.',
  name: 'Enter a name without a web address',
} as const;
