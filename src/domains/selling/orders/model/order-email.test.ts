import { describe, expect, test } from 'vitest';
import { DEFAULT_MAIL_TEXTS } from '#domains/settings/model/mail-texts.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import type { OrderView } from '../contract.ts';
import { addressLines, formatDriverInstructions, isDelivered } from './format-address.ts';
import {
  cancelledEmail,
  paymentFailedEmail,
  receiptEmail,
  receiptLines,
  refundEmail,
  renderOrderEmailText,
  shipmentEmail,
} from './order-email.ts';

const line: OrderView['lineItems'][number] = {
  productId: 1001,
  sku: 'OBS-12',
  name: 'Old Block Shiraz',
  brand: 'Orchard End',
  vintage: '2021',
  offerVariant: '',
  imageUrl: '/pictures/bottle/a.v1.svg',
  slug: '/wines/orchard-end/old-block-shiraz',
  quantity: 2,
  packSize: 12,
  bottleMl: 750,
  category: 'Red',
  isSpirit: false,
  listPrice: 288,
  extendedListPrice: 576,
  extendedSalePrice: 556,
  discountAmount: 20,
};

const order: OrderView = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1000001,
  market: 'AU',
  status: 'Awaiting Fulfillment',
  statusGroup: 'paid',
  placedAt: '2026-11-21T01:00:00.000Z',
  email: 'ada@example.com',
  details: {
    ...DETAILS,
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Okafor',
    address: '8 Ramsden Street',
    instructions: 'Side gate',
    authorityToLeave: true,
  },
  lineItems: [
    line,
    {
      ...line,
      name: 'Peated Cask',
      vintage: '',
      offerVariant: '12 years',
      isSpirit: true,
      packSize: 1,
      bottleMl: 700,
      quantity: 1,
      category: 'Whisky',
      extendedListPrice: 148,
    },
  ],
  baseAmount: 724,
  discounts: [{ name: 'Welcome', code: 'WELCOME20', amount: 20 }],
  shippingTotal: 9.9,
  isFreeShipping: false,
  total: 713.9,
  taxTotal: 64.9,
  tenders: [],
  charged: 0,
  shipments: [],
  refunds: [],
  refundedTotal: 0,
  timeline: [],
};
const post = {
  order,
  shop: {
    texts: DEFAULT_MAIL_TEXTS,
    origin: 'https://shop.example',
    supportPhone: '1800 555 010',
    taxPercent: 10,
    seller: { name: 'Orchard Traders Pty Ltd', taxId: '12 345 678 901' },
    licence: 'Licence 1',
  },
};
const orderUrl = `https://shop.example/order/${order.id}`;
const moved = [{ position: 0, name: 'Orchard End Old Block Shiraz 2021', quantity: 1 }];
const picture = { url: 'https://shop.example/pictures/bottle/a.v1.png', width: 56, height: 56 };

test('shows name, quantity and picture of a line', () => {
  expect(receiptLines(post)).toEqual([
    { label: 'Orchard End Old Block Shiraz 2021', details: ['2 cases of 12 × 750 mL'], picture, amount: '$576.00' },
    { label: 'Orchard End Peated Cask 12 Year Old', details: ['1 bottle of 700 mL'], picture, amount: '$148.00' },
  ]);
});

test.each([
  {
    name: 'a photograph that is higher than wide, small',
    imageUrl: '/pictures/photo/abcdefghij0123456789.900x1200/640.jpg',
    picture: { url: 'https://shop.example/pictures/photo/abcdefghij0123456789.900x1200/160.jpg', width: 42, height: 56 },
  },
  {
    name: 'a photograph that is wider than high',
    imageUrl: '/pictures/photo/abcdefghij0123456789.1400x700/640.jpg',
    picture: { url: 'https://shop.example/pictures/photo/abcdefghij0123456789.1400x700/160.jpg', width: 56, height: 28 },
  },
  { name: 'nothing, of an order that was imported without', imageUrl: '', picture: undefined },
])('shows $name in a line', ({ imageUrl, picture: expected }) => {
  expect(receiptLines({ ...post, order: { ...order, lineItems: [{ ...line, imageUrl }] } })[0]?.picture).toEqual(expected);
});

test('shows a promotion gift as free', () => {
  expect(receiptLines({ ...post, order: { ...order, lineItems: [{ ...line, extendedListPrice: 0 }] } })[0]?.amount).toBe('Free');
});

test('shows recipient and date of a gift card, but not the address', () => {
  const [line] = order.lineItems;
  if (!line) throw new Error('there is no line');
  const gift = {
    ...line,
    brand: '',
    name: 'Gift card',
    vintage: '',
    category: 'Gift card',
    quantity: 1,
    gift: { recipientName: 'Ada', sendOn: '2026-12-24' },
  };
  const sent = { ...post, order: { ...order, lineItems: [gift] } };
  expect(receiptLines(sent)[0]?.details).toEqual(['1 gift card', 'For Ada, sent on 24 December 2026']);
  // The order may contain the usual address of the customer.
  expect(isDelivered(sent.order)).toBe(false);
  expect(receiptEmail(sent).paragraphs).toContain('Thank you. We have your order, and we’ll email each gift card with its code.');
  expect(receiptEmail(sent).notes.map(({ title }) => title)).toEqual(['Tax invoice']);
});

describe('the delivery in the e-mail', () => {
  const singapore: OrderView = { ...order, market: 'SG', details: { ...order.details, suburb: '', state: '', postcode: '288913' } };
  test.each([
    { name: 'Australia', order, lines: ['Ada Okafor', '8 Ramsden Street', 'Clifton Hill VIC 3068'] },
    { name: 'Singapore', order: singapore, lines: ['Ada Okafor', '8 Ramsden Street', 'Singapore 288913'] },
  ])('$name', ({ order: placed, lines }) => {
    expect(addressLines(placed)).toEqual(lines);
  });
  test('shows only the delivery instructions that the shopper gave [CHK-15]', () => {
    expect(formatDriverInstructions(order)).toEqual(['Side gate', 'Can be left in a safe place if no one’s home.']);
    expect(formatDriverInstructions({ ...order, details: { ...order.details, instructions: '', authorityToLeave: false } })).toEqual([]);
    expect(formatDriverInstructions({ ...order, details: { ...order.details, instructions: '', state: 'QLD' } })).toEqual([]);
  });
});

test('renders the plain receipt as a tax invoice with lines, amounts, place, seller, order URL and phone [CHK-16]', () => {
  expect(receiptEmail(post).subject).toBe('Your Cellardoor order #1000001');
  expect(renderOrderEmailText(receiptEmail(post))).toBe(`Hello Ada,

Thank you. We have your order and are packing it.

Orchard End Old Block Shiraz 2021, 2 cases of 12 × 750 mL  $576.00
Orchard End Peated Cask 12 Year Old, 1 bottle of 700 mL  $148.00
3 items  $724.00
WELCOME20  −$20.00
Delivery  $9.90
Total  $713.90
Includes 10% GST  $64.90

Delivery address:
Ada Okafor
8 Ramsden Street
Clifton Hill VIC 3068

For the driver:
Side gate
Can be left in a safe place if no one’s home.

Tax invoice:
#1000001, 21 November 2026
Orchard Traders Pty Ltd, ABN 12 345 678 901
Amounts in AUD

View your order: ${orderUrl}

Cellardoor
Questions? Call 1800 555 010.
Licence 1.`);
});

describe('the seller in the e-mail', () => {
  test.each([
    {
      name: 'registered in Australia',
      seller: post.shop.seller,
      market: 'AU' as const,
      title: 'Tax invoice',
      line: 'Orchard Traders Pty Ltd, ABN 12 345 678 901',
    },
    {
      name: 'registered in Singapore',
      seller: { name: 'Orchard Pte Ltd', taxId: 'M9-0000001-1' },
      market: 'SG' as const,
      title: 'Tax invoice',
      line: 'Orchard Pte Ltd, GST reg. no. M9-0000001-1',
    },
    {
      name: 'not registered',
      seller: { name: 'Orchard', taxId: '' },
      market: 'AU' as const,
      title: 'Receipt',
      line: 'Orchard',
    },
  ])('$name', ({ seller, market, title, line: named }) => {
    const email = receiptEmail({ order: { ...order, market }, shop: { ...post.shop, seller } });
    expect(email.notes.at(-1)).toEqual({
      title,
      lines: ['#1000001, 21 November 2026', named, `Amounts in ${market === 'AU' ? 'AUD' : 'SGD'}`],
    });
    expect(email.footer).toEqual(['Questions? Call 1800 555 010.', 'Licence 1.']);
    const failureEmail = paymentFailedEmail({ firstName: '', amount: '$1.00', market, shop: { ...post.shop, seller } });
    expect(failureEmail.footer).toContain(`${named}.`);
  });
});

describe('the e-mail about a shipment', () => {
  const shipment = {
    id: '00000000-0000-4000-8000-000000000002',
    at: order.placedAt,
    carrier: 'Overland',
    trackingNumber: 'OX 1',
    trackingUrl: 'https://overland.example/OX1',
    lines: moved,
  };
  test('links to the carrier if everything was sent', () => {
    const email = shipmentEmail({ ...post, order: { ...order, status: 'Shipped', shipments: [shipment] } }, shipment);
    expect(email).toMatchObject({
      subject: 'Your order #1000001 is on its way',
      rows: [{ label: 'Orchard End Old Block Shiraz 2021', details: ['1 case of 12 × 750 mL'], picture, amount: '' }],
      action: { label: 'Track delivery', url: 'https://overland.example/OX1' },
      also: { label: 'View your order', url: orderUrl },
    });
    expect(email.paragraphs[1]).toBe(
      'Overland has your order. If no one is home, the driver leaves it in a safe place, as you asked. Whoever accepts it must be aged 18 or over and may be asked for proof of age.',
    );
  });
  test('says that the rest follows if a part was sent', () => {
    const email = shipmentEmail({ ...post, order: { ...order, status: 'Partially Shipped' } }, { ...shipment, trackingUrl: '' });
    expect(email.subject).toBe('Part of your order #1000001 is on its way');
    expect(email.paragraphs[1]).toContain('Overland has this part of your order.');
    expect(email.paragraphs).toContain('We’ll email you again when the rest is on its way.');
    expect(email.action).toEqual({ label: 'View your order', url: orderUrl });
  });
  test('says that the rest was sent, and describes the first part as a part even if it is late', () => {
    const first = { ...shipment, id: '00000000-0000-4000-8000-000000000009' };
    const shipped = { event: 'shipped', at: order.placedAt, amount: null, carrier: 'Overland' } as const;
    const sent: OrderView = {
      ...order,
      status: 'Shipped',
      shipments: [first, shipment],
      timeline: [
        { ...shipped, to: 'Partially Shipped' },
        { ...shipped, to: 'Shipped' },
      ],
    };
    expect(shipmentEmail({ ...post, order: sent }, first).subject).toBe('Part of your order #1000001 is on its way');
    const rest = shipmentEmail({ ...post, order: sent }, shipment);
    expect(rest.subject).toBe('The rest of your order #1000001 is on its way');
    expect(rest.paragraphs[1]).toContain('Overland has the rest of your order.');
  });
});

describe('the e-mail about a refund or a failed payment', () => {
  const refund = {
    id: '00000000-0000-4000-8000-000000000003',
    at: order.placedAt,
    amount: 48,
    toCard: 48,
    isDone: true,
    reason: 'A broken bottle',
    lines: moved,
  };
  test('names amount, lines and reason of a refund', () => {
    const email = refundEmail(post, refund);
    expect(email.subject).toBe('Your refund of $48.00 for order #1000001');
    expect(email.paragraphs).toContain('Reason: A broken bottle');
    expect(email.rows.at(-1)).toEqual({ label: 'Refund', amount: '$48.00', isTotal: true });
  });
  test.each([
    {
      name: 'all to the card',
      toCard: 48,
      words: 'It’s going back to the card you paid with. It can take your bank a few days to show it.',
    },
    { name: 'nothing refunded to a card', toCard: 0, words: 'It’s back on the gift card or store credit you paid with, ready to use.' },
    {
      name: 'a part to each',
      toCard: 30,
      words:
        '$30.00 is going back to the card you paid with. It can take your bank a few days to show it. $18.00 is back on your gift card or store credit.',
    },
  ])('says where the money goes: $name', ({ toCard, words }) => {
    expect(refundEmail(post, { ...refund, toCard }).paragraphs[1]).toBe(`We have refunded $48.00 of your order #1000001. ${words}`);
    const cancelled = cancelledEmail({ ...post, order: { ...order, refunds: [{ ...refund, toCard, isDone: false }] } }, '');
    expect(cancelled.paragraphs.at(-1)).toBe(`We’re refunding $48.00. ${words}`);
  });
  test('links from a failed payment to the cart', () => {
    const email = paymentFailedEmail({ firstName: 'Ada', amount: '$713.90', market: 'AU', shop: post.shop });
    expect(renderOrderEmailText(email)).toContain('Back to your cart: https://shop.example/cart/');
  });
});
