/** Every record kind of the interchange format: its schema, how a batch is written, how all of them are read. */
import type { z } from 'zod';
import { customerRecord } from '../../account/record.ts';
import { CUSTOMER_EXPORT } from '../../account/server/customer-export.ts';
import { writeCustomers } from '../../account/server/customer-writer.ts';
import { pictureVersion } from '../../bottle/picture-version.ts';
import { offerRecord, stockRecord } from '../../catalogue/record.ts';
import { type Written, writeOffers, writeStock } from '../../catalogue/server/catalogue-writer.ts';
import { pageRecord } from '../../content/record.ts';
import { writePages } from '../../content/server/page-writer.ts';
import { promotionRecord } from '../../coupons/promotion.ts';
import { writePromotions } from '../../coupons/server/promotion-writer.ts';
import { favouriteRecord } from '../../favourites/record.ts';
import { FAVOURITE_EXPORT, writeFavourites } from '../../favourites/server/favourite-records.ts';
import type { Queries, Transaction } from '../../platform/server/database/pool.ts';
import { deliveryEstimateRecord } from '../../shipping/estimate-record.ts';
import { DELIVERY_ESTIMATE_EXPORT, writeDeliveryEstimates } from '../../shipping/server/delivery-estimates.ts';

export interface WriteOptions {
  /** True where records were made of a retailer's table by a mapping, whose stock levels are constants. */
  readonly mapped: boolean;
}

export interface RecordKind {
  readonly schema: z.ZodType;
  /** Write a batch of parsed records of this kind. */
  readonly write: (transaction: Transaction, records: readonly unknown[], from: WriteOptions) => Promise<Written>;
  /** Records after a key, in key order, with the key of each. */
  readonly read: (queries: Queries, after: string, limit: number) => Promise<readonly { readonly key: string; readonly record: unknown }[]>;
}

const kind = <S extends z.ZodType>(
  schema: S,
  write: (transaction: Transaction, records: readonly z.output<S>[], from: WriteOptions) => Promise<Written>,
  text: string,
): RecordKind => ({
  schema,
  write: (transaction, records, from) => write(transaction, records as readonly z.output<S>[], from),
  read: (queries, after, limit) => queries.rows({ text, values: [after, limit] }),
});

/** In the order they must be written in: stock and promotions may name offers, favourites name customers. */
export const RECORD_KINDS: Readonly<Record<string, RecordKind>> = {
  offer: kind(
    offerRecord,
    (transaction, records) => writeOffers(transaction, records, pictureVersion),
    'select offer_id as key, record from offers where offer_id > $1 order by offer_id limit $2',
  ),
  stock: kind(
    stockRecord,
    (transaction, records, { mapped }) => writeStock(transaction, records, mapped),
    `select key, record from (
      select lpad(product_id::text, 10, '0') || market as key, json_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record from stock
    ) rows where key > $1 order by key limit $2`,
  ),
  promotion: kind(
    promotionRecord,
    writePromotions,
    "select key, record from (select lpad(id::text, 10, '0') as key, record from promotions) rows where key > $1 order by key limit $2",
  ),
  'delivery-estimate': kind(deliveryEstimateRecord, writeDeliveryEstimates, DELIVERY_ESTIMATE_EXPORT),
  page: kind(pageRecord, writePages, 'select id as key, record from pages where id > $1 order by id limit $2'),
  customer: kind(customerRecord, writeCustomers, CUSTOMER_EXPORT),
  favourite: kind(favouriteRecord, writeFavourites, FAVOURITE_EXPORT),
};
