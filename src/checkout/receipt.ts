/** The words of the receipt mail; its sums are those of the order's page. */
import type { OrderView } from './contract.ts';
import { lineCount, lineName } from './line-words.ts';
import { moneyIn, sumRows } from './sums.ts';

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

/** `Ada Okafor, 8 Ramsden Street, Clifton Hill, VIC, 3068`. */
export const addressee = ({ details }: Pick<OrderView, 'details'>): string =>
  [`${details.firstName} ${details.lastName}`, details.address, details.suburb, details.state, details.postcode].filter(Boolean).join(', ');

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
    ...(order.details.instructions ? [`Delivery instructions: ${order.details.instructions}`] : []),
    ...(order.details.authorityToLeave ? ['The driver may leave it without a signature.'] : []),
    '',
    `See your order: ${orderUrl}`,
    `Questions? Call ${supportPhone}.`,
  ].join('\n');
