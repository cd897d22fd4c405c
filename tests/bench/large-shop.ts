/** Sample shops with generated offers added, for benchmarks of growth. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { startBenchShop, untilServed } from './bench-shop.ts';
import { generateOffers } from './generate-offers.ts';

/** Offers of the sample shop. */
export const SAMPLE_OFFERS = 252;

const RRP_EVIDENCE = { rrpSource: 'Price list', rrpDate: '2026-01-01' };
const BATCH = 2_000;
const FIRST_PRODUCT = 1_000_000;

/** Offers that are generated at once, so that a million of them need no more memory than these. */
const BLOCK = 100_000;

/** Adds generated offers to the database of a shop. */
export async function addOffers(database: Database, count: number): Promise<void> {
  for (let first = 0; first < count; first += BLOCK) await addBlock(database, first, Math.min(BLOCK, count - first));
}

async function addBlock(database: Database, first: number, count: number): Promise<void> {
  const offers = generateOffers(count, { first, seed: 1 + first });
  for (let from = 0; from < count; from += BATCH) {
    const batch = offers.slice(from, from + BATCH);
    await database.transaction(async (transaction) => {
      const records = batch.map(({ objectID: _, id, packPrice, packRRP, audience, inventoryStatus, ...offer }) =>
        offerRecord.parse({
          record: 'offer',
          offerId: `made-${offer.offerId}`,
          productId: FIRST_PRODUCT + id,
          sku: `M-${offer.sku}`,
          brand: offer.brand,
          name: offer.name,
          category: offer.category,
          vintage: offer.vintage,
          packSize: offer.packSize,
          country: offer.country,
          region: offer.region,
          varietal: offer.varietal,
          tags: offer.tags,
          slot: offer.slot,
          tiersEligible: offer.tiersEligible,
          secret: offer.secret,
          audience,
          prices: { AU: { packPrice, packRRP, ...RRP_EVIDENCE }, SG: { packPrice, packRRP, ...RRP_EVIDENCE } },
        }),
      );
      await writeOffers(transaction, records, pictureVersion);
      await writeStock(
        transaction,
        batch.map(({ id, inventoryStatus }) =>
          stockRecord.parse({
            record: 'stock',
            productId: FIRST_PRODUCT + id,
            market: 'AU',
            level: inventoryStatus === 'SOLD_OUT' ? 0 : 40,
          }),
        ),
      );
    });
  }
}

/** Deletes the snapshot of the search index of a stopped shop. */
export const deleteSnapshot = (dataDir: string): Promise<void> => rm(join(dataDir, 'search-index.snapshot'), { force: true });

/**
 * Creates the data of a sample shop with generated offers added. The shop is stopped, and its index has a snapshot.
 * @param count number of offers in total; that of the sample shop adds none
 */
export async function createShopData(count: number): Promise<{ readonly dataDir: string; readonly firstPageMs: number }> {
  const shop = await startBenchShop();
  const { dataDir, firstPageMs } = shop;
  try {
    const database = openDatabase(findRunningPostgres(dataDir)?.connectionString ?? '', 2);
    await addOffers(database, Math.max(0, count - SAMPLE_OFFERS));
    await database.close();
  } finally {
    await shop.stop(true);
  }
  if (count <= SAMPLE_OFFERS) return { dataDir, firstPageMs };
  // The next start reads everything and writes the snapshot.
  await deleteSnapshot(dataDir);
  const next = await startBenchShop({ dataDir });
  await untilServed(next, '/wines');
  await next.stop(true);
  return { dataDir, firstPageMs };
}
