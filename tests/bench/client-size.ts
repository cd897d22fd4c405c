/** Size of client code: every script and style that a page loads, compressed with brotli, from the build. */
import { startBenchShop } from './bench-shop.ts';
import { FIRST_LOAD_KB, firstLoad } from './first-load.ts';
import { type Metric, print } from './metrics.ts';

const shop = await startBenchShop();
try {
  const metrics: Metric[] = [];
  for (const [what, path] of [
    ['home', '/'],
    ['list', '/wines'],
    ['offer', '/wines/wirrabeen-ridge/old-block-shiraz-2021'],
    ['cart', '/cart'],
  ] as const) {
    const html = await fetch(shop.url + path).then((response) => response.text());
    const [scripts, styles] = [await firstLoad(html, 'js'), await firstLoad(html, 'css')];
    metrics.push({
      what: `${what}: scripts (${scripts.files} files)`,
      figure: scripts.kilobytes,
      unit: 'KB br',
      budget: FIRST_LOAD_KB,
      target: 'at most',
    });
    metrics.push({ what: `${what}: styles`, figure: styles.kilobytes, unit: 'KB br' });
  }
  print('Client code', metrics);
} finally {
  await shop.stop();
}
