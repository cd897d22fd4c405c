/**
 * `npm run screenshots:office -- [FOLDER] [WORD…] [--width 390] [--scheme dark] [--part 1/4] [--axe]`: screenshots of every screen of the
 * office and its states at 390, 820 and 1440 px, light and dark, in FOLDER (default: `gallery-office`). WORDs select views by name.
 *
 * `npm run screenshots:guides -- [WORD…]` updates the pictures of the guides in docs/guides/pictures.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBrowser } from '#tests/e2e/support/browser.ts';
import setup from '#tests/fixtures/global-setup.ts';
import { captureGuides } from './capture-guides.ts';
import { captureName, captureOffice, OFFICE_SIZES, SCHEMES, sizeOf } from './capture-office.ts';
import { GUIDE_PICTURES } from './guide-pictures.ts';
import type { OfficeStage } from './office-shops.ts';
import { OFFICE_VIEWS } from './office-views.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    axe: { type: 'boolean' },
    guides: { type: 'boolean' },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
  },
});
const [command = 'gallery-office', ...others] = positionals;
const words = values.guides ? positionals : others;
const folder = values.guides ? fileURLToPath(new URL('../../../docs/guides/pictures', import.meta.url)) : resolve(command);
const [part = 1, parts = 1] = values.part.split('/').map(Number);
const isNamed = ({ name }: { readonly name: string }): boolean => words.length === 0 || words.some((word) => name.includes(word));
const sizes = values.width?.map((width) => sizeOf(Number(width))) ?? OFFICE_SIZES;
const schemes = SCHEMES.filter((scheme) => values.scheme?.includes(scheme) ?? true);
const views = OFFICE_VIEWS.filter(isNamed).filter((_, index) => index % parts === part - 1);
const pictures = GUIDE_PICTURES.filter(isNamed);
await mkdir(folder, { recursive: true });

const tearDown = await setup();
// Reads the address of the database of the tests when it is loaded.
const { openFilledOffice, openNewOffice } = await import('./office-shops.ts');
const browser = await openBrowser();
const began = performance.now();
let problems = 0;
let count = 0;
const complain = (name: string, problem: unknown): void => {
  problems += 1;
  console.log(`  ${name}: ${problem instanceof Error ? problem.message.split('\n').slice(0, 3).join(' ') : String(problem)}`);
};

const viewsOf = (shop: 'filled' | 'new') => views.filter((view) => (view.shop ?? 'filled') === shop);
const picturesOf = (shop: 'filled' | 'new') => pictures.filter(({ view }) => (view.shop ?? 'filled') === shop);

async function captureViews(stage: OfficeStage, shop: 'filled' | 'new'): Promise<void> {
  await captureOffice(
    browser,
    stage,
    viewsOf(shop),
    { sizes, schemes },
    async (capture, { page, axe }) => {
      await page.screenshot({ path: join(folder, `${captureName(capture)}.png`), animations: 'disabled' });
      count += 1;
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) complain(captureName(capture), `${overflow} px too wide`);
      if (values.axe) for (const violation of await axe()) complain(captureName(capture), violation);
    },
    (capture, error) => complain(captureName(capture), error),
  );
}

async function capturePictures(stage: OfficeStage, shop: 'filled' | 'new'): Promise<void> {
  const chosen = picturesOf(shop);
  const bytes = await captureGuides(browser, stage, chosen, folder, complain);
  count += chosen.length;
  console.log(`${shop}: ${(bytes / 1_000).toFixed(0)} KB`);
}

try {
  for (const [shop, open] of [
    ['filled', openFilledOffice],
    ['new', openNewOffice],
  ] as const) {
    if ((values.guides ? picturesOf(shop) : viewsOf(shop)).length === 0) continue;
    const stage = await open();
    await (values.guides ? capturePictures : captureViews)(stage, shop);
    await stage.stop();
  }
} finally {
  await browser.close();
  await tearDown();
}
console.log(`${count} pictures in ${folder}, ${((performance.now() - began) / 1_000).toFixed(0)} s; ${problems} wrong`);
process.exit(problems > 0 ? 1 : 0);
