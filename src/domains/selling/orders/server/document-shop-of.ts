/** What documents say about the shop, from the settings on the day of the order: a new seller does not change old invoices. */
import { SELLER } from '#domains/settings/model/groups/seller.ts';
import { SUPPORT } from '#domains/settings/model/groups/support.ts';
import { marketShopName } from '#domains/settings/server/mail-texts.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Config } from '#lib/server/config.ts';
import type { DocumentShopOf } from './order-documents.ts';

/** Returns what documents say about the shop in a market at an instant. */
export const createDocumentShopOf =
  (settings: Pick<Settings, 'at'>, config: Pick<Config, 'sites'>): DocumentShopOf =>
  (market, at) => {
    const snapshot = settings.at(at);
    const { name, isTaxRegistered, taxId, licence, postalAddress } = snapshot.read(SELLER, market);
    return {
      shopName: marketShopName(snapshot, config.sites, market),
      seller: { name, taxId: isTaxRegistered ? taxId : '' },
      postalAddress,
      supportPhone: snapshot.read(SUPPORT, market).phone,
      licence,
      taxPercent: snapshot.terms[market].taxPercent,
    };
  };
