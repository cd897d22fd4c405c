/** E-mails about an order as data, rendered to HTML and plain text. */

import { photoPath, rasterPicture } from '#domains/catalogue/model/photo.ts';
import { lineCount } from '#domains/selling/checkout/model/format-line.ts';
import { formatMoneyIn, summaryRows } from '#domains/selling/checkout/model/price-summary.ts';
import { formatGiftTag } from '#domains/selling/gift-cards/model/format-gift.ts';
import type { MailTexts } from '#domains/settings/model/mail-texts.ts';
import { greet } from '#lib/email-content.ts';
import { photoOf } from '#lib/photo-path.ts';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { getMarketConfig } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { orderCollectionMessages, orderTimingMessages } from '../messages/collection.ts';
import { orderEmailMessages as m } from '../messages.ts';
import { collectionLines, whoCollects } from './collection.ts';
import { addressLines, formatDriverInstructions, handoverOf, isDelivered } from './format-address.ts';
import { lineTitle } from './line-title.ts';
import { formatTiming } from './order-timing.ts';
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
  /** Formatted amount. Empty if the row has none. */
  readonly amount: string;
  /** True for the total, which is shown apart. */
  readonly isTotal?: true;
}

/** A few lines under a heading. */
export interface OrderEmailNote {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface OrderEmail {
  readonly shopName: string;
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
  readonly texts: MailTexts;
  /** The site that pictures and links lead to: `https://shop.example`. */
  readonly origin: string;
  readonly supportPhone: string;
  readonly seller: Seller;
  readonly licence: string;
  /** The market's tax rate today. */
  readonly taxPercent: number;
}

/** What every e-mail about an order needs. */
export interface OrderEmailContext {
  readonly order: OrderView;
  readonly shop: EmailSender;
}

type Line = OrderView['lineItems'][number];

/** `Wirrabeen Ridge Old Block Shiraz 2021`. */

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
    details: [lineCount(line), ...(line.gift ? [formatGiftTag(line.gift, order.market)] : [])],
    ...pictureOf(line, shop),
    amount: line.extendedListPrice === 0 ? m.free : formatMoneyIn(order.market, line.extendedListPrice),
  }));

/** Returns shipped or refunded lines without amounts. */
export const movedRows = ({ order, shop }: OrderEmailContext, moved: ShipmentView['lines']): OrderEmailRow[] =>
  moved.map(({ position, name, quantity }) => {
    const line = order.lineItems[position];
    return line
      ? { label: name, details: [lineCount({ ...line, quantity })], ...pictureOf(line, shop), amount: '' }
      : { label: `${quantity} × ${name}`, amount: '' };
  });

/** Emails with a link to their order. */
type OrderMailId =
  | 'order-received'
  | 'order-shipped'
  | 'order-refunded'
  | 'order-cancelled'
  | 'order-delivery-changed'
  | 'order-items-changed'
  | 'order-ready-to-collect';

const orderUrl = ({ order, shop }: OrderEmailContext): string => `${shop.origin}/order/${order.id}`;
export const viewOrderAction = (mail: OrderMailId, context: OrderEmailContext) => ({
  label: context.shop.texts.line(mail, 'view', {}),
  url: orderUrl(context),
});
const deliveryAddressNote = (order: OrderView): OrderEmailNote => ({ title: m.deliveryAddress, lines: addressLines(order) });

/** Returns where an order is collected and by whom. Empty if it is delivered. */
function collectionNotes(order: OrderView): OrderEmailNote[] {
  const { collection } = order;
  if (!collection) return [];
  return [
    ...(collection.code === null ? [] : [{ title: orderCollectionMessages.codeTitle, lines: [collection.code] }]),
    { title: orderCollectionMessages.title, lines: [...collectionLines(collection), whoCollects({ ...order, collection })] },
  ];
}

/** Returns when the order is delivered, if its buyer chose. */
const timingNotes = (order: OrderView): OrderEmailNote[] => {
  const timing = formatTiming(order);
  return timing === '' ? [] : [{ title: orderTimingMessages.title, lines: [timing] }];
};

/** @param namesSeller false if the e-mail names the seller above */
export const footerOf = (
  order: Pick<OrderView, 'market'>,
  { supportPhone, seller, licence }: EmailSender,
  namesSeller = true,
): string[] => [
  ...(supportPhone ? [m.questions(supportPhone)] : []),
  ...(namesSeller ? [`${sellerLine(order.market, seller)}.`] : []),
  `${licence}.`,
];

/** Returns a sentence that says where the money goes and when it arrives. */
function formatRefundTarget({ market }: OrderView, amount: number, toCard: number): string {
  const rest = Math.round((amount - toCard) * 100) / 100;
  if (rest <= 0) return m.refundToCard;
  if (toCard <= 0) return m.refundToCredit;
  return m.refundToBoth(formatMoneyIn(market, toCard), formatMoneyIn(market, rest));
}

/** Builds the receipt with the tax invoice [CHK-16]. */
export function receiptEmail(context: OrderEmailContext): OrderEmail {
  const { order, shop } = context;
  const isSent = isDelivered(order);
  const isPacked = isSent || order.collection !== undefined;
  const driver = formatDriverInstructions(order);
  const { giftMessage } = order.details;
  const { texts } = shop;
  const number = String(order.number);
  return {
    shopName: texts.shopName,
    subject: texts.line('order-received', 'subject', { number }),
    title: texts.line('order-received', 'title', { number }),
    paragraphs: [
      greet(order.details.firstName),
      ...(isPacked
        ? texts.paragraphs('order-received', 'packing', { number })
        : texts.paragraphs('order-received', 'giftCards', { number })),
    ],
    rows: [
      ...receiptLines(context),
      ...summaryRows(order, shop.taxPercent).map(({ kind, label, amount }) => ({
        label,
        amount,
        ...(kind === 'total' ? { isTotal: true as const } : {}),
      })),
    ],
    notes: [
      ...(isSent ? [deliveryAddressNote(order)] : []),
      ...(order.goesWith ?? [])
        .filter(({ isAdded }) => !isAdded)
        .map(({ number: first }) => ({ title: m.goesWith, lines: [m.sentWith(first)] })),
      ...collectionNotes(order),
      ...timingNotes(order),
      ...(isSent && driver.length > 0 ? [{ title: m.driver, lines: driver }] : []),
      ...(isPacked && giftMessage !== '' ? [{ title: m.giftMessage, lines: [giftMessage] }] : []),
      {
        title: invoiceTitle(shop.seller, order),
        lines: [
          `#${order.number}, ${formatDate(order.market, new Date(order.placedAt))}`,
          sellerLine(order.market, shop.seller),
          m.currency(getMarketConfig(order.market).currency),
        ],
      },
    ],
    action: viewOrderAction('order-received', context),
    footer: footerOf(order, shop, false),
  };
}

/** Builds an e-mail about an order without its lines: what happened, and notes. */
function noticeEmail(
  mail: 'order-delivery-changed' | 'order-ready-to-collect',
  context: OrderEmailContext,
  notes: readonly OrderEmailNote[],
): OrderEmail {
  const { order, shop } = context;
  const { texts } = shop;
  const values = { number: String(order.number) };
  return {
    shopName: texts.shopName,
    subject: texts.line(mail, 'subject', values),
    title: texts.line(mail, 'title', values),
    paragraphs: [greet(order.details.firstName), ...texts.paragraphs(mail, 'text', values)],
    rows: [],
    notes,
    action: viewOrderAction(mail, context),
    footer: footerOf(order, shop),
  };
}

/** Builds the e-mail about delivery details that staff changed. */
export function deliveryChangedEmail(context: OrderEmailContext): OrderEmail {
  const { order } = context;
  const driver = formatDriverInstructions(order);
  const { giftMessage } = order.details;
  return noticeEmail('order-delivery-changed', context, [
    deliveryAddressNote(order),
    ...timingNotes(order),
    ...(driver.length > 0 ? [{ title: m.driver, lines: driver }] : []),
    ...(giftMessage === '' ? [] : [{ title: m.giftMessage, lines: [giftMessage] }]),
  ]);
}

/** Builds the e-mail about an order that is ready to be collected, with the code and the place. */
export const readyToCollectEmail = (context: OrderEmailContext): OrderEmail =>
  noticeEmail('order-ready-to-collect', context, collectionNotes(context.order));

/** Returns true if a shipment was partial when it was sent, whatever happened since. */
function isPart({ status, shipments, timeline }: OrderView, { id }: ShipmentView): boolean {
  const shipped = timeline.filter(({ event }) => event === 'shipped')[shipments.findIndex((shipment) => shipment.id === id)];
  return (shipped?.to ?? status) === 'Partially Shipped';
}

const SHIPMENT_SUBJECTS = { all: 'subjectAll', part: 'subjectPart', rest: 'subjectRest' } as const;

/** Builds the e-mail about a shipment, with its contents and tracking link. */
export function shipmentEmail(context: OrderEmailContext, shipment: ShipmentView): OrderEmail {
  const { order, shop } = context;
  const hasMore = isPart(order, shipment);
  const isFirst = order.shipments.length === 0 || order.shipments[0]?.id === shipment.id;
  const part = hasMore ? 'part' : isFirst ? 'all' : 'rest';
  const { texts } = shop;
  const number = String(order.number);
  const [text = '', ...more] = texts.paragraphs('order-shipped', part, { carrier: shipment.carrier, number });
  return {
    shopName: texts.shopName,
    subject: texts.line('order-shipped', SHIPMENT_SUBJECTS[part], { number }),
    title: texts.line('order-shipped', 'title', { number }),
    paragraphs: [
      greet(order.details.firstName),
      // Who may accept alcohol is the law, and not for the retailer to change.
      `${text} ${acceptanceSentence(handoverOf(order))}`,
      ...more,
      ...(hasMore ? texts.paragraphs('order-shipped', 'more', { number }) : []),
    ],
    rows: movedRows(context, shipment.lines),
    notes: [
      deliveryAddressNote(order),
      ...(shipment.trackingNumber === '' ? [] : [{ title: m.trackingNumber, lines: [shipment.trackingNumber] }]),
    ],
    ...(shipment.trackingUrl === ''
      ? { action: viewOrderAction('order-shipped', context) }
      : {
          action: { label: texts.line('order-shipped', 'track', {}), url: shipment.trackingUrl },
          also: viewOrderAction('order-shipped', context),
        }),
    footer: footerOf(order, shop),
  };
}

/** Builds the e-mail about a completed refund. */
export function refundEmail(context: OrderEmailContext, refund: RefundView): OrderEmail {
  const { order, shop } = context;
  const amount = formatMoneyIn(order.market, refund.amount);
  const { texts } = shop;
  const values = { amount, number: String(order.number) };
  const [text = '', ...more] = texts.paragraphs('order-refunded', 'text', values);
  return {
    shopName: texts.shopName,
    subject: texts.line('order-refunded', 'subject', values),
    title: texts.line('order-refunded', 'title', values),
    paragraphs: [
      greet(order.details.firstName),
      `${text} ${formatRefundTarget(order, refund.amount, refund.toCard)}`,
      ...more,
      ...(refund.reason === '' ? [] : [m.reason(refund.reason)]),
    ],
    rows: [...movedRows(context, refund.lines), { label: m.refundRow, amount, isTotal: true }],
    notes: [],
    action: viewOrderAction('order-refunded', context),
    footer: footerOf(order, shop),
  };
}

/** Builds the e-mail about a cancelled order. `reason` may be empty. */
export function cancelledEmail(context: OrderEmailContext, reason: string): OrderEmail {
  const { order, shop } = context;
  const sumOf = (amountOf: (refund: RefundView) => number): number => order.refunds.reduce((sum, refund) => sum + amountOf(refund), 0);
  const refunded = sumOf(({ amount }) => amount);
  const toCard = sumOf((refund) => refund.toCard);
  const { texts } = shop;
  const number = String(order.number);
  const [refundText = '', ...more] = texts.paragraphs('order-cancelled', 'refund', {
    amount: formatMoneyIn(order.market, refunded),
    number,
  });
  return {
    shopName: texts.shopName,
    subject: texts.line('order-cancelled', 'subject', { number }),
    title: texts.line('order-cancelled', 'title', { number }),
    paragraphs: [
      greet(order.details.firstName),
      ...texts.paragraphs('order-cancelled', 'text', { number }),
      ...(reason === '' ? [] : [m.reason(reason)]),
      ...(refunded === 0 ? [] : [`${refundText} ${formatRefundTarget(order, refunded, toCard)}`, ...more]),
    ],
    rows: receiptLines(context),
    notes: [],
    action: viewOrderAction('order-cancelled', context),
    footer: footerOf(order, shop),
  };
}

/** Builds the e-mail about a failed payment. The draft order has ended, and the cart is unchanged. */
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
  const { texts } = shop;
  return {
    shopName: texts.shopName,
    subject: texts.line('payment-failed', 'subject', {}),
    title: texts.line('payment-failed', 'subject', {}),
    paragraphs: [greet(firstName), ...texts.paragraphs('payment-failed', 'text', { amount })],
    rows: [],
    notes: [],
    action: { label: texts.line('payment-failed', 'action', {}), url: `${shop.origin}/cart/` },
    footer: footerOf({ market }, shop),
  };
}

const rowText = ({ label, details = [], amount }: OrderEmailRow): string =>
  `${[label, ...details].join(', ')}${amount === '' ? '' : `  ${amount}`}`;

/** Renders an e-mail as plain text. */
export const renderOrderEmailText = ({ shopName, paragraphs, rows, notes, action, also, footer }: OrderEmail): string =>
  [
    paragraphs.join('\n\n'),
    rows.map(rowText).join('\n'),
    ...notes.map(({ title, lines }) => [`${title}:`, ...lines].join('\n')),
    [action, ...(also ? [also] : [])].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    [shopName, ...footer].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
