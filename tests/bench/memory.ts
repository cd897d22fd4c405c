/**
 * Memory of the server process, without PostgreSQL, by number of offers: at the start, after many distinct pages, which fill the page
 * cache, and after hours of mixed load. Options: --offers 252,100000 --pages 10000 --hours 0 (a fraction is allowed)
 */
import { parseArgs } from 'node:util';
import { removeData, startBenchShop } from './bench-shop.ts';
import { createShopData, SAMPLE_OFFERS } from './large-shop.ts';
import { createMixedLoad } from './mixed-load.ts';
import { printRows, type Row, row } from './report.ts';
import { type Memory, memoryOf } from './server-process.ts';

const options = parseArgs({
  options: {
    offers: { type: 'string', default: `${SAMPLE_OFFERS},100000` },
    pages: { type: 'string', default: '10000' },
    hours: { type: 'string', default: '0' },
  },
}).values;
const HOUR_MS = 3_600_000;
const PROGRESS_MS = 300_000;

const describe = (when: string, memory: Memory, isSample: boolean): Row[] => [
  row(`${when}: resident`, memory.resident, 'MB', isSample ? 'memoryMb' : undefined),
  row(`${when}: V8 heap, of it used ${memory.heapUsed.toFixed(0)}`, memory.heap, 'MB'),
  row(`${when}: buffers, of it pages ${memory.pageCache.toFixed(0)}`, memory.external, 'MB'),
  row(`${when}: programs and libraries`, memory.files, 'MB'),
  row(`${when}: native code and the allocator`, memory.rest, 'MB'),
];

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
    const until = performance.now() + Number(options.hours) * HOUR_MS;
    while (performance.now() < until) {
      await load.shop(Math.min(until, performance.now() + PROGRESS_MS));
      const { resident, heap, rest } = await memoryOf(shop);
      console.log(`${resident.toFixed(0)} MB: V8 heap ${heap.toFixed(0)}, native code and the allocator ${rest.toFixed(0)}`);
    }
    if (Number(options.hours) > 0) {
      const last = await memoryOf(shop);
      rows.push(...describe(`after ${options.hours} h of mixed load`, last, isSample));
      rows.push(row(`growth in ${options.hours} h`, last.resident / full.resident, 'times', 'memoryGrowth'));
    }
    printRows(`Memory with ${count.toLocaleString('en-AU')} offers`, rows);
  } finally {
    await shop.stop(true);
    await removeData(dataDir);
  }
}
