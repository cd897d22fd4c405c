/** What use cases of labels need. */
import { createHash } from 'node:crypto';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { addressLines } from '#domains/selling/orders/model/format-address.ts';
import type { Database } from '#lib/db/pool.ts';
import type { DocumentShopOf } from '../order-documents.ts';
import type { Carriers } from './carriers.ts';

export interface LabelDeps {
  readonly database: Database;
  readonly carriers: Carriers;
  readonly documentShopOf: DocumentShopOf;
}

/** Returns what identifies the destination of an order without saying it, so that a label for another one is noticed. */
export const hashDestination = (order: Pick<OrderView, 'market' | 'details'>): string =>
  createHash('sha256')
    .update([...addressLines(order), order.details.phone].join('\n'))
    .digest('hex')
    .slice(0, 32);
