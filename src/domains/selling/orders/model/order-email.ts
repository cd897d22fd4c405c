/** E-mails about an order as data, rendered to HTML and plain text. */

import { photoOf, photoPath, rasterPicture } from '#domains/catalogue/model/photo.ts';
import { lineName } from '#domains/selling/cart/model/format-line.ts';
import { lineCount } from '#domains/selling/checkout/model/format-line.ts';
import { formatMoneyIn, summaryRows } from '#domains/selling/checkout/model/price-summary.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { marketFacts } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { addressLines, formatDriverInstructions, handoverOf, isDelivered } from './format-address.ts';
import { invoiceTitle, type Seller, sellerLine } from './tax-invoice.ts';

/** A picture with its size, because some mail clients do not keep the aspect ratio. */
export interface EmailPicture {
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Side of the square that pictures fit into, pixels. */
export const PICTURE_SIDE = 56;
/** Wide enough for dense screens. */
const PHOTO_WIDTH = 160;

export interface OrderEmailRow {
  readonly label: string;
  /** Quantity and recipient. */
  readonly details?: readonly string[];
  readonly picture?: EmailPicture;
  /** Empty if the row has no amount. */
  readonly amount: string;
  /** Sets the total apart. */
  readonly isTotal?: true;
}

/** A few lines under a heading. */
export interface OrderEmailNote {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface OrderEmail {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly OrderEmailRow[];
  readonly notes: readonly OrderEmailNote[];
  readonly action: { readonly label: string; readonly url: string };
  /** A second link below the first. */
  readonly also?: { readonly label: string; readonly url: string };
  /** Support, seller and licence. */
  readonly footer: readonly string[];
}

/** The shop in the market of the e-mail. */
export interface EmailSender {
  /** The site that pictures and links lead to: `https://shop.example`. */
  readonly origin: string;
  readonly supportPhone: string;
  readonly seller: Seller;
  readonly licence: string;
}

/** What every e-mail about an order needs. */
export interface OrderEmailContext {
  readonly order: OrderView;
  readonly shop: EmailSender;
}

type Line = OrderView['lineItems'][number];

/** `Wirrabeen Ridge Old Block Shiraz 2021`. */
const lineTitle = (line: Line): string => [line.brand, lineName(line)].filter(Boolean).join(' ');

/** Returns a small photograph of the retailer, or the drawing as a raster image that mail clients show. */
function pictureOf({ imageUrl }: Line, { origin }: EmailSender): { readonly picture?: EmailPicture } {
  if (!imageUrl.startsWith('/')) return {};
  const photo = photoOf(imageUrl);
  const { width, height } = photo ?? { width: 1, height: 1 };
  const scale = PICTURE_SIDE / Math.max(width, height);
  const path = photo ? photoPath(photo, PHOTO_WIDTH) : rasterPicture(imageUrl);
  return { picture: { url: `${origin}${path}`, width: Math.round(width * scale), height: Math.round(height * scale) } };
}

/** Returns the lines with names, quantities, recipients of gift cards, and amounts. */
export const receiptLines = ({ order, shop }: OrderEmailContext): OrderEmailRow[] =>
  order.lineItems.map((line) => ({
    label: lineTitle(line),
    details: [lineCount(line), ...(line.gift ? [formatGiftTag(line.gift, marketFacts(order.market))] : [])],
    ...pictureOf(line, shop),
    amount: line.extendedListPrice === 0 ? 'Free' : formatMoneyIn(order.market, line.extendedListPrice),
  }));

/** Returns shipped or refunded lines without amounts. */
const movedRows = ({ order, shop }: OrderEmailContext, moved: ShipmentView['lines']): OrderEmailRow[] =>
  moved.map(({ position, name, quantity }) => {
    const line = order.lineItems[position];
    return line
      ? { label: name, details: [lineCount({ ...line, quantity })], ...pictureOf(line, shop), amount: '' }
      : { label: `${quantity} × ${name}`, amount: '' };
  });

const hello = (firstName: string): string => (firstName === '' ? 'Hello,' : `Hello ${firstName},`);
const orderUrl = ({ order, shop }: OrderEmailContext): string => `${shop.origin}/order/${order.id}`;
const viewOrderAction = (context: OrderEmailContext) => ({ label: 'View your order', url: orderUrl(context) });
const deliveryAddressNote = (order: OrderView): OrderEmailNote => ({ title: 'Delivery address', lines: addressLines(order) });

/** @param namesSeller false if the e-mail names the seller above */
const footerOf = (order: Pick<OrderView, 'market'>, { supportPhone, seller, licence }: EmailSender, namesSeller = true): string[] => [
  ...(supportPhone ? [`Questions? Call ${supportPhone}.`] : []),
  ...(namesSeller ? [`${sellerLine(order.market, seller)}.`] : []),
  `${licence}.`,
];

/** Returns where the money goes and when it arrives. */
function formatRefundTarget({ market }: OrderView, amount: number, toCard: number): string {
  const rest = Math.round((amount - toCard) * 100) / 100;
  if (rest <= 0) return 'It’s going back to the card you paid with. It can take your bank a few days to show it.';
  if (toCard <= 0) return 'It’s back on the gift card or store credit you paid with, ready to use.';
  return `${formatMoneyIn(market, toCard)} is going back to the card you paid with. It can take your bank a few days to show it. ${formatMoneyIn(market, rest)} is back on your gift card or store credit.`;
}

/** The receipt with the tax invoice [CHK-16]. */
export function receiptEmail(context: OrderEmailContext): OrderEmail {
  const { order, shop } = context;
  const isSent = isDelivered(order);
  const driver = formatDriverInstructions(order);
  const { giftMessage } = order.details;
  return {
    subject: `Your Cellardoor order #${order.number}`,
    title: `Order #${order.number}`,
    paragraphs: [
      hello(order.details.firstName),
      isSent
        ? 'Thank you. We have your order and are packing it.'
        : 'Thank you. We have your order, and we’ll email each gift card with its code.',
    ],
    rows: [
      ...receiptLines(context),
      ...summaryRows(order).map(({ kind, label, amount }) => ({ label, amount, ...(kind === 'total' ? { isTotal: true as const } : {}) })),
    ],
    notes: [
      ...(isSent ? [deliveryAddressNote(order)] : []),
      ...(isSent && driver.length > 0 ? [{ title: 'For the driver', lines: driver }] : []),
      ...(isSent && giftMessage !== '' ? [{ title: 'Gift message', lines: [giftMessage] }] : []),
      {
        title: invoiceTitle(shop.seller, order),
        lines: [
          `#${order.number}, ${formatDate(order.market, new Date(order.placedAt))}`,
          sellerLine(order.market, shop.seller),
          `Amounts in ${marketFacts(order.market).currency}`,
        ],
      },
    ],
    action: viewOrderAction(context),
    footer: footerOf(order, shop, false),
  };
}

/** Returns true if a shipment was partial when it was sent, whatever happened since. */
function isPart({ status, shipments, timeline }: OrderView, { id }: ShipmentView): boolean {
  const shipped = timeline.filter(({ event }) => event === 'shipped')[shipments.findIndex((shipment) => shipment.id === id)];
  return (shipped?.to ?? status) === 'Partially Shipped';
}

/** A shipment with its contents and tracking link. */
export function shipmentEmail(context: OrderEmailContext, shipment: ShipmentView): OrderEmail {
  const { order, shop } = context;
  const hasMore = isPart(order, shipment);
  const isFirst = order.shipments.length === 0 || order.shipments[0]?.id === shipment.id;
  const what = !hasMore && isFirst ? 'your order' : hasMore ? 'this part of your order' : 'the rest of your order';
  return {
    subject: `${hasMore ? 'Part of your' : isFirst ? 'Your' : 'The rest of your'} order #${order.number} is on its way`,
    title: 'On its way',
    paragraphs: [
      hello(order.details.firstName),
      `${shipment.carrier} has ${what}. ${acceptanceSentence(handoverOf(order))}`,
      ...(hasMore ? ['We’ll email you again when the rest is on its way.'] : []),
    ],
    rows: movedRows(context, shipment.lines),
    notes: [
      deliveryAddressNote(order),
      ...(shipment.trackingNumber === '' ? [] : [{ title: 'Tracking number', lines: [shipment.trackingNumber] }]),
    ],
    ...(shipment.trackingUrl === ''
      ? { action: viewOrderAction(context) }
      : { action: { label: 'Track delivery', url: shipment.trackingUrl }, also: viewOrderAction(context) }),
    footer: footerOf(order, shop),
  };
}

/** A completed refund. */
export function refundEmail(context: OrderEmailContext, refund: RefundView): OrderEmail {
  const { order, shop } = context;
  const amount = formatMoneyIn(order.market, refund.amount);
  return {
    subject: `Your refund of ${amount} for order #${order.number}`,
    title: 'Your refund',
    paragraphs: [
      hello(order.details.firstName),
      `We have refunded ${amount} of your order #${order.number}. ${formatRefundTarget(order, refund.amount, refund.toCard)}`,
      ...(refund.reason === '' ? [] : [`Reason: ${refund.reason}`]),
    ],
    rows: [...movedRows(context, refund.lines), { label: 'Refund', amount, isTotal: true }],
    notes: [],
    action: viewOrderAction(context),
    footer: footerOf(order, shop),
  };
}

/** A cancelled order. `reason` may be empty. */
export function cancelledEmail(context: OrderEmailContext, reason: string): OrderEmail {
  const { order, shop } = context;
  const sumOf = (amountOf: (refund: RefundView) => number): number => order.refunds.reduce((sum, refund) => sum + amountOf(refund), 0);
  const refunded = sumOf(({ amount }) => amount);
  const toCard = sumOf((refund) => refund.toCard);
  return {
    subject: `Your order #${order.number} is cancelled`,
    title: `Order #${order.number} is cancelled`,
    paragraphs: [
      hello(order.details.firstName),
      'We’ve cancelled your order and won’t send anything.',
      ...(reason === '' ? [] : [`Reason: ${reason}`]),
      ...(refunded === 0
        ? []
        : [`We’re refunding ${formatMoneyIn(order.market, refunded)}. ${formatRefundTarget(order, refunded, toCard)}`]),
    ],
    rows: receiptLines(context),
    notes: [],
    action: viewOrderAction(context),
    footer: footerOf(order, shop),
  };
}

/** A payment that failed. The draft has ended, the cart is still there. */
export function paymentFailedEmail({
  firstName,
  amount,
  market,
  shop,
}: {
  readonly firstName: string;
  readonly amount: string;
  readonly market: OrderView['market'];
  readonly shop: EmailSender;
}): OrderEmail {
  return {
    subject: 'Your payment didn’t go through',
    title: 'Your payment didn’t go through',
    paragraphs: [
      hello(firstName),
      `We couldn’t charge ${amount} to your card, so your order wasn’t placed. Your cart is saved, but we’re no longer holding the stock for you.`,
      'Try another card, or ask your bank why it said no.',
    ],
    rows: [],
    notes: [],
    action: { label: 'Back to your cart', url: `${shop.origin}/cart/` },
    footer: footerOf({ market }, shop),
  };
}

const rowText = ({ label, details = [], amount }: OrderEmailRow): string =>
  `${[label, ...details].join(', ')}${amount === '' ? '' : `  ${amount}`}`;

/** Renders an e-mail as plain text. */
export const renderOrderEmailText = ({ paragraphs, rows, notes, action, also, footer }: OrderEmail): string =>
  [
    paragraphs.join('\n\n'),
    rows.map(rowText).join('\n'),
    ...notes.map(({ title, lines }) => [`${title}:`, ...lines].join('\n')),
    [action, ...(also ? [also] : [])].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    ['Cellardoor', ...footer].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
