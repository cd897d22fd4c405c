/** Errors of the office's order calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that order.' } } as const satisfies Errors;
const ACTION_REFUSED = { action_refused: { status: 409, title: '<reason>' } } as const satisfies Errors;
const OVER_LIMIT = {
  over_limit: { status: 403, title: 'Your role may refund up to <limit> at once. Ask a colleague with a higher limit.' },
} as const satisfies Errors;

const NOTHING_TO_PRINT = {
  nothing_to_print: { status: 409, title: 'There is nothing to print: all of it was sent, or nothing was refunded.' },
} as const satisfies Errors;

const DELIVERY_INVALID = { delivery_invalid: { status: 422, title: '<reason>' } } as const satisfies Errors;

export const OFFICE_ORDER_ERRORS = { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, NOTHING_TO_PRINT, DELIVERY_INVALID } as const;

/** Why a change of an order is not taken back. */
export const orderUndoErrors = {
  notFound: 'We couldn’t find that order.',
  unknown: 'This change can’t be taken back.',
  changedSince: (number: number, who: string, when: string, status: string) =>
    `${who} changed order #${number} ${when}, so it stays “${status}”.`,
  tagsChangedSince: (tags: readonly string[]) => `Changed again since, so left as it is: ${tags.map((tag) => `“${tag}”`).join(', ')}.`,
} as const;

/** Why the delivery of an order is not changed. */
export const deliveryChangeErrors = {
  sent: (number: number) => `Part of order #${number} was sent, so its delivery can’t be changed any more. Ask the carrier instead.`,
  ended: (number: number, status: string) => `Order #${number} is “${status}”, so its delivery can’t be changed.`,
  nothingLeft: (number: number) => `Nothing of order #${number} is left to send, so its delivery can’t be changed.`,
  isCollected: (number: number) => `Order #${number} is collected in store, so there is no delivery to change.`,
  erased: 'The buyer’s data was erased, so the delivery can’t be changed.',
  same: 'Nothing is different, so nothing was changed.',
  notRefundable: 'Delivery there doesn’t cost less, or the charge was refunded already. Look again and decide.',
  costsMore: (amount: string) => `Delivery there costs ${amount} more. Confirm that the shop pays it.`,
  underCheck:
    'This order is being checked, and a refund would end that. Change the delivery without the refund, and refund once it’s decided.',
  mayNotRefund: 'Your role doesn’t allow you to refund. Change the delivery without the refund, or ask a colleague.',
  refundReason: 'Delivery to the new address costs less.',
  changedSince: (number: number, who: string, when: string) => `${who} changed order #${number} ${when}, so its delivery stays as it is.`,
} as const;

/** What was given for claims of an order that is refunded by hand. */
export const claimsGiven = {
  given: (amount: string) => `${amount} was already given for claims on this order, as store credit or as cases that were sent again.`,
  confirm: (given: string) => `${given} Confirm that you know, if you want to refund it as well.`,
} as const;

/** Texts that forms of orders show beside their fields. */
export const orderFormErrors = {
  carrier: 'Enter the carrier',
  tooLong: (length: number) => `Use ${plural(length, 'character')} or fewer`,
  trackingUrl: 'Enter an address that begins with https://',
  note: 'Write a note first',
  tag: 'Enter a tag',
  amount: 'Enter an amount such as 12.50',
} as const;
