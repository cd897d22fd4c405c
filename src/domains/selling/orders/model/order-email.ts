/** The mails about an order as data: one form for every mail, rendered to HTML and to plain text. Subjects and words of each kind. */

import { photoOf, photoPath, rasterPicture } from '#domains/catalogue/model/photo.ts';
import { lineName } from '#domains/selling/cart/model/line-name.ts';
import { lineCount } from '#domains/selling/checkout/model/format-line.ts';
import { formatMoneyIn, sumRows } from '#domains/selling/checkout/model/price-summary.ts';
import { giftTagWords } from '#domains/selling/gift-cards/model/format-gift.ts';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { marketFacts } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { addressLines, driverWords, handoverOf, isDelivered } from './format-address.ts';
import { invoiceTitle, type Seller, sellerLine } from './tax-invoice.ts';

/** What a line shows, and how large: not every mail program keeps a picture's shape by itself. */
export interface LetterPicture {
  readonly url: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Pictures fit into a square of so many pixels. */
export const PICTURE_SIDE = 56;
/** Enough for dense screens. */
const PHOTO_WIDTH = 160;

export interface OrderLetterRow {
  readonly label: string;
  /** Below it: how many, whom it is for. */
  readonly details?: readonly string[];
  readonly picture?: LetterPicture;
  /** Empty where the row has none. */
  readonly amount: string;
  /** The total: set apart from the rest. */
  readonly isTotal?: true;
}

/** A few lines under a heading. */
export interface OrderLetterNote {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface OrderLetter {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly OrderLetterRow[];
  readonly notes: readonly OrderLetterNote[];
  readonly action: { readonly label: string; readonly url: string };
  /** A second way on, below the first. */
  readonly also?: { readonly label: string; readonly url: string };
  /** Whom to ask, who sells and under which licence. */
  readonly footer: readonly string[];
}

/** The shop that writes: how it is reached, who it is in the market of the mail. */
export interface LetterShop {
  /** The site that pictures and links lead to: `https://shop.example`. */
  readonly origin: string;
  readonly supportPhone: string;
  readonly seller: Seller;
  readonly licence: string;
}

/** What every mail about an order is made with. */
export interface OrderEmailContext {
  readonly order: OrderView;
  readonly shop: LetterShop;
}

type Line = OrderView['lineItems'][number];

/** `Wirrabeen Ridge Old Block Shiraz 2021`. */
const lineTitle = (line: Line): string => [line.brand, lineName(line)].filter(Boolean).join(' ');

/** A retailer's photograph, small, or the drawing as a file that mail programs show. */
function pictureOf({ imageUrl }: Line, { origin }: LetterShop): { readonly picture?: LetterPicture } {
  if (!imageUrl.startsWith('/')) return {};
  const photo = photoOf(imageUrl);
  const { width, height } = photo ?? { width: 1, height: 1 };
  const scale = PICTURE_SIDE / Math.max(width, height);
  const path = photo ? photoPath(photo, PHOTO_WIDTH) : rasterPicture(imageUrl);
  return { picture: { url: `${origin}${path}`, width: Math.round(width * scale), height: Math.round(height * scale) } };
}

/** What was bought: name, `2 cases of 12`, and of a gift card whom it is for, with its amount; a gift of a promotion is free. */
export const receiptLines = ({ order, shop }: OrderEmailContext): OrderLetterRow[] =>
  order.lineItems.map((line) => ({
    label: lineTitle(line),
    details: [lineCount(line), ...(line.gift ? [giftTagWords(line.gift, marketFacts(order.market))] : [])],
    ...pictureOf(line, shop),
    amount: line.extendedListPrice === 0 ? 'Free' : formatMoneyIn(order.market, line.extendedListPrice),
  }));

/** What was sent or refunded, without amounts. */
const movedRows = ({ order, shop }: OrderEmailContext, moved: ShipmentView['lines']): OrderLetterRow[] =>
  moved.map(({ position, name, quantity }) => {
    const line = order.lineItems[position];
    return line
      ? { label: name, details: [lineCount({ ...line, quantity })], ...pictureOf(line, shop), amount: '' }
      : { label: `${quantity} × ${name}`, amount: '' };
  });

const hello = (firstName: string): string => (firstName === '' ? 'Hello,' : `Hello ${firstName},`);
const orderUrl = ({ order, shop }: OrderEmailContext): string => `${shop.origin}/order/${order.id}`;
const seeOrder = (post: OrderEmailContext) => ({ label: 'See your order', url: orderUrl(post) });
const goesTo = (order: OrderView): OrderLetterNote => ({ title: 'Goes to', lines: addressLines(order) });

/** `seller` is left out where the mail names it above. */
const footerOf = (order: Pick<OrderView, 'market'>, { supportPhone, seller, licence }: LetterShop, namesSeller = true): string[] => [
  ...(supportPhone ? [`Questions? Call ${supportPhone}.`] : []),
  ...(namesSeller ? [`${sellerLine(order.market, seller)}.`] : []),
  `${licence}.`,
];

/** Where money goes: a card takes days, credit and gift cards are there at once. */
function wherewith({ market }: OrderView, amount: number, toCard: number): string {
  const rest = Math.round((amount - toCard) * 100) / 100;
  if (rest <= 0) return 'It goes to the card you paid with. Your bank may need a few days to show it.';
  if (toCard <= 0) return 'It is back on the gift card or credit you paid with, ready to be spent.';
  return `${formatMoneyIn(market, toCard)} goes to the card you paid with, which your bank may need a few days to show; ${formatMoneyIn(market, rest)} is back on your gift card or credit.`;
}

/** Thanks, and the tax invoice. */
export function receiptLetter(post: OrderEmailContext): OrderLetter {
  const { order, shop } = post;
  const isSent = isDelivered(order);
  const driver = driverWords(order);
  const { giftMessage } = order.details;
  return {
    subject: `Your Cellardoor order #${order.number}`,
    title: `Order #${order.number}`,
    paragraphs: [
      hello(order.details.firstName),
      isSent
        ? 'Thank you. We have your order and are packing it.'
        : 'Thank you. We have your order. Each gift card goes by e-mail, with its code.',
    ],
    rows: [
      ...receiptLines(post),
      ...sumRows(order).map(({ kind, label, amount }) => ({ label, amount, ...(kind === 'total' ? { isTotal: true as const } : {}) })),
    ],
    notes: [
      ...(isSent ? [goesTo(order)] : []),
      ...(isSent && driver.length > 0 ? [{ title: 'For the driver', lines: driver }] : []),
      ...(isSent && giftMessage !== '' ? [{ title: 'On the card', lines: [giftMessage] }] : []),
      {
        title: invoiceTitle(shop.seller, order),
        lines: [
          `#${order.number}, ${formatDate(order.market, new Date(order.placedAt))}`,
          sellerLine(order.market, shop.seller),
          `Amounts in ${marketFacts(order.market).currency}`,
        ],
      },
    ],
    action: seeOrder(post),
    footer: footerOf(order, shop, false),
  };
}

/** Whether a shipment left cases behind: as it was told then, whatever became of the order since. */
function isPart({ status, shipments, timeline }: OrderView, { id }: ShipmentView): boolean {
  const told = timeline.filter(({ event }) => event === 'shipped')[shipments.findIndex((shipment) => shipment.id === id)];
  return (told?.to ?? status) === 'Partially Shipped';
}

/** A shipment left: what is in it, and where it can be followed. */
export function shipmentLetter(post: OrderEmailContext, shipment: ShipmentView): OrderLetter {
  const { order, shop } = post;
  const hasMore = isPart(order, shipment);
  const isFirst = order.shipments.length === 0 || order.shipments[0]?.id === shipment.id;
  const what = !hasMore && isFirst ? 'your order' : hasMore ? 'this part of your order' : 'the rest of your order';
  return {
    subject: `${hasMore ? 'Part of your' : isFirst ? 'Your' : 'The rest of your'} order #${order.number} is on its way`,
    title: 'On its way',
    paragraphs: [
      hello(order.details.firstName),
      `${shipment.carrier} has ${what}. ${acceptanceSentence(handoverOf(order))}`,
      ...(hasMore ? ['The rest follows, and we will write again.'] : []),
    ],
    rows: movedRows(post, shipment.lines),
    notes: [goesTo(order), ...(shipment.trackingNumber === '' ? [] : [{ title: 'Tracking number', lines: [shipment.trackingNumber] }])],
    ...(shipment.trackingUrl === ''
      ? { action: seeOrder(post) }
      : { action: { label: 'Follow it', url: shipment.trackingUrl }, also: seeOrder(post) }),
    footer: footerOf(order, shop),
  };
}

/** Money went back. */
export function refundLetter(post: OrderEmailContext, refund: RefundView): OrderLetter {
  const { order, shop } = post;
  const amount = formatMoneyIn(order.market, refund.amount);
  return {
    subject: `Your refund of ${amount} for order #${order.number}`,
    title: 'Your refund',
    paragraphs: [
      hello(order.details.firstName),
      `We have refunded ${amount} of your order #${order.number}. ${wherewith(order, refund.amount, refund.toCard)}`,
      ...(refund.reason === '' ? [] : [`Why: ${refund.reason}`]),
    ],
    rows: [...movedRows(post, refund.lines), { label: 'Refund', amount, isTotal: true }],
    notes: [],
    action: seeOrder(post),
    footer: footerOf(order, shop),
  };
}

/** Nothing will be sent. `reason` may be empty. */
export function cancelledLetter(post: OrderEmailContext, reason: string): OrderLetter {
  const { order, shop } = post;
  const sumOf = (amountOf: (refund: RefundView) => number): number => order.refunds.reduce((sum, refund) => sum + amountOf(refund), 0);
  const given = sumOf(({ amount }) => amount);
  const toCard = sumOf((refund) => refund.toCard);
  return {
    subject: `Your order #${order.number} is cancelled`,
    title: `Order #${order.number} is cancelled`,
    paragraphs: [
      hello(order.details.firstName),
      'We have cancelled your order, and nothing of it will be sent.',
      ...(reason === '' ? [] : [`Why: ${reason}`]),
      ...(given === 0 ? [] : [`We refund ${formatMoneyIn(order.market, given)}. ${wherewith(order, given, toCard)}`]),
    ],
    rows: receiptLines(post),
    notes: [],
    action: seeOrder(post),
    footer: footerOf(order, shop),
  };
}

/** A payment did not go through, and its draft has ended; the cart is still there. `amount` in words. */
export function paymentFailedLetter({
  firstName,
  amount,
  market,
  shop,
}: {
  readonly firstName: string;
  readonly amount: string;
  readonly market: OrderView['market'];
  readonly shop: LetterShop;
}): OrderLetter {
  return {
    subject: 'Your payment did not go through',
    title: 'Your payment did not go through',
    paragraphs: [
      hello(firstName),
      `Your card was not charged the ${amount}, so there is no order. Your cart is as you left it, but its cases are no longer kept for you.`,
      'Try another card, or ask your bank why it said no.',
    ],
    rows: [],
    notes: [],
    action: { label: 'Back to your cart', url: `${shop.origin}/cart/` },
    footer: footerOf({ market }, shop),
  };
}

const rowText = ({ label, details = [], amount }: OrderLetterRow): string =>
  `${[label, ...details].join(', ')}${amount === '' ? '' : `  ${amount}`}`;

/** The mail as plain text. */
export const orderLetterText = ({ paragraphs, rows, notes, action, also, footer }: OrderLetter): string =>
  [
    paragraphs.join('\n\n'),
    rows.map(rowText).join('\n'),
    ...notes.map(({ title, lines }) => [`${title}:`, ...lines].join('\n')),
    [action, ...(also ? [also] : [])].map(({ label, url }) => `${label}: ${url}`).join('\n'),
    ['Cellardoor', ...footer].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
