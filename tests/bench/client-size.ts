/** Size of client code: every script and style that the HTML of a page names, compressed with brotli, from the build. */
import { OFFER_PATH, startBenchShop } from './bench-shop.ts';
import { firstLoad } from './first-load.ts';
import { printRows, type Row, row } from './report.ts';

const shop = await startBenchShop();
try {
  const rows: Row[] = [];
  for (const [what, path] of [
    ['home', '/'],
    ['list', '/wines'],
    ['offer', OFFER_PATH],
    ['cart', '/cart'],
  ] as const) {
    const html = await fetch(shop.url + path).then((response) => response.text());
    const [scripts, styles] = [await firstLoad(html, 'js'), await firstLoad(html, 'css')];
    rows.push(row(`${what}: scripts (${scripts.files} files)`, scripts.kilobytes, 'KB br', 'namedScriptsKb'));
    rows.push(row(`${what}: styles`, styles.kilobytes, 'KB br'));
  }
  printRows('Files that the HTML names', rows);
} finally {
  await shop.stop();
}
