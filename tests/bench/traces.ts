/**
 * Benchmark of what traces cost: processor time of the server process for a request, as a ratio to the same request of a server without
 * traces. Two servers with data of their own take turns, and the order changes each round. The collector takes everything and stores
 * nothing. An export of metrics is measured on a third server, which has nothing else to do. Options: --rounds 12 --requests 300 --reports 30
 */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { type BenchShop, startBenchShop } from './bench-shop.ts';
import { threadCpuMs } from './cpu.ts';
import { MIN_ROUNDS, ratioOf } from './ratio.ts';
import { printRows, type Row, row } from './report.ts';
import { memoryOf } from './server-process.ts';

const options = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    requests: { type: 'string', default: '300' },
    reports: { type: 'string', default: '30' },
  },
}).values;
const [rounds, requests, reports] = [Number(options.rounds), Number(options.requests), Number(options.reports)];
const REPORT_INTERVAL_MS = 1_000;
const SETTLING_MS = 30_000;
if (rounds < MIN_ROUNDS) throw new Error(`--rounds must be at least ${MIN_ROUNDS}.`);

const wines = z.object({ hits: z.array(z.object({ offerId: z.string(), id: z.number(), inventoryStatus: z.string() })) });
type Wine = Pick<z.infer<typeof wines>['hits'][number], 'offerId' | 'id'>;

/** Returns a wine that can be bought. */
async function firstWine({ url }: BenchShop): Promise<Wine> {
  const list: unknown = await fetch(`${url}/api/search/list?kind=wine&search=page%3D1`).then((response) => response.json());
  const found = wines.parse(list).hits.find(({ inventoryStatus }) => inventoryStatus !== 'SOLD_OUT');
  if (!found) throw new Error('The shop has no wine to buy.');
  return found;
}

async function must(response: Response): Promise<void> {
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
}

const REQUESTS: Readonly<Record<string, (shop: BenchShop, wine: Wine) => Promise<void>>> = {
  'home from the page cache': async ({ url }) => must(await fetch(url)),
  'a new cart': async ({ url }, { offerId, id }) =>
    must(
      await fetch(`${url}/api/create-cart`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ offer: { offerId }, productId: id }),
      }),
    ),
};

/** Returns the processor time of one request in ms, and sends all of them one after the other. */
async function cpuPerRequest(shop: BenchShop, send: () => Promise<void>): Promise<number> {
  const pid = shop.process.pid ?? 0;
  const before = threadCpuMs(pid);
  for (let sent = 0; sent < requests; sent += 1) await send();
  return (threadCpuMs(pid) - before) / requests;
}

/** Sizes of the reports of metrics that the collector got. */
const reportBytes: number[] = [];

const collector = createServer((request, response) => {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('end', () => {
    if (request.url === '/v1/metrics') reportBytes.push(bytes);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

/** Returns the processor time in ms that a server takes while nobody asks it for anything, for as long as the reports take. */
async function idleCpu({ process: { pid = 0 } }: BenchShop): Promise<number> {
  const before = threadCpuMs(pid);
  await setTimeout(reports * REPORT_INTERVAL_MS);
  return threadCpuMs(pid) - before;
}

/** Measures an export of metrics, beside what the server does without one. */
async function measureReports(off: BenchShop, endpoint: string): Promise<Row[]> {
  const sending = await startBenchShop({
    env: {
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${endpoint}/v1/metrics`,
      OTEL_METRIC_EXPORT_INTERVAL: String(REPORT_INTERVAL_MS),
    },
  });
  try {
    // Compiles what it needs, as the other server has by now.
    await setTimeout(SETTLING_MS);
    const before = reportBytes.length;
    const [cost, idle] = await Promise.all([idleCpu(sending), idleCpu(off)]);
    return [
      row('an export of metrics, processor time', (cost - idle) / (reportBytes.length - before), 'ms'),
      row('an export of metrics, size', (reportBytes.at(-1) ?? Number.NaN) / 1_024, 'kB'),
    ];
  } finally {
    await sending.stop();
  }
}

const port = await freePort();
await new Promise<void>((resolve) => collector.listen(port, '127.0.0.1', resolve));
const off = await startBenchShop();
const endpoint = `http://127.0.0.1:${port}`;
const on = await startBenchShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
try {
  const wine = await firstWine(off);
  const rows: Row[] = [];
  for (const [name, send] of Object.entries(REQUESTS)) {
    for (const shop of [off, on]) await cpuPerRequest(shop, () => send(shop, wine));
    const measured: (readonly [number, number])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const costs = new Map<BenchShop, number>();
      for (const shop of round % 2 === 0 ? [off, on] : [on, off]) costs.set(shop, await cpuPerRequest(shop, () => send(shop, wine)));
      measured.push([costs.get(off) ?? Number.NaN, costs.get(on) ?? Number.NaN]);
    }
    const { mean, low, high } = ratioOf(measured);
    rows.push(row(`${name}: processor time with traces, ${rounds} rounds (95 %: ${low.toFixed(2)} to ${high.toFixed(2)})`, mean, 'times'));
  }
  for (const [name, shop] of [
    ['without traces', off],
    ['with traces', on],
  ] as const)
    rows.push(row(`memory after these requests, ${name}`, (await memoryOf(shop)).resident, 'MB'));
  rows.push(...(await measureReports(off, endpoint)));
  printRows('Traces', rows);
} finally {
  await Promise.all([off.stop(), on.stop()]);
  collector.close();
}
