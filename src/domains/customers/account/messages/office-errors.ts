/** Errors of the office's customer calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that customer.' } } as const satisfies Errors;
const PHONE_INVALID = { phone_invalid: { status: 422, title: '<reason>' } } as const satisfies Errors;
const ADDRESS_ERRORS = {
  address_invalid: { status: 422, title: '<reason>' },
  address_not_found: { status: 404, title: 'That address is no longer there.' },
  too_many_addresses: { status: 409, title: 'A customer can have 50 addresses. Delete one first.' },
} as const satisfies Errors;
const EMAIL_ERRORS = {
  email_same: { status: 409, title: 'That’s the address the customer already has.' },
  email_taken: { status: 409, title: 'Another account has that address. Merge the two customers instead.' },
} as const satisfies Errors;
const CODE_ERRORS = {
  code_wrong: { status: 422, title: 'That code is wrong. Ask the customer to read it again.' },
  code_ended: { status: 409, title: 'That code has expired. Send a new one.' },
  email_taken: { status: 409, title: 'Another account has that address by now. Merge the two customers instead.' },
} as const satisfies Errors;
const THROTTLED = {
  too_many_mails: { status: 429, title: 'Several mails went to this address already. Wait 15 minutes before you send another.' },
} as const satisfies Errors;
const ELSEWHERE = {
  decided_elsewhere: { status: 409, title: '<who> decides this. Change it there.' },
} as const satisfies Errors;
const ALL_MARKETS = {
  other_markets: {
    status: 403,
    title: 'This concerns every market the customer shops in, and your role doesn’t cover all of them. Ask a colleague whose role does.',
  },
} as const satisfies Errors;
const MERGE_ERRORS = {
  merge_refused: { status: 409, title: '<reason>' },
} as const satisfies Errors;

export const OFFICE_CUSTOMER_ERRORS = {
  NOT_FOUND,
  PHONE_INVALID,
  ADDRESS_ERRORS,
  EMAIL_ERRORS,
  CODE_ERRORS,
  THROTTLED,
  ELSEWHERE,
  ALL_MARKETS,
  MERGE_ERRORS,
} as const;

/** Why two customers cannot be merged. */
export const mergeRefusals = {
  same: 'That’s the same customer. Choose another one.',
  unknown: 'We couldn’t find an account with that email address or number.',
  membership: (email: string) =>
    `${email} is a member of a wine club, and a membership can’t move with its card. Keep that account and merge the other one into it, or cancel the membership first.`,
  checkout: (email: string) => `${email} is paying for an order right now. Try again in half an hour.`,
} as const;

/** Texts that forms of customers show beside their fields. */
export const customerFormErrors = {
  tooLong: (length: number) => `Use at most ${plural(length, 'character')}`,
  note: 'Write a note first',
  reason: 'Say why',
  email: 'Enter an email address, like name@example.com',
  code: 'Enter the six digits of the code',
  mergeTarget: 'Enter the email address or number of the other customer',
} as const;

/** Notes that go with a decision about the loyalty programme. */
export const loyaltyNotes = {
  excluded: (reason: string) => `Excluded from the loyalty programme: ${reason}`,
  included: (reason: string) => `Included in the loyalty programme again: ${reason}`,
} as const;
