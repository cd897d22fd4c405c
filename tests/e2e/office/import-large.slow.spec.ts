/**
 * A long list is imported while the tab is closed. `IMPORT_ROWS=500000 npx playwright test tests/e2e/office/import-large.slow.spec.ts` does it at the
 * size that the office promises, in about half an hour, and prints how long each step took.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { type OfficeShop, serveOffice } from './support/office.ts';
import { dialog, expect, press, screen, test } from './support/test.ts';

const ROWS = Number(process.env.IMPORT_ROWS ?? 4_000);
/** Per row, and for what does not depend on their number. */
const STEP_MS = 120_000 + ROWS * 6;
const REJECTED_EVERY = 1_000;
const rejected = Math.floor(ROWS / REJECTED_EVERY);
const right = ROWS - rejected;

let shop: OfficeShop;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-import-'));
  shop = await serveOffice();
});
test.afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const text = (value: number): string => value.toLocaleString('en-AU');

/** Writes a list of which every thousandth row has no price. */
async function writeList(file: string): Promise<void> {
  function* lines() {
    yield wineListOf();
    for (let row = 1; row <= ROWS; row += 1) yield `${listedWine(row, row % REJECTED_EVERY === 0 ? 'soon' : 20)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

const importOf = () =>
  shop.database.queryOne<{ state: string }>({
    text: "select state from imports where files = array['large.csv'] order by id desc limit 1",
  });
const untilState = (...states: readonly string[]): Promise<void> =>
  expect.poll(async () => states.includes((await importOf())?.state ?? ''), { timeout: STEP_MS, intervals: [500] }).toBe(true);

test(`imports ${text(ROWS)} rows while the tab is closed, and shows how far it is when it is opened again`, async ({ openOffice }) => {
  test.setTimeout(4 * STEP_MS);
  const file = join(folder, 'large.csv');
  await writeList(file);
  const times: string[] = [];
  let began = performance.now();
  const lap = (name: string): void => {
    times.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    began = performance.now();
  };
  const { page, context } = await openOffice(shop, '/imports', { as: 'Buyer' });
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('heading', { level: 1, name: 'large.csv' }).waitFor({ timeout: STEP_MS });
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Compare with the shop' }).waitFor({ timeout: STEP_MS });
  lap('uploaded and read');

  // Closed while it is compared.
  await press(page, 'Compare with the shop');
  await expect(page.getByText('You can close this page. The work goes on.')).toBeVisible();
  await page.close();
  await untilState('comparing', 'ready');
  const second = await context.newPage();
  await second.goto(`${shop.officeUrl}/imports`);
  await second
    .getByRole('row', { name: /large\.csv/ })
    .getByRole('link')
    .first()
    .click();
  await second.getByRole('grid', { name: 'Difference' }).waitFor({ timeout: STEP_MS });
  lap('compared');
  await expect(second.getByRole('button', { name: new RegExp(`^New ${text(right)}$`) })).toBeVisible();
  await expect(second.getByRole('button', { name: new RegExp(`^Rejected ${text(rejected)}$`) })).toBeVisible();

  // Closed while it is written, and opened before the end.
  await press(screen(second), `Import ${text(right)} rows`);
  await press(dialog(second), `Import ${text(right)} rows`);
  await expect(second.getByText('You can close this page. The work goes on.')).toBeVisible();
  await second.close();
  await untilState('applying', 'done');
  const third = await context.newPage();
  await third.goto(`${shop.officeUrl}${pathname}`);
  if ((await importOf())?.state === 'applying')
    await expect(
      third.getByText(new RegExp(`^[\\d,]+ of ${text(right)} rows written$`)).or(third.getByText('Imported').first()),
    ).toBeVisible();
  await expect(screen(third).getByText('Imported', { exact: true }).first()).toBeVisible({ timeout: STEP_MS });
  lap('written');
  await expect(third.getByRole('grid', { name: 'Difference' }).getByText('New, written').first()).toBeVisible();
  await expect(third.getByRole('button', { name: 'Undo import' })).toBeVisible();
  const sold = await shop.database.queryOne<{ n: number }>({
    text: "select count(*)::integer as n from offers where record->>'brand' = 'House' and record->>'sku' like '%W%'",
  });
  expect(sold?.n).toBe(right);
  expect((await importOf())?.state).toBe('done');
  if (ROWS > 100_000) console.log(`${text(ROWS)} rows, ${text((await stat(file)).size)} bytes: ${times.join(', ')}`);
});

test('says that an upload stopped when its tab was closed in the middle, and takes the file again', async ({ openOffice }) => {
  const { page, context } = await openOffice(shop, '/imports', { as: 'Buyer', expectsViolations: true });
  // The second part never arrives.
  let parts = 0;
  await page.route('**/office/v1/imports/upload/part', (route) => {
    parts += 1;
    return parts > 1 ? undefined : route.continue();
  });
  const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => listedWine(at, 20) + crypto.randomUUID()).join('\n'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer: Buffer.concat([Buffer.from(wineListOf()), noise]) });
  await expect.poll(() => parts).toBe(2);
  await page.close();

  const later = await context.newPage();
  await later.goto(`${shop.officeUrl}/imports`);
  const row = later.getByRole('row', { name: /half\.csv/ });
  await expect(row).toContainText('Uploading');
  await row.getByRole('link').first().click();
  await expect(screen(later)).toContainText('The file hasn’t fully arrived. If the page that sends it was closed, discard this import');
  await press(screen(later), 'Discard import');
  await press(dialog(later), 'Discard import');
  await later.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
  await expect(later.getByRole('row', { name: /half\.csv/ })).toHaveCount(0);
});
