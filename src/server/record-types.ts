/** The record kinds of the interchange format [CAT-23]: schema, writer, export and undo of each. */
import type { z } from 'zod';
import { CATALOGUE_RECORD_KINDS } from '#domains/catalogue/server/import/catalogue-record-kinds.ts';
import { CATALOGUE_CHANGED } from '#domains/catalogue/server/import/import-log.repository.ts';
import { changedSince, type ImportTarget, type RecordKinds, recordKind } from '#domains/catalogue/server/import/record-kind.ts';
import { pageRecord } from '#domains/content/model/record.ts';
import { redirectRecord } from '#domains/content/model/redirect.ts';
import { CONTENT_CHANGED, PAGE_EXPORT, PAGE_EXPORT_SINCE, PAGE_UNDO, writePages } from '#domains/content/server/page.repository.ts';
import { REDIRECT_EXPORT, REDIRECT_EXPORT_SINCE, REDIRECT_UNDO, writeRedirects } from '#domains/content/server/redirect.repository.ts';
import { customerRecord, customerRecordWithoutStaff } from '#domains/customers/account/model/record.ts';
import { CUSTOMER_EXPORT, writeCustomers } from '#domains/customers/account/server/customer-record.repository.ts';
import { loyaltyLedgerRecord } from '#domains/customers/loyalty/model/ledger-record.ts';
import { loyaltyRecord } from '#domains/customers/loyalty/model/programme.ts';
import {
  LOYALTY_LEDGER_EXPORT,
  PROGRAMME_EXPORT,
  PROGRAMME_UNDO,
  writeLoyaltyLedgers,
  writeProgrammes,
} from '#domains/customers/loyalty/server/loyalty-record.repository.ts';
import { favouriteRecord } from '#domains/discovery/favourites/model/record.ts';
import { FAVOURITE_EXPORT, writeFavourites } from '#domains/discovery/favourites/server/favourite-record.repository.ts';
import { membershipRecord } from '#domains/selling/clubs/model/membership-record.ts';
import { clubRecord } from '#domains/selling/clubs/model/record.ts';
import { CLUB_EXPORT, CLUB_EXPORT_SINCE, CLUB_UNDO, writeClubs } from '#domains/selling/clubs/server/club.repository.ts';
import { MEMBERSHIP_EXPORT, writeMemberships } from '#domains/selling/clubs/server/membership-record.repository.ts';
import { giftCardRecord } from '#domains/selling/gift-cards/model/record.ts';
import { GIFT_CARD_EXPORT, writeGiftCards } from '#domains/selling/gift-cards/server/gift-card-record.repository.ts';
import { orderRecord } from '#domains/selling/orders/model/record.ts';
import { ORDER_EXPORT, ORDER_EXPORT_SINCE, writeOrders } from '#domains/selling/orders/server/order-record.repository.ts';
import { promotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import {
  PROMOTION_EXPORT,
  PROMOTION_EXPORT_SINCE,
  PROMOTION_UNDO,
  writePromotions,
} from '#domains/selling/promotions/server/promotion.repository.ts';
import { deliveryEstimateRecord } from '#domains/selling/shipping/model/estimate-record.ts';
import {
  DELIVERY_ESTIMATE_EXPORT,
  DELIVERY_ESTIMATE_UNDO,
  writeDeliveryEstimates,
} from '#domains/selling/shipping/server/delivery-estimate.repository.ts';
import { creditRecord } from '#domains/selling/store-credit/model/record.ts';
import { CREDIT_EXPORT, writeCredit } from '#domains/selling/store-credit/server/credit.repository.ts';
import { settingRecord } from '#domains/settings/model/record.ts';
import { SETTING_EXPORT } from '#domains/settings/server/setting.repository.ts';
import { writeSettings } from '#domains/settings/server/write-settings.ts';
import { withStorableText } from '#lib/is-storable-text.ts';

/** Record kinds in the order in which they are written: stock and promotions may refer to offers, favourites refer to customers. */
export const RECORD_KINDS: RecordKinds = {
  setting: recordKind(settingRecord, (transaction, records) => writeSettings(transaction, records), SETTING_EXPORT, {
    since: changedSince(SETTING_EXPORT, 'key', 'setting'),
  }),
  ...CATALOGUE_RECORD_KINDS,
  promotion: recordKind(promotionRecord, writePromotions, PROMOTION_EXPORT, { since: PROMOTION_EXPORT_SINCE, undo: PROMOTION_UNDO }),
  'delivery-estimate': recordKind(deliveryEstimateRecord, writeDeliveryEstimates, DELIVERY_ESTIMATE_EXPORT, {
    since: changedSince(DELIVERY_ESTIMATE_EXPORT, 'key', 'delivery-estimate'),
    undo: DELIVERY_ESTIMATE_UNDO,
  }),
  page: recordKind(pageRecord, writePages, PAGE_EXPORT, { since: PAGE_EXPORT_SINCE, undo: PAGE_UNDO }),
  redirect: recordKind(redirectRecord, writeRedirects, REDIRECT_EXPORT, { since: REDIRECT_EXPORT_SINCE, undo: REDIRECT_UNDO }),
  club: recordKind(clubRecord, writeClubs, CLUB_EXPORT, { since: CLUB_EXPORT_SINCE, undo: CLUB_UNDO }),
  customer: recordKind(customerRecord, writeCustomers, CUSTOMER_EXPORT, { since: changedSince(CUSTOMER_EXPORT, 'c.id::text', 'customer') }),
  loyalty: recordKind(loyaltyRecord, writeProgrammes, PROGRAMME_EXPORT, {
    since: changedSince(PROGRAMME_EXPORT, "'loyalty/' || market", 'setting'),
    undo: PROGRAMME_UNDO,
  }),
  order: recordKind(orderRecord, writeOrders, ORDER_EXPORT, { since: ORDER_EXPORT_SINCE }),
  'loyalty-ledger': recordKind(loyaltyLedgerRecord, writeLoyaltyLedgers, LOYALTY_LEDGER_EXPORT, {
    since: changedSince(LOYALTY_LEDGER_EXPORT, "ltrim(key, '0')", 'loyalty-ledger'),
  }),
  membership: recordKind(membershipRecord, writeMemberships, MEMBERSHIP_EXPORT, {
    since: changedSince(MEMBERSHIP_EXPORT, 'm.id::text', 'membership'),
  }),
  credit: recordKind(creditRecord, writeCredit, CREDIT_EXPORT, { since: changedSince(CREDIT_EXPORT, 'id', 'ledger') }),
  'gift-card': recordKind(giftCardRecord, writeGiftCards, GIFT_CARD_EXPORT, {
    since: changedSince(GIFT_CARD_EXPORT, "'gift-card:' || id", 'ledger'),
  }),
  favourite: recordKind(favouriteRecord, writeFavourites, FAVOURITE_EXPORT, {
    since: changedSince(FAVOURITE_EXPORT, "record->>'id'", 'favourite'),
  }),
};

/**
 * Returns the schemas that imported records must match, by record kind. There are no kinds for office staff, their roles and keys, because
 * these are never imported.
 */
export const importSchemas = ({ allowsStaffGroup }: { allowsStaffGroup: boolean }): Readonly<Record<string, z.ZodType>> => ({
  ...Object.fromEntries(Object.entries(RECORD_KINDS).map(([name, { schema }]) => [name, schema])),
  ...(allowsStaffGroup ? {} : { customer: withStorableText(customerRecordWithoutStaff) }),
});

/** Everything that an import writes to. */
export const IMPORT_TARGET: ImportTarget = { kinds: RECORD_KINDS, schemas: importSchemas, channels: [CATALOGUE_CHANGED, CONTENT_CHANGED] };
