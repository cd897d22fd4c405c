/** The words of the receipt mail; its sums are those of the order's page. */

import { lineCount, lineName } from '../checkout/line-words.ts';
import { moneyIn, sumRows } from '../checkout/sums.ts';
import type { OrderView } from './contract.ts';

export interface ReceiptRow {
  readonly label: string;
  readonly amount: string;
}

/** `Wirrabeen Ridge Old Block Shiraz 2021, 2 cases of 12`, with its amount. */
export const receiptLines = (order: OrderView): ReceiptRow[] =>
  order.lineItems.map((line) => ({
    label: `${[line.brand, lineName(line)].filter(Boolean).join(' ')}, ${lineCount(line)}`,
    amount: moneyIn(order.market, line.extendedListPrice),
  }));

export const receiptSubject = (order: OrderView): string => `Your Cellardoor order #${order.number}`;

/** `Clifton Hill VIC 3068`, `Singapore 288913`. */
export const placeLine = ({ market, details }: Pick<OrderView, 'market' | 'details'>): string =>
  market === 'AU' ? `${details.suburb} ${details.state} ${details.postcode}` : `Singapore ${details.postcode}`;

/** `Ada Okafor, 8 Ramsden Street, Clifton Hill VIC 3068`. */
export const addressee = (order: Pick<OrderView, 'market' | 'details'>): string =>
  [`${order.details.firstName} ${order.details.lastName}`, order.details.address, placeLine(order)].join(', ');

/** What the driver is told, in sentences. */
export const driverNotes = ({ details }: Pick<OrderView, 'details'>): string[] => [
  ...(details.instructions ? [`Delivery instructions: ${details.instructions}`] : []),
  ...(details.authorityToLeave ? ['The driver may leave it in a safe spot if nobody answers.'] : []),
];

/** The receipt as plain text. */
export const receiptText = (order: OrderView, orderUrl: string, supportPhone: string): string =>
  [
    `Hello ${order.details.firstName},`,
    '',
    `Thank you. We have your order #${order.number} and are packing it.`,
    '',
    ...[...receiptLines(order), '', ...sumRows(order)].map((row) => (typeof row === 'string' ? row : `${row.label}  ${row.amount}`)),
    '',
    `To: ${addressee(order)}`,
    ...driverNotes(order),
    '',
    `See your order: ${orderUrl}`,
    `Questions? Call ${supportPhone}.`,
  ].join('\n');
