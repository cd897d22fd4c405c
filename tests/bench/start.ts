/** Benchmark of starts: the first one creates the database and loads the sample shop, the second one only opens it. */
import { startBenchShop } from './bench-shop.ts';
import { print } from './metrics.ts';

const first = await startBenchShop();
await first.stop(true);
const seconds: number[] = [];
for (let turn = 0; turn < 3; turn += 1) {
  const again = await startBenchShop(first.dataDir);
  seconds.push(again.firstPageMs / 1000);
  await again.stop(turn < 2);
}
print('Starts, process to first page', [
  { what: 'first start, database made, sample shop loaded', figure: first.firstPageMs / 1000, unit: 's' },
  { what: 'second start, database included, best of 3', figure: Math.min(...seconds), unit: 's', budget: 2, target: 'at most' },
]);
