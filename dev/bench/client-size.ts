/** Client code: every script and style a page loads, brotli, from the build. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBenchShop } from './bench-shop.ts';
import { type Figure, print } from './figures.ts';

const CLIENT = join(fileURLToPath(new URL('../..', import.meta.url)), 'build/client');
const sizeOf = async (path: string): Promise<number> =>
  (await readFile(join(CLIENT, `${path}.br`)).catch(() => readFile(join(CLIENT, path)))).length / 1024;

const shop = await startBenchShop();
try {
  const figures: Figure[] = [];
  for (const [what, path] of [
    ['home', '/'],
    ['list', '/wines'],
    ['offer', '/wines/wirrabeen-ridge/old-block-shiraz-2021'],
    ['cart', '/cart'],
  ] as const) {
    const html = await fetch(shop.url + path).then((answer) => answer.text());
    const files = [...new Set([...html.matchAll(/\/assets\/[^"'\s]+\.(js|css)/g)].map(([file]) => file))];
    const sum = async (kind: string) =>
      (await Promise.all(files.filter((file) => file.endsWith(kind)).map(sizeOf))).reduce((total, size) => total + size, 0);
    figures.push({
      what: `${what}: scripts (${files.filter((file) => file.endsWith('.js')).length} files)`,
      figure: await sum('.js'),
      unit: 'KB br',
      budget: 120,
      good: 'at most',
    });
    figures.push({ what: `${what}: styles`, figure: await sum('.css'), unit: 'KB br' });
  }
  print('Client code', figures);
} finally {
  await shop.stop();
}
