/**
 * Writes one page that compares the mock's pages with the current ones and with an earlier gallery. Mock and earlier gallery are
 * optional folders.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { HEIGHTS } from './page-variants.ts';

/** Pairs of views and pages of the mock. */
const PAIRS = [
  { view: 'home', mock: 'home' },
  { view: 'wines', mock: 'list' },
  { view: 'offer', mock: 'detail' },
  { view: 'cart', mock: 'cart' },
  { view: 'checkout', mock: 'checkout' },
] as const;
const WIDTHS = [390, 1280] as const;
const TALLEST = 1_400;

/** Variants that the page shows. */
export const BESIDE = new Set(PAIRS.flatMap(({ view }) => WIDTHS.map((width) => `${view}-wine-${width}`)));

interface ComparisonOptions {
  /** Folder of the mock's pages. */
  readonly mock?: string;
  /** Folder of an earlier gallery. */
  readonly before?: string;
}

async function drawMock(browser: Browser, folder: string, into: string): Promise<void> {
  for (const width of WIDTHS) {
    const page = await browser.newPage({ viewport: { width, height: HEIGHTS[width] }, colorScheme: 'light' });
    for (const { mock } of PAIRS) {
      await page.goto(pathToFileURL(join(resolve(folder), `${mock}.html`)).href);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(into, `mock-${mock}-${width}.png`), fullPage: true, animations: 'disabled' });
    }
    await page.close();
  }
}

const picture = (label: string, file: string): string =>
  `<figure><figcaption>${label}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt=""></a></figure>`;

/** Writes `beside/index.html` into the gallery's folder. */
export async function writeComparisonPage(browser: Browser, folder: string, { mock, before }: ComparisonOptions): Promise<void> {
  const into = join(folder, 'beside');
  await mkdir(into, { recursive: true });
  if (mock !== undefined) await drawMock(browser, mock, into);
  const rows: string[] = [];
  for (const pair of PAIRS)
    for (const width of WIDTHS) {
      const name = `${pair.view}-wine-${width}.png`;
      const was = before === undefined ? undefined : join(resolve(before), name);
      const isUnchanged = was !== undefined && existsSync(was);
      if (isUnchanged) await copyFile(was, join(into, `before-${name}`));
      rows.push(
        `<h2>${pair.view}, ${width}</h2><div id="${pair.view}-${width}" style="width:${width === 390 ? 900 : 1400}px">${[
          isUnchanged ? picture('Before', `before-${name}`) : '',
          mock === undefined ? '' : picture('Mock', `mock-${pair.mock}-${width}.png`),
          picture('Now', `../${name}`),
        ].join('')}</div>`,
      );
    }
  const style =
    'body{width:1400px;font:16px/1.5 system-ui;margin:24px;background:#888}div{display:flex;gap:24px;align-items:start}figure{flex:1;min-width:0;margin:0}img{width:100%;height:auto}';
  await writeFile(
    join(into, 'index.html'),
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Beside the mock</title><style>${style}</style>${rows.join('')}</html>\n`,
  );
  await saveRows(browser, into);
}

/** Saves each row as one small picture, at most `TALLEST` high, for docs/screenshots/beside. */
async function saveRows(browser: Browser, into: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1460, height: 900 } });
  await page.goto(pathToFileURL(join(into, 'index.html')).href);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  await page.addStyleTag({ content: `div{max-height:${TALLEST}px;overflow:hidden}` });
  for (const { view } of PAIRS)
    for (const width of WIDTHS)
      await page.locator(`#${view}-${width}`).screenshot({ path: join(into, `${view}-${width}.jpg`), type: 'jpeg', quality: 60 });
  await page.close();
}
