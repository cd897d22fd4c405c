import { describe, expect, test } from 'vitest';
import { addressee, driverNotes } from './address-words.ts';
import type { OrderView } from './contract.ts';
import {
  cancelledLetter,
  orderLetterText,
  paymentFailedLetter,
  receiptLetter,
  receiptLines,
  refundLetter,
  shipmentLetter,
} from './order-letter.ts';

const line: OrderView['lineItems'][number] = {
  productId: 1001,
  sku: 'OBS-12',
  name: 'Old Block Shiraz',
  brand: 'Orchard End',
  vintage: '2021',
  offerVariant: '',
  imageUrl: '/pictures/bottle/a.svg',
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
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Okafor',
    phone: '0412 345 678',
    address: '8 Ramsden Street',
    suburb: 'Clifton Hill',
    state: 'VIC',
    postcode: '3068',
    instructions: 'Side gate',
    giftMessage: '',
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
  orderUrl: 'https://shop.example/order/1',
  supportPhone: '1800 555 010',
  seller: { name: 'Orchard Traders Pty Ltd', taxId: '12 345 678 901' },
};
const moved = [{ name: 'Orchard End Old Block Shiraz 2021', quantity: 2 }];

test('a line says whose it is, what and how many', () => {
  expect(receiptLines(order)).toEqual([
    { label: 'Orchard End Old Block Shiraz 2021, 2 cases of 12 × 750 mL', amount: '$576.00' },
    { label: 'Orchard End Peated Cask 12 years, 1 bottle of 700 mL', amount: '$148.00' },
  ]);
});

test('the line of a gift card says whom it is for and when it goes, and tells no address', () => {
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
  expect(receiptLines({ ...order, lineItems: [gift] })[0]?.label).toBe('Gift card, 1 gift card. For Ada, sent on 24 December 2026');
});

describe('where it goes', () => {
  const singapore: OrderView = { ...order, market: 'SG', details: { ...order.details, suburb: '', state: '', postcode: '288913' } };
  test.each([
    { name: 'Australia', order, line: 'Ada Okafor, 8 Ramsden Street, Clifton Hill VIC 3068' },
    { name: 'Singapore', order: singapore, line: 'Ada Okafor, 8 Ramsden Street, Singapore 288913' },
  ])('$name', ({ order: placed, line: expected }) => {
    expect(addressee(placed)).toBe(expected);
  });
  test('the driver is told only what the shopper said', () => {
    expect(driverNotes(order)).toEqual(['Delivery instructions: Side gate', 'The driver may leave it in a safe spot if nobody answers.']);
    expect(driverNotes({ details: { ...order.details, instructions: '', giftMessage: '', authorityToLeave: false } })).toEqual([]);
  });
});

test('the plain receipt is a tax invoice: lines, sums, place, seller, address of the order and phone', () => {
  expect(receiptLetter(post).subject).toBe('Your Cellardoor order #1000001');
  expect(orderLetterText(receiptLetter(post))).toBe(`Hello Ada,

Thank you. We have your order and are packing it.

Orchard End Old Block Shiraz 2021, 2 cases of 12 × 750 mL  $576.00
Orchard End Peated Cask 12 years, 1 bottle of 700 mL  $148.00
3 items  $724.00
WELCOME20  −$20.00
Delivery  $9.90
Total  $713.90
Includes GST 10 %  $64.90

To: Ada Okafor, 8 Ramsden Street, Clifton Hill VIC 3068
Delivery instructions: Side gate
The driver may leave it in a safe spot if nobody answers.
Tax invoice #1000001, 21 November 2026. Orchard Traders Pty Ltd, ABN 12 345 678 901.

See your order: https://shop.example/order/1

Questions? Call 1800 555 010.`);
});

describe('who sells', () => {
  test.each([
    {
      name: 'registered in Australia',
      seller: post.seller,
      market: 'AU' as const,
      note: 'Tax invoice #1000001, 21 November 2026. Orchard Traders Pty Ltd, ABN 12 345 678 901.',
    },
    {
      name: 'registered in Singapore',
      seller: { name: 'Orchard Pte Ltd', taxId: 'M9-0000001-1' },
      market: 'SG' as const,
      note: 'Tax invoice #1000001, 21 November 2026. Orchard Pte Ltd, GST reg. no. M9-0000001-1.',
    },
    {
      name: 'not registered',
      seller: { name: 'Orchard', taxId: '' },
      market: 'AU' as const,
      note: 'Receipt #1000001, 21 November 2026. Orchard.',
    },
  ])('$name', ({ seller, market, note }) => {
    expect(receiptLetter({ ...post, order: { ...order, market }, seller }).notes.at(-1)).toBe(note);
  });
});

describe('a shipment', () => {
  const shipment = {
    id: '00000000-0000-4000-8000-000000000002',
    at: order.placedAt,
    carrier: 'Overland',
    trackingNumber: 'OX 1',
    trackingUrl: 'https://overland.example/OX1',
    lines: moved,
  };
  test('of everything leads to the carrier', () => {
    const letter = shipmentLetter({ ...post, order: { ...order, status: 'Shipped', shipments: [shipment] } }, shipment);
    expect(letter).toMatchObject({
      subject: 'Your order #1000001 is on its way',
      rows: [{ label: '2 × Orchard End Old Block Shiraz 2021', amount: '' }],
      action: { label: 'Follow it', url: 'https://overland.example/OX1' },
      also: { label: 'See your order', url: post.orderUrl },
    });
    expect(letter.paragraphs[1]).toBe(
      'Overland has your order. Someone aged 18 or over has to take it at the door, or the driver leaves it in a safe spot as you allowed.',
    );
  });
  test('of a part says that the rest follows', () => {
    const letter = shipmentLetter({ ...post, order: { ...order, status: 'Partially Shipped' } }, { ...shipment, trackingUrl: '' });
    expect(letter.subject).toBe('Part of your order #1000001 is on its way');
    expect(letter.paragraphs).toContain('The rest follows, and we will write again.');
    expect(letter.action).toEqual({ label: 'See your order', url: post.orderUrl });
  });
});

describe('money that goes back or never came', () => {
  const refund = {
    id: '00000000-0000-4000-8000-000000000003',
    at: order.placedAt,
    amount: 48,
    toCard: 48,
    isDone: true,
    reason: 'A broken bottle',
    lines: moved,
  };
  test('a refund names amount, lines and reason', () => {
    const letter = refundLetter(post, refund);
    expect(letter.subject).toBe('We have given $48.00 back for order #1000001');
    expect(letter.paragraphs).toContain('Why: A broken bottle');
    expect(letter.rows.at(-1)).toEqual({ label: 'Refund', amount: '$48.00' });
  });
  test.each([
    { name: 'all to the card', toCard: 48, words: 'It goes to the card you paid with. Your bank may need a few days to show it.' },
    { name: 'none of it to a card', toCard: 0, words: 'It is back on the gift card or credit you paid with, ready to be spent.' },
    {
      name: 'a part to each',
      toCard: 30,
      words:
        '$30.00 goes to the card you paid with, which your bank may need a few days to show; $18.00 is back on your gift card or credit.',
    },
  ])('it says where it went: $name', ({ toCard, words }) => {
    expect(refundLetter(post, { ...refund, toCard }).paragraphs[1]).toBe(`We have given $48.00 back. ${words}`);
    const cancelled = cancelledLetter({ ...post, order: { ...order, refunds: [{ ...refund, toCard, isDone: false }] } }, '');
    expect(cancelled.paragraphs.at(-1)).toBe(`We give $48.00 back. ${words}`);
  });
  test('a failed payment leads back to the cart', () => {
    const letter = paymentFailedLetter({ firstName: 'Ada', amount: '$713.90', cartUrl: 'https://shop.example/cart', supportPhone: '1' });
    expect(orderLetterText(letter)).toContain('Back to your cart: https://shop.example/cart');
  });
});
