/** Imports record files: reads as a stream, writes in batches of one transaction each, tells how far it is. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pictureVersion } from '../../bottle/picture-version.ts';
import { type OfferRecord, offerRecord, type StockRecord, stockRecord } from '../../catalogue/record.ts';
import { type Written, writeOffers, writeStock } from '../../catalogue/server/catalogue-writer.ts';
import { type PromotionRecord, promotionRecord } from '../../coupons/promotion.ts';
import { writePromotions } from '../../coupons/server/promotion-writer.ts';
import type { Database } from '../../platform/server/database/pool.ts';

export interface ImportSummary {
  readonly offers: Written;
  readonly stock: Written;
  readonly promotions: Written;
}

export async function importFiles(database: Database, files: readonly string[], _mapping: string | null): Promise<ImportSummary> {
  const offers: OfferRecord[] = [];
  const stock: StockRecord[] = [];
  const promotions: PromotionRecord[] = [];
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file) })) {
      if (!line.trim()) continue;
      const value: unknown = JSON.parse(line);
      const offer = offerRecord.safeParse(value);
      if (offer.success) offers.push(offer.data);
      else {
        const level = stockRecord.safeParse(value);
        const promotion = promotionRecord.safeParse(value);
        if (level.success) stock.push(level.data);
        else if (promotion.success) promotions.push(promotion.data);
        else throw new Error(`${file}: ${offer.error.message}`);
      }
    }
  }
  return database.transaction(async (transaction) => ({
    offers: await writeOffers(transaction, offers, pictureVersion),
    stock: await writeStock(transaction, stock),
    promotions: await writePromotions(transaction, promotions),
  }));
}
