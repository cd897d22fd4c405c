/** Text of the office about changes of an order's items. */
import { plural } from '#lib/plural.ts';

export const lineEditMessages = {
  title: (number: number) => `Edit the items of order #${number}`,
  hint: 'Set how many cases are sent. What was sent already stays.',
  quantity: (name: string) => `Cases of ${name} to send`,
  of: (count: number) => `of ${count}`,
  reason: 'Reason',
  reasonHint: 'The buyer reads it in the email about the refund',
  refunded: (amount: string) => `${amount} is refunded: what was paid for these cases after discounts.`,
  toCard: (amount: string) => `${amount} goes back to the card.`,
  toBalance: (amount: string) => `${amount} goes back to gift cards and store credit.`,
  left: (amount: string) => `The buyer will have paid ${amount}.`,
  restocked: (cases: number) => `${plural(cases, 'case goes', 'cases go')} back on sale.`,
  kept: 'Prices, discounts and the delivery charge of what stays don’t change.',
  emails: (email: string) => `${email} gets an email with the items that are sent.`,
  stepUp: 'You confirm it with your second factor.',
  knowsGiven: (amount: string) => `${amount} was already given for claims on this order. Refund as well`,
  counting: 'Working out the refund…',
  choose: 'Lower a quantity',
  save: (amount: string) => `Change items and refund ${amount}`,
  done: {
    none: () => 'Items changed.',
    done: (amount: string) => `Items changed. ${amount} is on its way back.`,
    intended: (amount: string) => `Items changed. ${amount} will be refunded as soon as the payment gateway answers.`,
    refused: () =>
      'Items changed, but the payment gateway refused the refund. Choose Refund to try again, or return the money another way.',
  },
  overLimit: (limit: string) => `Your role may refund up to ${limit} at once. Ask a colleague with a higher limit.`,
  former: (name: string, from: number, to: number) => `${name}: ${plural(from, 'case')} → ${to === 0 ? 'none' : plural(to, 'case')}`,
} as const;

/** Why the items of an order are not changed. */
export const lineEditErrors = {
  ended: (number: number, status: string) => `Order #${number} is “${status}”, so its items can’t be changed.`,
  erased: 'The buyer’s data was erased, so the items can’t be changed.',
  nothingLeft: (number: number) => `Nothing of order #${number} is left to send, so its items can’t be changed. Refund it instead.`,
  unknownLine: (line: number, lines: number) => `There is no line ${line}. The order has lines 1 to ${lines}.`,
  twice: (line: number) => `Line ${line} is there twice.`,
  notSent: (line: number, name: string) => `Line ${line} (${name}) isn’t sent in a parcel. Refund it instead.`,
  tooMany: (line: number, name: string, left: number) =>
    `Line ${line} (${name}) has ${left} left to send. Enter 0 to ${left}: more cases are a new order.`,
  same: 'Nothing is different, so nothing was changed.',
  nothingStays: (number: number) => `Nothing would be left of order #${number}. Cancel it instead.`,
  nothingPaidStays: 'That would refund everything that is left of the payment. Take the other wines out, too, or cancel the order.',
  free: 'Nothing was paid for these cases. Free wines leave the order together with one that was paid for.',
  labelled: (labels: number) =>
    `${plural(labels, 'parcel of this order has a label', 'parcels of this order have labels')}. Cancel ${labels === 1 ? 'it' : 'them'} first, then change the items.`,
} as const;
