/**
 * Benchmark of starts, from the process to its first page, by number of offers: the first start makes the database and loads the
 * sample shop, later ones open it with and without the snapshot of the search index. Options: --runs 5 --offers 252,100000
 */
import { parseArgs } from 'node:util';
import { OFFER_PATH, removeData, startBenchShop, untilServed } from './bench-shop.ts';
import type { BudgetName } from './budgets.ts';
import { cpuOf } from './cpu.ts';
import { createShopData, deleteSnapshot, SAMPLE_OFFERS } from './large-shop.ts';
import { median, printRows, type Row, row } from './report.ts';

const { runs, offers } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, offers: { type: 'string', default: `${SAMPLE_OFFERS},100000` } },
}).values;

interface Start {
  readonly firstPage: number;
  readonly lists: number;
  readonly cpu: number;
}

/** Starts and stops a shop. @returns seconds to the first page and to the first list, and the processor time until then */
async function start(dataDir: string, path: string): Promise<Start> {
  const began = performance.now();
  const shop = await startBenchShop({ dataDir, path });
  await untilServed(shop, '/wines');
  const lists = (performance.now() - began) / 1000;
  const cpu = cpuOf(shop.process.pid ?? 0) / 1000;
  await shop.stop(true);
  return { firstPage: shop.firstPageMs / 1000, lists, cpu };
}

async function measure(how: string, once: () => Promise<Start>, budgets: Partial<Record<keyof Start, BudgetName>>): Promise<Row[]> {
  const starts: Start[] = [];
  for (let run = 0; run < Number(runs); run += 1) starts.push(await once());
  const rowOf = (what: string, key: keyof Start): Row => {
    const samples = starts.map((each) => each[key]);
    const range = `best ${Math.min(...samples).toFixed(2)}, worst ${Math.max(...samples).toFixed(2)}`;
    return row(`${how}: ${what}, median of ${runs} (${range})`, median(samples), 's', budgets[key]);
  };
  return [rowOf('first page', 'firstPage'), rowOf('first list', 'lists'), rowOf('processor time', 'cpu')];
}

for (const count of offers.split(',').map(Number)) {
  const isLarge = count > SAMPLE_OFFERS;
  const { dataDir, firstPageMs } = await createShopData(count);
  const rows: Row[] = isLarge ? [] : [row('first start, database made, sample shop loaded', firstPageMs / 1000, 's')];
  rows.push(
    ...(await measure('second start', () => start(dataDir, '/'), { firstPage: isLarge ? 'largeStartSeconds' : 'secondStartSeconds' })),
    ...(await measure(
      'without a snapshot',
      async () => {
        await deleteSnapshot(dataDir);
        return start(dataDir, OFFER_PATH);
      },
      isLarge ? { lists: 'largeRebuildSeconds' } : {},
    )),
  );
  await removeData(dataDir);
  printRows(`Start with ${count.toLocaleString('en-AU')} offers`, rows);
}
