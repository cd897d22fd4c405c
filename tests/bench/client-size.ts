/** Size of client code: every script and style that a page loads, compressed with brotli, from the build. */
import { startBenchShop } from './bench-shop.ts';
import { FIRST_LOAD_KB, firstLoad } from './first-load.ts';
import { type Metric, print } from './metrics.ts';

const shop = await startBenchShop();
try {
  const figures: Metric[] = [];
  for (const [what, path] of [
    ['home', '/'],
    ['list', '/wines'],
    ['offer', '/wines/wirrabeen-ridge/old-block-shiraz-2021'],
    ['cart', '/cart'],
  ] as const) {
    const html = await fetch(shop.url + path).then((response) => response.text());
    const [scripts, styles] = [await firstLoad(html, 'js'), await firstLoad(html, 'css')];
    figures.push({
      what: `${what}: scripts (${scripts.files} files)`,
      figure: scripts.kilobytes,
      unit: 'KB br',
      budget: FIRST_LOAD_KB,
      good: 'at most',
    });
    figures.push({ what: `${what}: styles`, figure: styles.kilobytes, unit: 'KB br' });
  }
  print('Client code', figures);
} finally {
  await shop.stop();
}
