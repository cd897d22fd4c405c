import { describe, expect, test } from 'vitest';
import type { OrderView } from './contract.ts';
import { addressee, driverNotes, receiptLines, receiptSubject, receiptText } from './receipt.ts';

const line: OrderView['lineItems'][number] = {
  productId: 1001,
  sku: 'OBS-12',
  name: 'Old Block Shiraz',
  brand: 'Orchard End',
  vintage: '2021',
  imageUrl: '/pictures/bottle/a.svg',
  slug: '/wines/orchard-end/old-block-shiraz',
  quantity: 2,
  packSize: 12,
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
    authorityToLeave: true,
  },
  lineItems: [line, { ...line, name: 'Peated Cask', vintage: '', packSize: 1, quantity: 1, category: 'Whisky', extendedListPrice: 148 }],
  baseAmount: 724,
  discounts: [{ name: 'Welcome', code: 'WELCOME20', amount: 20 }],
  shippingTotal: 9.9,
  isFreeShipping: false,
  total: 713.9,
  taxTotal: 64.9,
};

test('the subject names the order', () => {
  expect(receiptSubject(order)).toBe('Your Cellardoor order #1000001');
});

test('a line says whose it is, what and how many', () => {
  expect(receiptLines(order)).toEqual([
    { label: 'Orchard End Old Block Shiraz 2021, 2 cases of 12', amount: '$576.00' },
    { label: 'Orchard End Peated Cask, 1 bottle', amount: '$148.00' },
  ]);
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
    expect(driverNotes({ details: { ...order.details, instructions: '', authorityToLeave: false } })).toEqual([]);
  });
});

test('the plain receipt holds lines, sums, place, address of the order and phone', () => {
  expect(receiptText(order, 'https://shop.example/order/1', '1800 555 010')).toBe(`Hello Ada,

Thank you. We have your order #1000001 and are packing it.

Orchard End Old Block Shiraz 2021, 2 cases of 12  $576.00
Orchard End Peated Cask, 1 bottle  $148.00

3 items  $724.00
WELCOME20  −$20.00
Delivery  $9.90
Total  $713.90
Includes GST 10 %  $64.90

To: Ada Okafor, 8 Ramsden Street, Clifton Hill VIC 3068
Delivery instructions: Side gate
The driver may leave it in a safe spot if nobody answers.

See your order: https://shop.example/order/1
Questions? Call 1800 555 010.`);
});
