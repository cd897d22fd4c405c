/**
 * What a browser downloads for a page within ten seconds without an interaction, bytes over the wire and number of files, and what it
 * prefetches within twenty seconds [CONT-37]. Each page is opened in a new browser context of a phone without a
 * cache or a service worker. Option: --theme whisky
 */
import { parseArgs } from 'node:util';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { startBenchShop } from './bench-shop.ts';
import { type BenchPage, createBenchPages, openPhone } from './bench-sites.ts';
import { printRows, type Row, row } from './report.ts';

const TIME_MS = 10_000;
/** Pages are prefetched from the third second of idleness on. */
const PREFETCH_MS = 20_000;
const KINDS = { js: 'scripts', woff2: 'fonts', css: 'styles' } as const;

type Kind = (typeof KINDS)[keyof typeof KINDS] | 'others';
type Downloads = Readonly<Record<Kind, { files: number; bytes: number }>>;

const { theme } = parseArgs({ options: { theme: { type: 'string', default: 'wine' } } }).values;
const shop = await startBenchShop();
const browser = await openBrowser();

function kindOf(url: string): Kind {
  const extension = new URL(url).pathname.split('.').at(-1) ?? '';
  return Object.entries(KINDS).find(([name]) => name === extension)?.[1] ?? 'others';
}

/** @param prefetches false for a browser that saves data, where a page does not prefetch others */
async function download({ url, cartId }: BenchPage, prefetches: boolean): Promise<Downloads> {
  const context = await openPhone(browser, cartId);
  if (!prefetches) await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const downloads: Downloads = {
    scripts: { files: 0, bytes: 0 },
    fonts: { files: 0, bytes: 0 },
    styles: { files: 0, bytes: 0 },
    others: { files: 0, bytes: 0 },
  };
  const urls = new Map<string, string>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const requested = urls.get(requestId);
    if (!requested?.startsWith('http')) return;
    const total = downloads[kindOf(requested)];
    total.files += 1;
    total.bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout((prefetches ? PREFETCH_MS : TIME_MS) - (performance.now() - began));
  await context.close();
  return downloads;
}

try {
  const rows: Row[] = [];
  for (const page of (await createBenchPages(shop)).filter((each) => each.theme === theme)) {
    const [alone, ahead] = [await download(page, false), await download(page, true)];
    const kilobytes = (kind: Kind, of = alone): number => of[kind].bytes / 1024;
    const total = (of: Downloads): number => Object.values(of).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
    rows.push(
      row(`${page.name}: scripts`, kilobytes('scripts'), 'KB', 'scriptsKb'),
      row(`${page.name}: script files`, alone.scripts.files, '', 'scriptFiles'),
      row(`${page.name}: fonts (${alone.fonts.files} files)`, kilobytes('fonts'), 'KB', 'fontsKb'),
      row(`${page.name}: styles (${alone.styles.files} files)`, kilobytes('styles'), 'KB'),
      row(`${page.name}: everything`, total(alone), 'KB'),
      row(
        `${page.name}: prefetched scripts (${ahead.scripts.files - alone.scripts.files} files)`,
        kilobytes('scripts', ahead) - kilobytes('scripts'),
        'KB',
      ),
      row(`${page.name}: everything prefetched`, total(ahead) - total(alone), 'KB'),
    );
  }
  printRows(`Downloads within 10 s, ${theme}`, rows);
} finally {
  await browser.close();
  await shop.stop();
}
