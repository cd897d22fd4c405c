/** Errors of wine clubs, and labels of memberships and their deliveries. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import type { DeliveryState, MembershipStatus, StatusReason } from './model/membership.ts';
import { REMIND_DAYS } from './model/schedule.ts';

export const CLUB_ERRORS = {
  club_not_found: { status: 404, title: 'There is no such wine club.' },
} as const satisfies Record<string, ErrorSpec>;

export const CLUB_CLOSED = {
  club_closed: { status: 409, title: 'This club has closed.' },
} as const satisfies Record<string, ErrorSpec>;

export const CHOICE_ERRORS = {
  ...CLUB_ERRORS,
  variant_not_found: { status: 422, title: 'This club has no such case. Please choose another one.' },
  frequency_not_found: { status: 422, title: 'This club is not sent that often. Please choose how often again.' },
} as const satisfies Record<string, ErrorSpec>;

export const JOIN_ERRORS = {
  ...CHOICE_ERRORS,
  ...CLUB_CLOSED,
  club_full: { status: 409, title: 'This club takes no new members just now.' },
  already_member: { status: 409, title: 'You are a member of this club already. Your account has everything about it.' },
  not_agreed: { status: 422, title: 'Please agree to the renewals before you join.' },
} as const satisfies Record<string, ErrorSpec>;

export const MEMBERSHIP_ERRORS = {
  membership_not_found: { status: 404, title: 'There is no such membership.' },
  not_possible_now: { status: 409, title: 'This cannot be done with a membership that is <status>.' },
  skip_over: { status: 409, title: 'That case can no longer be brought back. The next one comes as planned.' },
  delivery_charged: { status: 409, title: 'This delivery has been charged already, so it can no longer be changed.' },
  payment_unavailable: { status: 503, title: 'The payment service cannot be reached. Nothing was changed. Please try again in a moment.' },
} as const satisfies Record<string, ErrorSpec>;

/** Labels of statuses. */
export const STATUS_WORDS: Readonly<Record<MembershipStatus, string>> = {
  pending: 'Waiting for first payment',
  active: 'Active',
  paused: 'Paused',
  cancelled: 'Cancelled',
};

/** Labels of the reasons why a membership is paused or has ended. */
export const REASON_WORDS: Readonly<Record<StatusReason, string>> = {
  member: 'You asked for it.',
  card: 'We couldn’t charge your card. Choose another card to resume.',
  no_card: 'Its card was removed. Choose another card to resume.',
  club: 'This club isn’t sending any cases right now.',
  unpaid: 'The first delivery was not paid.',
  account: 'The account was closed.',
};

/** Labels of delivery states. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryState, string>> = {
  due: 'Upcoming',
  paid: 'Paid',
  skipped: 'Skipped',
  missed: 'Sold out, not charged',
  unpaid: 'Not paid, not sent',
};

/** The consent of a member. `amount` and `next` are formatted, `often` is the label of the frequency. */
export const agreementWords = ({ club, often, amount, next }: Readonly<Record<'club' | 'often' | 'amount' | 'next', string>>): string =>
  `I’d like to join ${club.replace(/^The /, 'the ')}. I agree that my card will be charged ${amount} today, and ${amount} for each delivery after that (${often}, next on ${next}), until I pause or cancel. You’ll email me ${REMIND_DAYS} days before each charge, and I can skip, pause or cancel free of charge until then.`;
