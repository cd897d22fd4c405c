/** Benchmark of pages: from the cache, rendered, and memory afterwards. */
import { readFile } from 'node:fs/promises';
import { startBenchShop } from './bench-shop.ts';
import { hammer } from './load.ts';
import { type Metric, print } from './metrics.ts';

const shop = await startBenchShop();
try {
  const metrics: Metric[] = [];
  const compressed = { 'accept-encoding': 'br' };
  for (const [what, path] of [
    ['home', '/'],
    ['list of 40 cards', '/wines'],
    ['offer', '/wines/wirrabeen-ridge/old-block-shiraz-2021'],
  ] as const) {
    await hammer(shop.url + path, 10, 1, compressed);
    const { perSecond } = await hammer(shop.url + path, 10, 4, compressed);
    metrics.push({ what: `${what}, from the cache, 10 clients`, figure: perSecond, unit: 'req/s', budget: 10_000, target: 'at least' });
  }
  // Every URL is new to the cache, so this measures a complete rendering with queries and compression.
  const cpuBefore = await cpuSeconds();
  const renders = 400;
  for (let index = 0; index < renders; index += 1)
    await fetch(`${shop.url}/wines?query=bench${index}&sortBy=price_asc`).then((response) => response.arrayBuffer());
  const empty = ((await cpuSeconds()) - cpuBefore) / renders;
  const fullBefore = await cpuSeconds();
  for (let index = 0; index < renders; index += 1)
    await fetch(`${shop.url}/wines?bottlePrice=0:${1_000 + index}&page=${1 + (index % 3)}`).then((response) => response.arrayBuffer());
  const full = ((await cpuSeconds()) - fullBefore) / renders;
  metrics.push(
    { what: 'list of 40 cards, new to the cache, CPU a page', figure: full * 1000, unit: 'ms', budget: 3, target: 'at most' },
    { what: 'empty list, new to the cache, CPU a page', figure: empty * 1000, unit: 'ms' },
  );
  const status = await readFile(`/proc/${shop.process.pid}/status`, 'utf8').catch(() => '');
  metrics.push({
    what: 'memory of the server process after it',
    figure: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    unit: 'MB',
    budget: 300,
    target: 'at most',
  });
  print('Pages', metrics);
} finally {
  await shop.stop();
}

/** Returns the CPU seconds of the server process. */
async function cpuSeconds(): Promise<number> {
  const metrics = await fetch(`${shop.url}/metrics`).then((response) => response.text());
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(metrics)?.[1] ?? 0);
}
