/** Text of the office's club screens. */
import type { CardState, DueRange, MemberProblem } from '../model/member-list.ts';
import type { DeliveryState, MembershipStatus, StatusReason } from '../model/membership.ts';

const counted = (count: number, one: string, many: string): string => `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
const often = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);
const members = (count: number): string => counted(count, 'member', 'members');

/** Statuses as staff read them. */
export const STATUS_NAMES: Readonly<Record<MembershipStatus, string>> = {
  pending: 'Joining',
  active: 'Active',
  paused: 'Paused',
  cancelled: 'Cancelled',
};

/** Why a membership is paused or has ended, for staff. */
export const REASON_NAMES: Readonly<Record<StatusReason, string>> = {
  member: 'as the member asked',
  card: 'because the card was declined too often',
  no_card: 'because the member removed the card',
  club: 'because the club no longer sends the case',
  unpaid: 'because the first case was not paid',
  account: 'because the account was closed',
};

export const PROBLEM_LABELS: Readonly<Record<MemberProblem, string>> = {
  declined: 'Card declined',
  sold_out: 'Case sold out',
  no_card: 'No card',
};

export const DUE_LABELS: Readonly<Record<DueRange, string>> = {
  overdue: 'Overdue',
  week: 'Within 7 days',
  month: 'Within 30 days',
};

export const CARD_LABELS: Readonly<Record<CardState, string>> = { expiring: 'Expires soon', expired: 'Expired' };

/** Labels of deliveries for staff. */
export const DELIVERY_NAMES: Readonly<Record<DeliveryState, string>> = {
  due: 'Planned',
  paid: 'Paid',
  skipped: 'Skipped',
  missed: 'Sold out',
  unpaid: 'Card declined',
};

export const memberListMessages = {
  title: 'Clubs',
  label: 'Members',
  noun: { one: 'member', many: 'members' },
  columns: {
    name: 'Member',
    club: 'Club',
    status: 'Status',
    next: 'Next case',
    card: 'Card',
    paid: 'Cases paid',
    joined: 'Joined',
    locality: 'Delivery to',
    market: 'Market',
  },
  filters: {
    status: 'Status',
    club: 'Club',
    problem: 'Problem',
    due: 'Next case due',
    card: 'Card',
    next: 'Day of next case',
    joined: 'Joined',
    market: 'Market',
    customer: 'Customer number',
  },
  views: {
    active: 'Active',
    declined: 'Declined cards',
    week: 'Due this week',
    expiring: 'Cards expiring',
    paused: 'Paused',
    all: 'All',
  },
  erased: 'Erased',
  choice: (variant: string, frequency: string) => `${variant}, ${frequency.toLowerCase()}`,
  card: (brand: string, last4: string) => `${brand} ${last4}`,
  expiry: (month: number, year: number) => `${String(month).padStart(2, '0')}/${year}`,
  emptyTitle: 'No members yet',
  emptyText: 'Whoever joins a club in the shop appears here.',
  toClubs: 'Manage clubs',
} as const;

export const clubCalendarMessages = {
  title: 'Club calendar',
  open: 'Calendar',
  runs: 'Next 30 days',
  runsEmpty: 'No cases are planned in the next 30 days.',
  figures: 'Clubs',
  figuresEmpty: 'There are no clubs yet. Import them as records.',
  day: 'Day',
  club: 'Club and case',
  cases: 'Cases',
  bottles: 'Bottles',
  amount: 'Expected',
  stock: 'Cases in stock',
  missing: (count: number) => `${counted(count, 'case', 'cases')} missing`,
  name: 'Club',
  active: 'Active',
  paused: 'Paused',
  joined: 'Joined, 30 days',
  left: 'Left, 30 days',
  next: 'Expected, next 30 days',
  note: 'Expected amounts are without delivery.',
} as const;

export const bulkMemberMessages = {
  actions: { skip: 'Skip next case', pause: 'Pause' },
  title: {
    skip: (count: number) => `Skip the next case of ${members(count)}?`,
    pause: (count: number) => `Pause ${members(count)}?`,
  },
  apply: {
    skip: (count: number) => `Skip the next case of ${members(count)}`,
    pause: (count: number) => `Pause ${members(count)}`,
  },
  reason: 'Reason',
  reasonHint: 'Shown in the timeline, not to the member. Needed for members who have been told of the charge.',
  effect: {
    skip: 'Each of them gets an email, and the case after it comes as planned.',
    pause: 'Each of them gets an email. Nothing is sent or charged until the membership is resumed.',
  },
  checking: (done: number, count: number) => `Checking ${done} of ${count}…`,
  working: (done: number, count: number) => `${done} of ${count} done…`,
  willChange: (count: number) => `${members(count)} will change.`,
  wontChange: (count: number) => `${members(count)} can’t change:`,
  nothing: 'None of them can change.',
  row: (name: string, reason: string) => (name === '' ? reason : `${name}: ${reason}`),
  days: (days: string) => `Cases of ${days} are not sent.`,
  done: (count: number) => `${members(count)} changed.`,
  partly: (done: number, left: number) => `${members(done)} changed, ${left.toLocaleString('en-AU')} not.`,
  continue: (left: number) => `Continue with ${members(left)}`,
  close: 'Close',
  back: 'Back',
} as const;

export const exportMemberMessages = {
  exportTitle: 'Export members',
  exporting: (count: number) => `Exporting, ${members(count)} so far…`,
  exported: (count: number) => `Exported ${members(count)}.`,
  stop: 'Stop',
} as const;

export const memberMessages = {
  erased: 'Erased member',
  summary: (club: string, joined: string) => (joined === '' ? club : `${club} · joined ${joined}`),
  more: 'More',
  nextCase: 'Next case',
  none: {
    pending: 'The first case isn’t paid yet.',
    active: 'No case is planned.',
    paused: 'Nothing is sent or charged while the membership is paused.',
    cancelled: 'The membership has ended.',
  },
  charged: 'Charge on',
  tried: 'Next attempt on',
  due: (day: string) => `was due on ${day}`,
  total: 'Total',
  ofWhich: (price: string, delivery: string) => `${price} and ${delivery} delivery`,
  freeDelivery: (price: string) => `${price}, delivery free`,
  reminder: 'Reminder',
  reminded: (day: string) => `Sent on ${day}`,
  notReminded: (days: number) => `Not sent yet. It goes out ${days} ${days === 1 ? 'day' : 'days'} before.`,
  stock: 'Left in stock',
  cases: (count: number) => counted(count, 'case', 'cases'),
  later: 'After that',
  problems: {
    declined: (tries: number, left: number) =>
      `The card was declined ${often(tries)}. ${left === 0 ? 'The shop has stopped trying.' : `The shop tries ${counted(left, 'more time', 'more times')}, then pauses the membership.`}`,
    paused:
      'The card was declined too often, so the case was not sent and the membership is paused. Once the member has another card, resume it.',
    sold_out: (tries: number, left: number) =>
      `The case was sold out ${often(tries)}. ${left === 0 ? 'It is skipped.' : `The shop looks ${counted(left, 'more time', 'more times')}, then skips it.`}`,
    no_card: 'No card pays for the next case. Send the member a link to add one.',
  },
  skipped: (day: string, until: string) => `The case of ${day} is skipped. This can be undone until ${until}.`,
  undoSkip: 'Undo skip',
  deliveries: 'Cases',
  noDeliveries: 'No cases yet.',
  delivery: { day: 'Day', state: 'State', order: 'Order', total: 'Total' },
  order: (number: number) => `#${number}`,
  member: 'Member',
  seeOrders: 'See their orders',
  closed: 'The account was closed.',
  suppressed: (kind: string) => (kind === 'bounce' ? 'Emails to this address bounce.' : 'This address reported our mail as spam.'),
  address: 'Delivery',
  instructions: 'For the driver',
  membership: 'Membership',
  club: 'Club',
  case: 'Case',
  frequency: 'How often',
  price: (amount: string) => `${amount} a case`,
  since: 'Member since',
  state: (status: string, reason: string) => `${status} ${reason}`,
  card: 'Card',
  cardName: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  validUntil: (expiry: string) => `Valid until ${expiry}`,
  noCard: 'No card',
  timeline: 'Timeline',
  note: 'Note',
  notePlaceholder: 'Write a note. Only staff see it.',
  addNote: 'Add note',
  noteAdded: 'Note added.',
  actors: { member: 'The member', shop: 'The shop' },
  conflictStatus: 'Status',
  conflictNext: 'Next case',
  conflictAction: 'Your change',
} as const;

/** Titles of the timeline. */
export const MEMBER_EVENT_TITLES: Readonly<Record<string, string>> = {
  begun: 'Chose a club',
  joined: 'Joined',
  reminded: 'Reminder of {amount} on {on} sent',
  delivered: '{amount} charged, order {order}',
  card_failed: 'Card declined',
  sold_out: 'Case sold out',
  missed: 'Case skipped, because it was sold out',
  skipped: 'Case of {on} skipped',
  unskipped: 'Skip undone, case due on {on}',
  paused: 'Paused',
  resumed: 'Resumed, next case on {on}',
  swapped: 'Changed to {detail}',
  card_changed: 'Card changed to {detail}',
  address_changed: 'Address changed to {detail}',
  cancelled: 'Cancelled',
  note: 'Note',
  charged: 'Charge asked for',
  link_sent: 'Link sent',
};

export const memberActionMessages = {
  keep: 'Keep as is',
  reason: 'Reason',
  reasonHint: 'Shown in the timeline, not to the member.',
  email: (email: string) => `${email} gets an email.`,
  skip: {
    open: 'Skip next case',
    title: (day: string) => `Skip the case of ${day}?`,
    effect: 'Nothing is charged for it. The case after it comes as planned.',
    undo: 'This can be undone until the day before the charge.',
    late: 'This can’t be undone, because its day has passed.',
    told: 'The member has been told of this charge, so write down why it’s skipped.',
    action: 'Skip this case',
    done: (day: string) => `The case of ${day} is skipped.`,
    undone: 'Skip undone.',
  },
  pause: {
    open: 'Pause',
    title: (name: string) => `Pause the membership of ${name}?`,
    effect: 'Nothing is sent or charged until it’s resumed.',
    action: 'Pause membership',
    done: 'Membership paused.',
  },
  resume: {
    open: 'Resume',
    title: (name: string) => `Resume the membership of ${name}?`,
    effect: 'The next case comes on the first planned day that leaves time for the reminder. Nothing is charged today.',
    action: 'Resume membership',
    done: (day: string) => `Membership resumed. The next case is on ${day}.`,
  },
  swap: {
    open: 'Change case or frequency',
    title: 'Change case or frequency',
    case: 'Case',
    frequency: 'How often',
    option: (label: string, price: string) => `${label}, ${price}`,
    effect: 'It applies from the next case.',
    moved: 'With another frequency the next case moves to another day, and the member is reminded of it again.',
    action: 'Change membership',
    done: 'Membership changed.',
  },
  cancel: {
    open: 'Cancel membership',
    title: (name: string) => `Cancel the membership of ${name}?`,
    effect: 'No more cases and no more charges. Cases that were paid are still sent.',
    final: 'This can’t be undone. The member can join again in the shop.',
    action: 'Cancel membership',
    done: 'Membership cancelled.',
  },
  charge: {
    open: (total: string) => `Charge ${total}`,
    title: (total: string) => `Charge ${total} to the stored card?`,
    card: (card: string) => `The card is ${card}.`,
    placed: 'If it’s accepted, the case is ordered at once and the member gets the receipt.',
    declined: 'If it’s declined again, the member gets an email and it counts as one of the shop’s attempts.',
    action: (total: string) => `Charge ${total}`,
    done: (total: string) => `${total} charged.`,
  },
  link: {
    card: 'Send link to change card',
    address: 'Send link to change address',
    title: (email: string) => `Send a link to ${email}?`,
    effect: {
      card: 'It leads to the membership in their account, where they choose another card or add one.',
      address: 'It leads to the membership in their account, where they choose another address or add one.',
    },
    action: 'Send link',
    done: (email: string) => `On its way to ${email}.`,
    sent: { card: 'Link to change the card sent', address: 'Link to change the address sent' },
  },
} as const;
