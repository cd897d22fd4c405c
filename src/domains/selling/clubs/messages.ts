/** Text of wine clubs: errors, labels, the agreement, and what the pages say. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import type { DeliveryState, MembershipStatus, StatusReason } from './model/membership.ts';

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
export const STATUS_LABELS: Readonly<Record<MembershipStatus, string>> = {
  pending: 'Waiting for first payment',
  active: 'Active',
  paused: 'Paused',
  cancelled: 'Cancelled',
};

/** Labels of the reasons why a membership is paused or has ended. */
export const REASON_LABELS: Readonly<Record<StatusReason, string>> = {
  member: 'You asked for it.',
  card: 'We couldn’t charge your card. Choose another card to resume.',
  no_card: 'Its card was removed. Choose another card to resume.',
  club: 'This club isn’t sending any cases right now.',
  unpaid: 'The first delivery was not paid.',
  account: 'The account was closed.',
};

/** Labels of delivery states. */
export const DELIVERY_LABELS: Readonly<Record<DeliveryState, string>> = {
  due: 'Upcoming',
  paid: 'Paid',
  skipped: 'Skipped',
  missed: 'Sold out, not charged',
  unpaid: 'Not paid, not sent',
};

/** Writes the name of a club inside a sentence: `the Long Table`. */
const inSentence = (club: string): string => club.replace(/^The /, 'the ');

/** The consent of a member. `amount` and `next` are formatted, `often` is the label of the frequency. */
export const formatAgreement = ({
  club,
  often,
  amount,
  next,
  remindDays,
}: Readonly<Record<'club' | 'often' | 'amount' | 'next', string>> & { readonly remindDays: number }): string =>
  `I’d like to join ${inSentence(club)}. I agree that my card will be charged ${amount} today, and ${amount} for each delivery after that (${often}, next on ${next}), until I pause or cancel. You’ll email me ${remindDays} ${remindDays === 1 ? 'day' : 'days'} before each charge, and I can skip, pause or cancel free of charge until then.`;

/** Text of the form on a club's page. */
export const clubFormMessages = {
  closed: (club: string) => `${club} has closed and isn’t taking new members.`,
  full: (club: string) => `${club} is full right now. Existing members aren’t affected. Check back soon.`,
  soldOut: 'All of this club’s cases are sold out. Check back next week.',
  frequency: 'How often',
  variant: 'Choose your case',
  variantSoldOut: 'Sold out for now',
  bottlePrice: (price: string) => `${price} a bottle`,
  saving: (amount: string) => `save ${amount}`,
  join: (club: string) => `Join ${inSentence(club)}`,
  firstCase: 'Your first case is sent when you join.',
  anyTime: 'Skip, pause or cancel any time.',
} as const;

/** Text of the form that joins a club. */
export const joinMessages = {
  yourCase: 'Your case',
  contact: 'Contact',
  delivery: 'Delivery',
  age: 'Your age',
  payment: 'Payment',
  review: 'Review',
  cardExplanation:
    'Next, you’ll enter your card details on our payment provider’s secure page. They’ll store the card for your next cases; we never see the full number.',
  loadingAgreement: 'Loading the agreement…',
  yourClubs: 'Your wine clubs',
  submit: 'Join and pay',
  submitAmount: (amount: string) => `Join and pay ${amount}`,
  firstCase: 'Your first case',
  unreachable: 'We can’t reach the shop. You haven’t been charged. Please try again in a moment.',
  price: 'Price per case',
  free: 'Free',
  today: 'Today',
  includesTax: (tax: string) => `Includes ${tax}`,
  nextCase: 'Next case',
} as const;

/** Text about the card that pays for a membership. */
export const clubCardMessages = {
  card: 'Card',
  name: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  expires: (month: string) => `expires ${month}`,
  expired: (month: string) => `expired ${month}`,
  newCard: 'Use a new card',
  explanation:
    'We’ll charge this card for every case from now on. If a charge was declined, we’ll try it again with this card the next day.',
  select: 'Use this card',
  selectCard: (card: string) => `Use this card: ${card}`,
  add: 'Add a new card',
  addHint: 'You’ll add your card on our payment provider’s secure page. You won’t be charged, and we never see the full number.',
} as const;

/** Text of a membership in the account. */
export const membershipMessages = {
  problems: {
    card: 'Your card was declined. We’ll try again on the date below, or you can choose another card here.',
    stock: 'This case is sold out. We’ll check again on the date below and won’t charge you until it’s sent.',
  },
  choice: (variant: string, frequency: string) => `${variant}, ${frequency.toLowerCase()}, {price} a case`,
  skipped: 'You’ve skipped the case due on {date}. You can undo this until {until}.',
  undoSkip: 'Undo skip',
  undoSkipOf: (club: string) => `Undo skip: ${club}`,
  nextCase: 'Next case',
  total: (amount: string, isFreeShipping: boolean) => `${amount}, delivery ${isFreeShipping ? 'free' : 'included'}`,
  card: 'Card',
  noCard: 'No card',
  expires: (month: string) => `Expires ${month}`,
  deliveryAddress: 'Delivery address',
  pastCases: 'Past cases',
  order: (number: number | null) => `order #${number ?? ''}`,
  history: (club: string) => `Membership history: ${club}`,
} as const;

/** Text of the actions of a member. */
export const memberActionMessages = {
  labels: {
    skip: 'Skip the next case',
    pause: 'Pause',
    resume: 'Resume',
    swap: 'Change case or frequency',
    change_card: 'Change card',
    change_address: 'Change address',
    cancel: 'Cancel membership',
  },
  labelOf: (action: string, club: string) => `${action}: ${club}`,
  keep: 'Keep as is',
  skip: {
    none: 'There is no case to skip.',
    explanation: 'We’ll skip the case due on {date} and won’t charge you for it. The next one will come as planned.',
    confirm: 'Skip this case',
    dismiss: 'Don’t skip',
  },
  pause: {
    explanation: 'You won’t get any cases or charges until you resume, which you can do at any time. Cases already sent aren’t affected.',
    confirm: 'Pause my cases',
    dismiss: 'Keep them coming',
  },
  resume: {
    explanation:
      'Your cases will start again on the next scheduled date that gives us time to email you first. You won’t be charged today.',
    confirm: 'Resume my cases',
    dismiss: 'Stay paused',
  },
  swap: {
    none: 'This club has closed, so there’s nothing to change to.',
    explanation: 'This applies from your next case, at the price shown. Delivery stays the same.',
    variant: 'Choose your case',
    frequency: 'How often',
    confirm: 'Save changes',
  },
  address: {
    explanation: 'We’ll send your next cases to this address. Delivery is charged for the new address.',
    label: 'Address',
    add: 'Add another address',
    confirm: 'Use this address',
  },
  cancel: {
    explanation: (club: string) =>
      `You’re leaving ${inSentence(club)}: no more cases and no more charges. You can rejoin whenever the club is open.`,
    why: 'What could we have done better? (optional)',
    confirm: 'Cancel my membership',
    dismiss: 'Stay a member',
  },
} as const;

/** What is charged for a case, in the e-mail before it. The other texts of e-mails are among the settings. */
export const chargeMessages = {
  card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  noCard: (amount: string, day: string) =>
    `It’s ${amount} including delivery. You don’t have a saved card for it, so please add one before ${day}.`,
  cardExpires: (amount: string, card: string, day: string) =>
    `It’s ${amount} including delivery, and your ${card} will have expired by then. Please choose another card before ${day}.`,
  cardCharged: (amount: string, card: string, day: string) =>
    `We’ll charge ${amount} (including delivery) to your ${card} on ${day}, and send it that day.`,
} as const;
