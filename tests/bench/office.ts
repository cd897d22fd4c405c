/**
 * The office at size: the database time of every list call with every order, filter and search of its contract, the time from a
 * navigation to each screen, the time from a click on a row to its record, the size of the first screen, and the memory of the server with and without an hour of use.
 * Options: --only lists,screens,rows,memory (parts to measure, else all of them)
 * --offers 100000 --orders 100000 --customers 50000 --entries 500000 (of the activity log and of the log of emails)
 * --records 100000 (pictures, gift cards, entries of store credit) --minutes 0 (of use, for the memory)
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { measureList, type OfficeList, officeLists } from './office-lists.ts';
import { measureRecords } from './office-rows.ts';
import { measureOffice } from './office-screens.ts';
import { type OfficeShop, startOfficeShop } from './office-shop.ts';
import { printRows, type Row, row } from './report.ts';
import { memoryOf } from './server-process.ts';

const PARTS = ['lists', 'screens', 'rows', 'memory'] as const;
const MINUTE_MS = 60_000;
/** Calls per second of the people who use the office for the memory. */
const CALLS_PER_SECOND = 5;

const count = z.coerce.number().int().nonnegative();
const options = z
  .object({
    only: z.string().transform((text) => text.split(',')),
    offers: count,
    orders: count,
    customers: count,
    entries: count,
    records: count,
    minutes: count,
  })
  .parse(
    parseArgs({
      options: {
        only: { type: 'string', default: PARTS.join() },
        offers: { type: 'string', default: '100000' },
        orders: { type: 'string', default: '100000' },
        customers: { type: 'string', default: '50000' },
        entries: { type: 'string', default: '500000' },
        records: { type: 'string', default: '100000' },
        minutes: { type: 'string', default: '0' },
      },
    }).values,
  );
const parts = z.array(z.enum(PARTS)).parse(options.only);

/** Uses the lists for some minutes. @returns resident memory of the server, MB */
async function memoryAfterUse(shop: OfficeShop, lists: readonly OfficeList[], minutes: number): Promise<number> {
  const paths = lists.flatMap((list) => list.paths);
  const end = performance.now() + minutes * MINUTE_MS;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const started = performance.now();
    await shop.call(paths[turn % paths.length] ?? '/office/v1/orders');
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / CALLS_PER_SECOND - (performance.now() - started))));
  }
  return (await memoryOf(shop)).resident;
}

const shop = await startOfficeShop(options);
try {
  const atStart = (await memoryOf(shop)).resident;
  const lists = await officeLists(shop);
  if (parts.includes('lists')) {
    const rows: Row[] = [];
    for (const list of lists) rows.push(...(await measureList(shop, list)));
    printRows('Lists: processor time of the database for the slowest query of each, best of five', rows);
  }
  if (parts.includes('screens')) printRows('Screens, CPU: browser + server + database', await measureOffice(shop));
  if (parts.includes('rows')) printRows('Records, from a click on their row', await measureRecords(shop));
  if (parts.includes('memory')) {
    const { minutes } = options;
    const after = minutes > 0 ? `after ${minutes} min of it, ${CALLS_PER_SECOND} calls/s` : 'after these queries and screens';
    printRows('Memory of the server', [
      row('memory before the office is used', atStart, 'MB'),
      row(`memory ${after}`, await memoryAfterUse(shop, lists, minutes), 'MB'),
    ]);
  }
} finally {
  await shop.end();
}
