/** The mails about an order as data: one form for every mail, rendered to HTML and to plain text. Subjects and words of each kind. */
import { lineName } from '../cart/line-name.ts';
import { lineCount } from '../checkout/line-words.ts';
import { moneyIn, sumRows } from '../checkout/sums.ts';
import { giftTagWords } from '../gift-card/gift-words.ts';
import { marketFacts } from '../market/market.ts';
import { dayInWords } from '../market/market-day.ts';
import { addressee, driverNotes, isDelivered } from './address-words.ts';
import type { OrderView, RefundView, ShipmentView } from './contract.ts';
import { invoiceTitle, type Seller, sellerLine } from './tax-invoice.ts';

export interface OrderLetterRow {
  readonly label: string;
  /** Empty where the row has none. */
  readonly amount: string;
  /** The total: set apart from the rest. */
  readonly isTotal?: true;
}

export interface OrderLetter {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly OrderLetterRow[];
  readonly notes: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** A second way on, below the first. */
  readonly also?: { readonly label: string; readonly url: string };
  readonly closing: string;
}

/** What every mail about an order is made with. */
export interface OrderPost {
  readonly order: OrderView;
  readonly orderUrl: string;
  readonly supportPhone: string;
  readonly seller: Seller;
}

/** `Wirrabeen Ridge Old Block Shiraz 2021, 2 cases of 12`, with its amount; of a gift card also whom it is for. */
export const receiptLines = (order: OrderView): OrderLetterRow[] =>
  order.lineItems.map((line) => ({
    label: [
      `${[line.brand, lineName(line)].filter(Boolean).join(' ')}, ${lineCount(line)}`,
      ...(line.gift ? [giftTagWords(line.gift, marketFacts(order.market))] : []),
    ].join('. '),
    amount: moneyIn(order.market, line.extendedListPrice),
  }));

/** `2 × Wirrabeen Ridge Old Block Shiraz 2021`. */
const movedRows = (lines: ShipmentView['lines']): OrderLetterRow[] =>
  lines.map(({ name, quantity }) => ({ label: `${quantity} × ${name}`, amount: '' }));

const hello = ({ details }: OrderView): string => (details.firstName === '' ? 'Hello,' : `Hello ${details.firstName},`);
const questions = (supportPhone: string): string => `Questions? Call ${supportPhone}.`;
const seeOrder = (url: string) => ({ label: 'See your order', url });

/** Where money goes: a card takes days, credit and gift cards are there at once. */
function wherewith({ market }: OrderView, amount: number, toCard: number): string {
  const rest = Math.round((amount - toCard) * 100) / 100;
  if (rest <= 0) return 'It goes to the card you paid with. Your bank may need a few days to show it.';
  if (toCard <= 0) return 'It is back on the gift card or credit you paid with, ready to be spent.';
  return `${moneyIn(market, toCard)} goes to the card you paid with, which your bank may need a few days to show; ${moneyIn(market, rest)} is back on your gift card or credit.`;
}

/** Thanks, and the tax invoice. */
export function receiptLetter({ order, orderUrl, supportPhone, seller }: OrderPost): OrderLetter {
  return {
    subject: `Your Cellardoor order #${order.number}`,
    title: `Order #${order.number}`,
    paragraphs: [hello(order), isDelivered(order) ? 'Thank you. We have your order and are packing it.' : 'Thank you. We have your order.'],
    rows: [
      ...receiptLines(order),
      ...sumRows(order).map(({ kind, label, amount }) => ({ label, amount, ...(kind === 'total' ? { isTotal: true as const } : {}) })),
    ],
    notes: [
      ...(isDelivered(order) ? [`To: ${addressee(order)}`, ...driverNotes(order)] : ['Each gift card goes by e-mail, with its code.']),
      `${invoiceTitle(seller)} #${order.number}, ${dayInWords(order.market, new Date(order.placedAt))}. ${sellerLine(order.market, seller)}.`,
    ],
    action: seeOrder(orderUrl),
    closing: questions(supportPhone),
  };
}

/** A shipment left: what is in it, and where it can be followed. */
export function shipmentLetter({ order, orderUrl, supportPhone }: OrderPost, shipment: ShipmentView): OrderLetter {
  const isAll = order.status !== 'Partially Shipped';
  const number = shipment.trackingNumber === '' ? [] : [`Tracking number: ${shipment.trackingNumber}`];
  return {
    subject: isAll ? `Your order #${order.number} is on its way` : `Part of your order #${order.number} is on its way`,
    title: 'On its way',
    paragraphs: [
      hello(order),
      `${shipment.carrier} has ${isAll && order.shipments.length === 1 ? 'your order' : 'these cases of your order'}. Someone aged 18 or over has to take it at the door${
        order.details.authorityToLeave ? ', or the driver leaves it in a safe spot as you allowed' : ''
      }.`,
      ...(isAll ? [] : ['The rest follows, and we will write again.']),
    ],
    rows: movedRows(shipment.lines),
    notes: [...number, `To: ${addressee(order)}`],
    ...(shipment.trackingUrl === ''
      ? { action: seeOrder(orderUrl) }
      : { action: { label: 'Follow it', url: shipment.trackingUrl }, also: seeOrder(orderUrl) }),
    closing: questions(supportPhone),
  };
}

/** Money went back. */
export function refundLetter({ order, orderUrl, supportPhone }: OrderPost, refund: RefundView): OrderLetter {
  const amount = moneyIn(order.market, refund.amount);
  return {
    subject: `We have given ${amount} back for order #${order.number}`,
    title: 'Your refund',
    paragraphs: [
      hello(order),
      `We have given ${amount} back. ${wherewith(order, refund.amount, refund.toCard)}`,
      ...(refund.reason === '' ? [] : [`Why: ${refund.reason}`]),
    ],
    rows: [...movedRows(refund.lines), { label: 'Refund', amount }],
    notes: [],
    action: seeOrder(orderUrl),
    closing: questions(supportPhone),
  };
}

/** Nothing will be sent. `reason` may be empty. */
export function cancelledLetter({ order, orderUrl, supportPhone }: OrderPost, reason: string): OrderLetter {
  const sumOf = (amountOf: (refund: RefundView) => number): number => order.refunds.reduce((sum, refund) => sum + amountOf(refund), 0);
  const given = sumOf(({ amount }) => amount);
  return {
    subject: `Your order #${order.number} is cancelled`,
    title: `Order #${order.number} is cancelled`,
    paragraphs: [
      hello(order),
      'We have cancelled your order, and nothing of it will be sent.',
      ...(reason === '' ? [] : [`Why: ${reason}`]),
      ...(given === 0
        ? []
        : [
            `We give ${moneyIn(order.market, given)} back. ${wherewith(
              order,
              given,
              sumOf(({ toCard }) => toCard),
            )}`,
          ]),
    ],
    rows: receiptLines(order),
    notes: [],
    action: seeOrder(orderUrl),
    closing: questions(supportPhone),
  };
}

/** A payment did not go through, and its draft has ended; the cart is still there. */
export function paymentFailedLetter({
  firstName,
  amount,
  cartUrl,
  supportPhone,
}: {
  readonly firstName: string;
  readonly amount: string;
  readonly cartUrl: string;
  readonly supportPhone: string;
}): OrderLetter {
  return {
    subject: 'Your payment did not go through',
    title: 'Your payment did not go through',
    paragraphs: [
      firstName === '' ? 'Hello,' : `Hello ${firstName},`,
      `Your card was not charged the ${amount}, so there is no order. Your cart is as you left it, but its cases are no longer kept for you.`,
    ],
    rows: [],
    notes: ['Another card, or a word with your bank, is what mostly helps.'],
    action: { label: 'Back to your cart', url: cartUrl },
    closing: questions(supportPhone),
  };
}

/** The mail as plain text. */
export const orderLetterText = ({ paragraphs, rows, notes, action, also, closing }: OrderLetter): string =>
  [
    paragraphs.join('\n\n'),
    rows.map(({ label, amount }) => (amount === '' ? label : `${label}  ${amount}`)).join('\n'),
    notes.join('\n'),
    [action, ...(also ? [also] : [])].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    closing,
  ]
    .filter(Boolean)
    .join('\n\n');
