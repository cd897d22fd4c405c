/** `npm run bench`: runs every benchmark in sequence, each in a separate process so that none warms up another. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BENCHES = [
  'start',
  'client-size',
  'page-scripts',
  'pages',
  'cart',
  'checkout',
  'import',
  'import-under-load',
  'search-engine',
  'search-start',
];
const requested = process.argv.slice(2);
for (const name of BENCHES.filter((bench) => requested.length === 0 || requested.includes(bench))) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  });
  if (status !== 0) console.log(`${name} did not finish.`);
}
