/**
 * Start of a large shop: from process start to the first page with indexes from the database and from their snapshot, and memory
 * afterwards. Argument: number of offers.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { offerRecord, stockRecord } from '#domains/catalogue/model/record.ts';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { findRunningPostgres } from '#packages/embedded-postgres/running-instance.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { generateOffers } from './generate-offers.ts';
import { type Metric, print } from './metrics.ts';

const RRP_EVIDENCE = { rrpSource: 'Price list', rrpDate: '2026-01-01' };

const count = Number(process.argv[2] ?? 100_000);
const BATCH = 2_000;
const FIRST_PRODUCT = 1_000_000;

async function fill(dataDir: string): Promise<void> {
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

/** Returns CPU seconds, current and peak memory (MB) of a process. NaN on systems other than Linux. */
async function usedBy({ process: child }: BenchShop): Promise<{ cpu: number; now: number; most: number }> {
  const read = (name: string): Promise<string> => readFile(`/proc/${child.pid}/${name}`, 'utf8').catch(() => '');
  const [status, stat] = await Promise.all([read('status'), read('stat')]);
  const megabytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
  const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { cpu: (Number(times[11]) + Number(times[12])) / 100, now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

async function measure(how: string, dataDir: string): Promise<Metric[]> {
  const shop = await startBenchShop(dataDir);
  const { cpu, now, most } = await usedBy(shop);
  const found = (await (await fetch(`${shop.url}/wines`)).text()).length > 0;
  const began = performance.now();
  await shop.stop(true);
  return [
    { what: `${how}: process to first page`, figure: shop.firstPageMs / 1000, unit: 's' },
    { what: `${how}: processor time until then`, figure: cpu, unit: 's' },
    { what: `${how}: memory then`, figure: now, unit: 'MB' },
    { what: `${how}: memory at its most`, figure: most, unit: 'MB' },
    { what: `${how}: clean stop${found ? '' : ' (no list)'}`, figure: (performance.now() - began) / 1000, unit: 's' },
  ];
}

const first = await startBenchShop();
const { dataDir } = first;
try {
  await fill(dataDir);
} finally {
  await first.stop(true);
}
await rm(join(dataDir, 'search-index.snapshot'), { force: true });
const built = await measure('built', dataDir);
const read = await measure('from the snapshot', dataDir);
await rm(dataDir, { recursive: true, force: true });
print(`Starts at ${count.toLocaleString('en-AU')} offers`, [...built, ...read]);
