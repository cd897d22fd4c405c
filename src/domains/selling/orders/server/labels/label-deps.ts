/** What use cases of labels need. */
import { createHash } from 'node:crypto';
import { type CheckoutDetails, checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { addressLines } from '#domains/selling/orders/model/format-address.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { Carriers } from '../carriers/carriers.ts';
import type { DocumentShopOf } from '../order-documents.ts';
import type { Label } from './label.repository.ts';

export interface LabelDeps {
  readonly database: Database;
  readonly carriers: Carriers;
  readonly documentShopOf: DocumentShopOf;
}

/** Returns what identifies everything that a label says of a delivery without saying it, so that a label for another one is noticed. */
export function hashDestination(order: { readonly market: Market; readonly details: CheckoutDetails }): string {
  // Imported orders may lack fields.
  const details = checkoutDetails.parse(order.details);
  const { phone, instructions, authorityToLeave, giftMessage } = details;
  return createHash('sha256')
    .update(JSON.stringify([addressLines({ ...order, details }), phone, instructions, authorityToLeave, giftMessage !== '']))
    .digest('hex')
    .slice(0, 32);
}

/** Returns true if the delivery of the order changed since the label was asked for. */
export const isMoved = (label: Label): boolean => hashDestination(label) !== label.destination;
