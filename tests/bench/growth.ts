/**
 * How cost grows with web processes, carts, offers, events and orders: requests per second, latency, processor time, blocks of the
 * database and written log per request, memory, start, disk by table and index, jobs, the audit, exports and vacuum.
 * Options: --only processes,carts,offers,events,orders --processes 1,2,4 --carts 1,1000,100000 --offers 252,10000,100000,1000000
 * --events 10000,1000000,10000000 --orders 10000,1000000,10000000 --times 600 (requests of each action) --seconds 120 (limit of one statement of a job)
 * --folder FOLDER (keeps the generated databases there, and uses those of an earlier run)
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startGrowthCluster } from './growth-cluster.ts';
import { GROWTHS } from './growth-steps.ts';
import { printRows } from './report.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(GROWTHS).join() },
    ...Object.fromEntries(Object.entries(GROWTHS).map(([name, { sizes }]) => [name, { type: 'string' as const, default: sizes.join() }])),
    times: { type: 'string', default: '600' },
    seconds: { type: 'string', default: '120' },
    folder: { type: 'string' },
  },
});
const count = z.coerce.number().int().positive();
const options = z.object({ times: count, seconds: count, folder: z.string().optional(), only: z.string() }).parse(values);
const sizesOf = z
  .record(z.string(), z.string().optional())
  .transform((all) => (name: string) => z.array(count).parse(all[name]?.split(',')));
const sizes = sizesOf.parse(values);

const cluster = await startGrowthCluster(true, options.folder);
try {
  for (const name of options.only.split(',')) {
    const growth = GROWTHS[name];
    if (!growth) throw new Error(`Nothing called ${name} grows; these do: ${Object.keys(GROWTHS).join(', ')}.`);
    for (const size of sizes(name))
      printRows(`Growth: ${size.toLocaleString('en-AU')} ${growth.what}`, await growth.measure(cluster, size, options));
  }
} finally {
  await cluster.stop();
}
