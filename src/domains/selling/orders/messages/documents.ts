/** Text on printed documents about orders. */
import { plural } from '#lib/plural.ts';

export const orderDocumentMessages = {
  titleOf: (title: string, number: number) => `${title} #${number}`,
  order: 'Order',
  date: 'Date',
  currency: 'Amounts in',
  seller: 'Seller',
  phone: (phone: string) => `Phone ${phone}`,
  billedTo: 'Billed to',
  deliverTo: 'Deliver to',
  item: 'Item',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
  sku: (sku: string) => `SKU ${sku}`,
  withoutTax: (taxName: string) => `Total without ${taxName}`,
} as const;

export const creditNoteMessages = {
  forOrder: (number: number, date: string) => `#${number} of ${date}`,
  forLabel: 'For order',
  delivery: 'Delivery charge',
  adjustment: 'Reduction of the price',
  reason: 'Reason',
  includesTax: (percent: number, taxName: string) => `Includes ${percent}% ${taxName}`,
  total: 'Refund',
} as const;

export const packingSlipMessages = {
  title: 'Packing slip',
  toPack: 'To pack',
  sentBefore: (parts: readonly string[]) => `Already sent or cancelled: ${parts.join(', ')}.`,
  giftMessage: 'Gift message',
  packWith: 'Pack together with order',
  handover: 'At the door',
  driver: 'For the driver',
} as const;

export const pickListMessages = {
  title: 'Pick list',
  summary: (orders: number, items: number, made: string) => `${plural(items, 'item')} for ${plural(orders, 'order')}, ${made}`,
  bin: 'Bin',
  withoutBin: (wines: number) => `${plural(wines, 'wine has', 'wines have')} no bin:`,
  pick: 'Pick',
  orders: 'For orders',
  forOrder: (number: number, quantity: number) => `#${number}: ${quantity}`,
} as const;
