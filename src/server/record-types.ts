/** Every record kind of the interchange format: its schema, how a batch is written, how all of them are read. */

import type { z } from 'zod';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { prepareOffers, type Written, writeOffers, writeStock } from '#domains/catalogue/server/catalogue-writer.ts';
import {
  PICTURE_EXPORT,
  PICTURE_EXPORT_SINCE,
  PICTURE_FILE_EXPORT,
  PICTURE_FILE_EXPORT_SINCE,
  pictureFileRecord,
  pictureRecord,
  writePictureFiles,
  writePictures,
} from '#domains/catalogue/server/picture-records.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import {
  REMOVE_OFFERS,
  REMOVED_EXPORT,
  REMOVED_EXPORT_SINCE,
  removedRecord,
  writeRemoved,
} from '#domains/catalogue/server/removed-records.ts';
import { pageRecord } from '#domains/content/model/record.ts';
import { writePages } from '#domains/content/server/page-writer.ts';
import { customerRecord, customerRecordWithoutStaff } from '#domains/customers/account/model/record.ts';
import { CUSTOMER_EXPORT } from '#domains/customers/account/server/customer-export.ts';
import { writeCustomers } from '#domains/customers/account/server/customer-writer.ts';
import { loyaltyLedgerRecord } from '#domains/customers/loyalty/model/ledger-record.ts';
import { loyaltyRecord } from '#domains/customers/loyalty/model/programme.ts';
import { LOYALTY_LEDGER_EXPORT, writeLoyaltyLedgers } from '#domains/customers/loyalty/server/ledger-records.ts';
import { PROGRAMME_EXPORT, writeProgrammes } from '#domains/customers/loyalty/server/programmes.ts';
import { favouriteRecord } from '#domains/discovery/favourites/model/record.ts';
import { FAVOURITE_EXPORT, writeFavourites } from '#domains/discovery/favourites/server/favourite-records.ts';
import { membershipRecord } from '#domains/selling/clubs/model/membership-record.ts';
import { clubRecord } from '#domains/selling/clubs/model/record.ts';
import { writeClubs } from '#domains/selling/clubs/server/club.repository.ts';
import { MEMBERSHIP_EXPORT, writeMemberships } from '#domains/selling/clubs/server/membership-record.repository.ts';
import { giftCardRecord } from '#domains/selling/gift-cards/model/record.ts';
import { GIFT_CARD_EXPORT, writeGiftCards } from '#domains/selling/gift-cards/server/gift-card-record.repository.ts';
import { orderRecord } from '#domains/selling/orders/model/record.ts';
import { ORDER_EXPORT, ORDER_EXPORT_SINCE, writeOrders } from '#domains/selling/orders/server/order-record.repository.ts';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import { writePromotions } from '#domains/selling/promotions/server/promotion.repository.ts';
import { deliveryEstimateRecord } from '#domains/selling/shipping/model/estimate-record.ts';
import { DELIVERY_ESTIMATE_EXPORT, writeDeliveryEstimates } from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { creditRecord } from '#domains/selling/store-credit/model/record.ts';
import { CREDIT_EXPORT, writeCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { withStorableText } from '#lib/is-storable-text.ts';

export interface WriteOptions {
  /** The mapping that made the records of a retailer's file; null for the shop's own format. */
  readonly mapping: string | null;
  /** Stock levels are what new offers start with, and change none that is known. */
  readonly opensStockOnly: boolean;
  /** The import that notes what records were; null where none does. */
  readonly importId: number | null;
}

/** How an import of a kind is written down, so that it can be taken back. */
export interface Undoable {
  /** The key under which `read` gives a record. */
  readonly keyOf: (record: unknown) => string;
  /** A statement of the records as they are, `key` and `record` (jsonb), for the keys $1. */
  readonly byKeys: string;
  /** An expression over such a record `found`: what tells that it is still the same. Its MD5 when absent. */
  readonly mark?: string;
  /** Takes records out that an import brought, by the keys $1; what somebody holds stays. */
  readonly remove: readonly string[];
}

type ReadRecords = (db: Queryable, after: string, limit: number) => Promise<readonly { readonly key: string; readonly record: unknown }[]>;

export interface RecordKind {
  readonly schema: z.ZodType;
  /** Write a batch of parsed records of this kind. */
  readonly write: (transaction: Transaction, records: readonly unknown[], from: WriteOptions) => Promise<Written>;
  /** The same in two halves, the first of which needs little of the database; null where there is nothing to gain by it. */
  readonly prepare: ((transaction: Transaction, records: readonly unknown[], from: WriteOptions) => Promise<() => Promise<Written>>) | null;
  /** Records after a key, in key order, with the key of each. */
  readonly read: ReadRecords;
  /** The same of what changed at a moment ($3, ISO) or after it. */
  readonly readSince: (since: string) => ReadRecords;
  /** Its writer notes by itself what records were. */
  readonly notesItself: boolean;
  /** Null where an import of it cannot be taken back. */
  readonly undo: Undoable | null;
  /** Rows that shoppers lock too, so an import writes them last and holds them for a moment only. */
  readonly isHot: boolean;
}

const kind = <S extends z.ZodType>(
  schema: S,
  write: (transaction: Transaction, records: readonly z.output<S>[], from: WriteOptions) => Promise<Written>,
  text: string,
  {
    undo = null,
    isHot = false,
    notesItself = false,
    since,
    prepare,
  }: {
    undo?: Undoable | null;
    isHot?: boolean;
    notesItself?: boolean;
    since: string;
    prepare?: (transaction: Transaction, records: readonly z.output<S>[], from: WriteOptions) => Promise<() => Promise<Written>>;
  },
): RecordKind => ({
  schema: withStorableText(schema),
  write: (transaction, records, from) => write(transaction, records as readonly z.output<S>[], from),
  prepare: prepare === undefined ? null : (transaction, records, from) => prepare(transaction, records as readonly z.output<S>[], from),
  read: (db, after, limit) => db.queryMany({ text, values: [after, limit] }),
  readSince: (timestamp) => (db, after, limit) => db.queryMany({ text: since, values: [after, limit, timestamp] }),
  notesItself,
  undo,
  isHot,
});

/** An export narrowed to what record_changes names at $3 or after. In: the export, its rows' key there, the kind there. */
const changedSince = (text: string, key: string, kind: string): string =>
  text.replace(
    / > \$1(?! *,)/,
    (found) => `${found} and ${key} in (select c.key from record_changes c where c.kind = '${kind}' and c.changed_at >= $3)`,
  );

const ten = (id: number) => String(id).padStart(10, '0');

/** What tells that a record `found` of this kind is still the same. */
export const checksumSql = ({ mark = 'md5(found.record::text)' }: Undoable): string => mark;

/** In the order they must be written in: stock and promotions may name offers, favourites name customers. */
export const RECORD_KINDS: Readonly<Record<string, RecordKind>> = {
  offer: kind(
    offerRecord,
    (transaction, records, { mapping, importId }) => writeOffers(transaction, records, pictureVersion, { source: mapping ?? '', importId }),
    'select offer_id as key, record from offers where offer_id > $1 order by offer_id limit $2',
    {
      prepare: (transaction, records, { mapping, importId }) =>
        prepareOffers(transaction, records, pictureVersion, { source: mapping ?? '', importId }),
      since: 'select offer_id as key, record from offers where offer_id > $1 and updated_at >= $3 order by offer_id limit $2',
      notesItself: true,
      undo: {
        keyOf: (record) => (record as z.output<typeof offerRecord>).offerId,
        byKeys: 'select offer_id as key, record, digest from offers where offer_id = any($1)',
        mark: 'found.digest',
        remove: REMOVE_OFFERS,
      },
    },
  ),
  removed: kind(removedRecord, (transaction, records, { importId }) => writeRemoved(transaction, records, importId), REMOVED_EXPORT, {
    since: REMOVED_EXPORT_SINCE,
    notesItself: true,
  }),
  stock: kind(
    stockRecord,
    (transaction, records, { opensStockOnly, importId }) => writeStock(transaction, records, { openingOnly: opensStockOnly, importId }),
    `select key, record from (
      select lpad(product_id::text, 10, '0') || market as key, json_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record from stock
    ) rows where key > $1 order by key limit $2`,
    {
      since: `select key, record from (
        select lpad(product_id::text, 10, '0') || market as key, json_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record
        from stock where updated_at >= $3
      ) rows where key > $1 order by key limit $2`,
      isHot: true,
      notesItself: true,
      undo: {
        keyOf: (record) => {
          const { productId, market } = record as z.output<typeof stockRecord>;
          return ten(productId) + market;
        },
        byKeys: `select asked.key, jsonb_build_object('record', 'stock', 'productId', product_id, 'market', market, 'level', level) as record
          from unnest($1::text[]) asked (key) join stock on product_id = substr(asked.key, 1, 10)::int and market = substr(asked.key, 11)`,
        mark: "found.record->>'level'",
        remove: [
          `delete from stock using unnest($1::text[]) asked (key)
            where product_id = substr(asked.key, 1, 10)::int and market = substr(asked.key, 11) and reserved = 0`,
        ],
      },
    },
  ),
  picture: kind(pictureRecord, writePictures, PICTURE_EXPORT, { since: PICTURE_EXPORT_SINCE }),
  'picture-file': kind(pictureFileRecord, writePictureFiles, PICTURE_FILE_EXPORT, { since: PICTURE_FILE_EXPORT_SINCE }),
  promotion: kind(
    promotionRecord,
    writePromotions,
    "select key, record from (select lpad(id::text, 10, '0') as key, record from promotions) rows where key > $1 order by key limit $2",
    {
      since:
        "select key, record from (select lpad(id::text, 10, '0') as key, record from promotions where updated_at >= $3) rows where key > $1 order by key limit $2",
      undo: {
        keyOf: (record) => ten((record as z.output<typeof promotionRecord>).id),
        byKeys: 'select asked.key, record from unnest($1::text[]) asked (key) join promotions on id = asked.key::int',
        remove: ['delete from promotions using unnest($1::text[]) asked (key) where id = asked.key::int'],
      },
    },
  ),
  'delivery-estimate': kind(deliveryEstimateRecord, writeDeliveryEstimates, DELIVERY_ESTIMATE_EXPORT, {
    since: changedSince(DELIVERY_ESTIMATE_EXPORT, 'key', 'delivery-estimate'),
    undo: {
      keyOf: (record) => {
        const { market, area } = record as z.output<typeof deliveryEstimateRecord>;
        return market + area;
      },
      byKeys: `select market || area as key, jsonb_build_object('record', 'delivery-estimate', 'market', market, 'area', area, 'submittedToDeliveredDays', days) as record
        from delivery_estimates where market || area = any($1)`,
      remove: ['delete from delivery_estimates where market || area = any($1)'],
    },
  }),
  page: kind(pageRecord, writePages, 'select id as key, record from pages where id > $1 order by id limit $2', {
    since: 'select id as key, record from pages where id > $1 and updated_at >= $3 order by id limit $2',
    undo: {
      keyOf: (record) => (record as z.output<typeof pageRecord>).id,
      byKeys: 'select id as key, record from pages where id = any($1)',
      remove: ['delete from pages where id = any($1)'],
    },
  }),
  club: kind(clubRecord, writeClubs, 'select id as key, record from clubs where id > $1 order by id limit $2', {
    since: 'select id as key, record from clubs where id > $1 and updated_at >= $3 order by id limit $2',
    undo: {
      keyOf: (record) => (record as z.output<typeof clubRecord>).id,
      byKeys: 'select id as key, record from clubs where id = any($1)',
      remove: [
        'delete from clubs c where id = any($1) and not exists (select 1 from club_memberships m where m.club_id = c.id and m.market = c.market)',
      ],
    },
  }),
  customer: kind(customerRecord, writeCustomers, CUSTOMER_EXPORT, { since: changedSince(CUSTOMER_EXPORT, 'c.id::text', 'customer') }),
  loyalty: kind(loyaltyRecord, writeProgrammes, PROGRAMME_EXPORT, {
    since: changedSince(PROGRAMME_EXPORT, 'market', 'loyalty'),
    undo: {
      keyOf: (record) => (record as z.output<typeof loyaltyRecord>).market,
      byKeys: 'select market as key, record from loyalty_programmes where market = any($1)',
      remove: ['delete from loyalty_programmes where market = any($1)'],
    },
  }),
  order: kind(orderRecord, writeOrders, ORDER_EXPORT, { since: ORDER_EXPORT_SINCE }),
  'loyalty-ledger': kind(loyaltyLedgerRecord, writeLoyaltyLedgers, LOYALTY_LEDGER_EXPORT, {
    since: changedSince(LOYALTY_LEDGER_EXPORT, "ltrim(key, '0')", 'loyalty-ledger'),
  }),
  membership: kind(membershipRecord, writeMemberships, MEMBERSHIP_EXPORT, {
    since: changedSince(MEMBERSHIP_EXPORT, 'm.id::text', 'membership'),
  }),
  credit: kind(creditRecord, writeCredit, CREDIT_EXPORT, { since: changedSince(CREDIT_EXPORT, 'id', 'ledger') }),
  'gift-card': kind(giftCardRecord, writeGiftCards, GIFT_CARD_EXPORT, {
    since: changedSince(GIFT_CARD_EXPORT, "'gift-card:' || id", 'ledger'),
  }),
  favourite: kind(favouriteRecord, writeFavourites, FAVOURITE_EXPORT, {
    since: changedSince(FAVOURITE_EXPORT, "record->>'id'", 'favourite'),
  }),
};

/**
 * Returns the schemas that imported records must match, by record kind. There is no kind for office staff, their roles or for keys: those
 * are never imported.
 */
export const importSchemas = ({ allowsStaffGroup }: { allowsStaffGroup: boolean }): Readonly<Record<string, z.ZodType>> => ({
  ...Object.fromEntries(Object.entries(RECORD_KINDS).map(([name, { schema }]) => [name, schema])),
  ...(allowsStaffGroup ? {} : { customer: withStorableText(customerRecordWithoutStaff) }),
});
