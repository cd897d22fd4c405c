/**
 * `npm run screenshots -- [FOLDER] [WORD…] [--axe] [--look THEME-WIDTH] [--part 1/4] [--no-pictures]`: screenshots of every page
 * of the page table and its states, in each theme at 390, 820 and 1280 px, in FOLDER (default: `gallery`) with an index.html.
 * WORDs select views by name, `--part` every fourth view from the first. `--axe` also checks accessibility, console messages and
 * overflow, and fails if it finds any. `--mock FOLDER` and `--before FOLDER` compare with a mock and an earlier gallery in
 * FOLDER/beside. `npm run screenshots:readme` updates the pictures of README in docs/screenshots.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import { captureAll, listCaptures, type PageCapture } from './capture-all.ts';
import { BESIDE, writeComparisonPage } from './comparison-page.ts';
import { fileOf, indexPage } from './index-page.ts';
import { createPageAuditor } from './page-audit.ts';
import { variantName } from './page-variants.ts';
import { openGalleryShop } from './resolve-paths.ts';
import { VIEWS } from './views.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    axe: { type: 'boolean' },
    pictures: { type: 'boolean', default: true },
    readme: { type: 'boolean' },
    mock: { type: 'string' },
    before: { type: 'string' },
    look: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
  },
});
const [command = 'gallery', ...names] = positionals;
const [part = 1, parts = 1] = values.part.split('/').map(Number);

/** Screenshots of README. */
const README: Readonly<Record<string, string>> = {
  'home-wine-1280': 'home',
  'wines-wine-1280': 'list',
  'offer-wine-1280': 'offer',
  'cart-wine-1280': 'cart',
  'home-whisky-1280': 'spirits-home',
};
const isBeside = values.mock !== undefined || values.before !== undefined;
const idOf = ({ view, variant }: PageCapture): string => `${view.name}-${variantName(variant)}`;
const isChosen = (capture: PageCapture): boolean =>
  values.readme
    ? Object.hasOwn(README, idOf(capture))
    : (!isBeside || names.length > 0 || BESIDE.has(idOf(capture))) &&
      (names.length === 0 || names.some((name) => capture.view.name.includes(name))) &&
      VIEWS.indexOf(capture.view) % parts === part - 1 &&
      (values.look?.includes(variantName(capture.variant)) ?? true);

const folder = values.readme ? fileURLToPath(new URL('../../docs/screenshots', import.meta.url)) : resolve(command);
const sights = listCaptures(VIEWS).filter(isChosen);
await mkdir(folder, { recursive: true });

const [shop, browser] = await Promise.all([openGalleryShop(), openBrowser()]);
const began = performance.now();
const taken: PageCapture[] = [];
const problems: string[] = [];
const audit = createPageAuditor();
const complain = (capture: PageCapture, problem: string): void => {
  problems.push(`${idOf(capture)}: ${problem}`);
  console.log(`  ${idOf(capture)}: ${problem}`);
};
try {
  await captureAll(
    browser,
    shop,
    sights,
    async (capture, open) => {
      const name = values.readme ? `${README[idOf(capture)]}-${capture.variant.width}.png` : fileOf(capture);
      if (values.pictures) await open.page.screenshot({ path: join(folder, name), fullPage: !values.readme, animations: 'disabled' });
      taken.push(capture);
      console.log(`${taken.length} of ${sights.length} ${name}, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
      if (values.axe) for (const violation of await audit(capture, open)) complain(capture, violation);
    },
    (capture, error) => complain(capture, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)),
  );
  if (isBeside) await writeComparisonPage(browser, folder, values);
} finally {
  await Promise.all([browser.close(), shop.stop()]);
}
if (values.pictures && !values.readme) await writeFile(join(folder, 'index.html'), indexPage(taken));
console.log(`${taken.length} looked at${values.pictures ? `, pictures in ${folder}` : ''}; ${problems.length} wrong`);
process.exitCode = problems.length > 0 ? 1 : 0;
