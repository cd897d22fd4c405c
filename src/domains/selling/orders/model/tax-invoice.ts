/** The seller as a tax invoice names it (A New Tax System Act s. 29-70; GST Act of Singapore s. 41). */
import { deliveryRules } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import type { OrderView } from '../contract.ts';

export interface Seller {
  readonly name: string;
  /** The ABN or the GST registration number. Empty if the seller has none. */
  readonly taxId: string;
}

/** Returns `Tax invoice` for a registered seller of taxed goods. Anyone else may only issue a receipt. */
export const invoiceTitle = ({ taxId }: Seller, { taxTotal }: Pick<OrderView, 'taxTotal'>): string =>
  taxId === '' || taxTotal === 0 ? 'Receipt' : 'Tax invoice';

/** Returns the name of the document about a refund: `Adjustment note`, or `Refund note` of a seller who is not registered for the tax. */
export const creditNoteTitle = (market: Market, { taxId }: Seller): string =>
  taxId === '' ? 'Refund note' : deliveryRules(market).creditNoteName;

/** Formats the seller: `Cellardoor Pty Ltd, ABN 12 345 678 901`. */
export const sellerLine = (market: Market, { name, taxId }: Seller): string =>
  taxId === '' ? name : `${name}, ${getMarketConfig(market).taxIdName} ${taxId}`;
