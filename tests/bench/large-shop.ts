/** Sample shops with generated offers added, for benchmarks of growth. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { type BenchShop, startBenchShop, untilServed } from './bench-shop.ts';
import { generateOffers } from './generate-offers.ts';

/** Offers of the sample shop. */
export const SAMPLE_OFFERS = 252;

const RRP_EVIDENCE = { rrpSource: 'Price list', rrpDate: '2026-01-01' };
const BATCH = 2_000;
const FIRST_PRODUCT = 1_000_000;

/** Adds generated offers to the database of a running shop. */
async function addOffers({ dataDir }: BenchShop, count: number): Promise<void> {
  const running = findRunningPostgres(dataDir);
  if (!running) throw new Error('The shop has no database.');
  const database = openDatabase(running.connectionString, 2);
  const offers = generateOffers(count);
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
  await database.close();
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
    await addOffers(shop, Math.max(0, count - SAMPLE_OFFERS));
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
