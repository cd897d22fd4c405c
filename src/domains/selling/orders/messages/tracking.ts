/** Text for buyers without an account: the status of an order, and links to it. */
import type { ErrorSpec } from '#lib/define-contract.ts';

export const TRACKING_ERRORS = {
  too_many_attempts: { status: 429, title: 'That was too many tries. Please wait <minutes> minutes and try again.' },
  order_link_ended: { status: 410, title: 'This link has expired or was ended. Ask for a new one.' },
} as const satisfies Record<string, ErrorSpec>;

/** The status of an order with its day. Nothing in it is about the buyer. */
export const trackedStatusMessages = {
  checked: (day: string) => `Received on ${day}, and being checked`,
  paid: (day: string) => `Paid on ${day}, and being packed`,
  giftCardsPaid: (day: string) => `Paid on ${day}. Gift cards are sent by email`,
  packed: (day: string) => `Packed on ${day}`,
  partlySent: (day: string) => `Partly sent on ${day}`,
  readyToPickUp: (day: string) => `Ready to pick up since ${day}`,
  sent: (day: string) => `Sent on ${day}`,
  collected: (day: string) => `Collected on ${day}`,
  delivered: (day: string) => `Delivered on ${day}`,
  refunded: (day: string) => `Refunded on ${day}`,
  partlyRefunded: (day: string) => `Partly refunded on ${day}`,
  cancelled: (day: string) => `Cancelled on ${day}`,
} as const;

/** The page with the form. */
export const trackOrderMessages = {
  title: 'Track your order',
  description: 'See how far your order is with its number and your email.',
  intro: 'Your order number is in the subject of our emails, such as #1000023.',
  email: 'Email',
  number: 'Order number',
  enterBoth: 'Enter the number of your order',
  enterEmail: 'Enter the email you ordered with',
  submit: 'Show status',
  unreachable: 'We can’t reach the shop. Please try again.',
  noStatus: 'No status to show.',
  sentLink: 'If there is an order with this number and email, we’ve sent a link to that address. It shows the whole order for 24 hours.',
  check: 'Nothing in your inbox? Check both for typing mistakes, and your spam folder.',
  noScript: 'To track an order, turn on JavaScript in your browser.',
} as const;

/** The page of an order by link. */
export const linkedOrderMessages = {
  ended: 'This link has expired',
  endedText: 'Links to an order work for 24 hours, or until they are ended. We can email you a new one.',
  newLink: 'Get a new link',
  worksUntil: (until: string) => `This link works until ${until}. Anyone who has it sees this order.`,
  end: 'End this link',
  endFailed: 'We couldn’t end the link. Please try again.',
} as const;
