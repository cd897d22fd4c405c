/**
 * Memory of the server process, without PostgreSQL, by number of offers: at the start, after many distinct pages, which fill the page
 * cache, and during hours of mixed load. Its growth is the straight line through one sample per minute, as the heap rises and falls by
 * tens of MB between collections. Options: --offers 252,100000 --pages 10000 --hours 0 (a fraction is allowed) --rate 30 (requests/s)
 */
import { parseArgs } from 'node:util';
import { type BenchShop, removeData, startBenchShop } from './bench-shop.ts';
import { createShopData, SAMPLE_OFFERS } from './large-shop.ts';
import { createMixedLoad, type MixedLoad } from './mixed-load.ts';
import { mean, type Point, printRows, type Row, row, straightLine } from './report.ts';
import { type Memory, memoryOf } from './server-process.ts';

const options = parseArgs({
  options: {
    offers: { type: 'string', default: `${SAMPLE_OFFERS},100000` },
    pages: { type: 'string', default: '10000' },
    hours: { type: 'string', default: '0' },
    rate: { type: 'string', default: '30' },
  },
}).values;
const HOUR_MS = 3_600_000;
const SAMPLE_MS = 60_000;
/** Samples from one printed line to the next. */
const PRINTED = 5;
/** Hours for which the growth of a shorter or longer run is calculated. */
const JUDGED_HOURS = 4;

const describe = (when: string, memory: Memory, isSample: boolean): Row[] => [
  row(`${when}: resident`, memory.resident, 'MB', isSample ? 'memoryMb' : undefined),
  row(`${when}: V8 heap, of it used ${memory.heapUsed.toFixed(0)}`, memory.heap, 'MB'),
  row(`${when}: buffers, of it pages ${memory.pageCache.toFixed(0)}`, memory.external, 'MB'),
  row(`${when}: programs and libraries`, memory.files, 'MB'),
  row(`${when}: native code and the allocator`, memory.rest, 'MB'),
];

/** Samples the resident memory during mixed load and prints what it consists of. */
async function observe(shop: BenchShop, load: MixedLoad, hours: number): Promise<{ readonly samples: Point[]; readonly requests: number }> {
  const samples: Point[] = [];
  let requests = 0;
  const began = performance.now();
  for (let until = began; until < began + hours * HOUR_MS; ) {
    until = Math.min(began + hours * HOUR_MS, until + SAMPLE_MS);
    requests += await load.shop(Number(options.rate), until);
    const { resident, heap, heapUsed, external, pageCache, files, rest } = await memoryOf(shop);
    const minutes = (performance.now() - began) / SAMPLE_MS;
    samples.push({ x: minutes / 60, y: resident });
    if (samples.length % PRINTED !== 0) continue;
    console.log(
      `${minutes.toFixed(0)} min, ${requests} requests: ${resident.toFixed(0)} MB. V8 heap ${heap.toFixed(0)}, of it used ${heapUsed.toFixed(0)}; ` +
        `buffers ${external.toFixed(0)}, of it pages ${pageCache.toFixed(0)}; files ${files.toFixed(0)}; allocator ${rest.toFixed(0)}`,
    );
  }
  return { samples, requests };
}

for (const count of options.offers.split(',').map(Number)) {
  const { dataDir } = await createShopData(count);
  const shop = await startBenchShop({ dataDir });
  try {
    const isSample = count <= SAMPLE_OFFERS;
    const rows = describe('at the start', await memoryOf(shop), isSample);
    const load = await createMixedLoad(shop);
    await load.pages(Number(options.pages));
    const full = await memoryOf(shop);
    rows.push(...describe(`after ${Number(options.pages).toLocaleString('en-AU')} distinct pages`, full, isSample));
    const hours = Number(options.hours);
    if (hours > 0) {
      const { samples, requests } = await observe(shop, load, hours);
      const line = straightLine(samples);
      rows.push(
        ...describe(`after ${hours} h of mixed load`, await memoryOf(shop), isSample),
        row(
          `mean of ${hours} h, ${requests.toLocaleString('en-AU')} requests`,
          mean(samples.map(({ y }) => y)),
          'MB',
          isSample ? 'memoryMb' : undefined,
        ),
        row('growth per hour', line.slope, 'MB'),
        row(`growth in ${JUDGED_HOURS} h`, 1 + (line.slope * JUDGED_HOURS) / line.start, 'times', 'memoryGrowth'),
      );
    }
    printRows(`Memory with ${count.toLocaleString('en-AU')} offers`, rows);
  } finally {
    await shop.stop(true);
    await removeData(dataDir);
  }
}
