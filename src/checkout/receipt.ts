/** The words of a receipt that mail, page and print share. */
import { marketFacts } from '../market/market.ts';
import { formatMoney } from '../platform/money.ts';
import type { OrderView } from './contract.ts';

const money = (order: OrderView, amount: number): string => {
  const { locale, currency } = marketFacts(order.market);
  return formatMoney(Math.round(amount * 100), locale, currency);
};

/** Rows of the sums, in reading order: label and amount as text. */
export function receiptSums(order: OrderView): { label: string; amount: string }[] {
  const { taxName, taxPercent } = marketFacts(order.market);
  return [
    {
      label: order.lineItems.length === 1 ? '1 wine or spirit' : `${order.lineItems.length} wines and spirits`,
      amount: money(order, order.baseAmount),
    },
    ...order.discounts.map((discount) => ({ label: discount.code ?? discount.name, amount: `−${money(order, discount.amount)}` })),
    { label: 'Delivery', amount: order.shippingTotal === 0 ? 'Free' : money(order, order.shippingTotal) },
    { label: 'Total', amount: money(order, order.total) },
    { label: `Includes ${taxName} ${taxPercent} %`, amount: money(order, order.taxTotal) },
  ];
}

/** `2 × Wirrabeen Ridge Old Block Shiraz 2021, case of 12`, with its amount. */
export const receiptLines = (order: OrderView): { label: string; amount: string }[] =>
  order.lineItems.map((line) => ({
    label: `${line.quantity} × ${[line.brand, line.name, line.vintage].filter(Boolean).join(' ')}${line.packSize > 1 ? `, case of ${line.packSize}` : ''}`,
    amount: money(order, line.extendedListPrice),
  }));

export const receiptSubject = (order: OrderView): string => `Your Cellardoor order #${order.number}`;

/** The receipt as plain text. */
export const receiptText = (order: OrderView, orderUrl: string, supportPhone: string): string =>
  [
    `Hello ${order.details.firstName},`,
    '',
    `Thank you. We have your order #${order.number} and are packing it.`,
    '',
    ...receiptLines(order).map((row) => `${row.label}  ${row.amount}`),
    '',
    ...receiptSums(order).map((row) => `${row.label}  ${row.amount}`),
    '',
    `To: ${[`${order.details.firstName} ${order.details.lastName}`, order.details.address, order.details.suburb, order.details.state, order.details.postcode].filter(Boolean).join(', ')}`,
    ...(order.details.instructions ? [`Delivery instructions: ${order.details.instructions}`] : []),
    '',
    `See your order: ${orderUrl}`,
    `Questions? Call ${supportPhone}.`,
  ].join('\n');
