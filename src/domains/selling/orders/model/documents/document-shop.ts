/** What the documents of an order say about the shop. */

import type { OrderView } from '#domains/selling/orders/contract.ts';
import { orderDocumentMessages as text } from '#domains/selling/orders/messages/documents.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { Seller } from '../tax-invoice.ts';

export interface DocumentShop {
  readonly shopName: string;
  readonly seller: Seller;
  /** May be empty. */
  readonly postalAddress: string;
  /** May be empty. */
  readonly supportPhone: string;
  readonly licence: string;
  /** The market's tax rate on the day of the order. */
  readonly taxPercent: number;
}

/** An order and the shop that sold it. */
export interface OrderDocument {
  readonly order: OrderView;
  readonly shop: DocumentShop;
}

/** Returns name, tax number, address and phone of the seller, one line each. */
export function sellerLines(market: Market, { seller: { name, taxId }, postalAddress, supportPhone }: DocumentShop): string[] {
  return [
    name,
    ...(taxId === '' ? [] : [`${getMarketConfig(market).taxIdName} ${taxId}`]),
    ...(postalAddress === '' ? [] : [postalAddress]),
    ...(supportPhone === '' ? [] : [text.phone(supportPhone)]),
  ];
}
