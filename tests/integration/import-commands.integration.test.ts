/** What staff do with imports in the office, on the command line. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CommandError, UsageError } from '#cli/command.ts';
import { importFiles } from '#server/imports.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createImporter, type Importer, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let folder: string;
let browser: OfficeBrowser;
let importer: Importer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-imports-'));
  shop = await createTestShop({ IMPORT_WATCH_DIR: folder });
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'], name: 'Bea Byer' }));
  importer = createImporter(shop.database, browser);
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await shop.database.execute({
    text: 'truncate offers, stock_levels, imports, import_mappings, import_schedules restart identity cascade',
  });
});

const cli = (name: string, args: readonly string[] = [], options = {}) => runCommand(shopAccess(shop), name, args, options);
const offers = async () => (await shop.database.queryMany({ text: 'select 1 from offers' })).length;
const logged = () =>
  shop.database.queryMany<{ actor: string; action: string }>({
    text: "select actor_name as actor, action from activity_log where actor_kind = 'command' order by id",
  });

test('an import of the office is shown with its difference and its rejected rows, started and undone', async () => {
  const ready = await importer.compare(await importer.upload('list.csv', wineListOf(listedWine(1), listedWine(2), listedWine(3, 'soon'))));
  const id = String(ready.id);

  const shown = await cli('import show', [id]);
  expect(shown.stdout).toContain(`Import ${id}, list.csv: Ready to import`);
  expect(shown.stdout).toContain('New: 2, Changed: 0, Unchanged: 0, Missing from the file: 0, Rejected: 1');
  expect(shown.stdout).toMatch(/4 +Price +.*soon/);
  expect(JSON.parse((await cli('import show', [id], { json: true })).stdout)).toMatchObject({
    state: 'ready',
    rejectedRows: [{ line: 4, column: 'Price' }],
  });
  expect((await cli('import list')).text).toContain('list.csv by list, ready to import');

  const started = await cli('import start', [id], { actor: 'Sam' });
  expect(started).toMatchObject({ code: 0, changes: ['import start'] });
  expect(started.stdout).toContain('Imported');
  expect(await offers()).toBe(2);

  const undone = await cli('import undo', [id], { actor: 'Sam' });
  expect(undone.text).toContain(`Import ${id} undone: 0 records restored, 6 new records removed.`);
  expect(await offers()).toBe(0);
  expect(await importer.read(ready.id)).toMatchObject({ state: 'undone', undo: { by: 'Sam', removed: 6 } });
  expect(await logged()).toEqual([
    { actor: 'Sam', action: 'import.started' },
    { actor: 'Sam', action: 'import.undo_requested' },
  ]);
});

test('an import of the command line that is undone there is undone in the office, too', async () => {
  const file = join(folder, 'stock.txt');
  await shop.stock({ offerId: 'a', productId: 1 });
  await writeFile(file, '{"record":"stock","productId":1,"market":"AU","level":7}\n');
  const { id } = await importFiles(shop.database, { files: [file], mapping: null, rejectsFile: null });

  await cli('import undo', [String(id)], { actor: 'Sam' });

  expect(await importer.read(id ?? 0)).toMatchObject({ state: 'undone', actions: { canUndo: false }, undo: { restored: 1, by: 'Sam' } });
});

test('what is not possible is refused with a sentence', async () => {
  const found = await importer.upload('list.csv', wineListOf(listedWine(1)));

  await expect(cli('import start', ['99'])).rejects.toEqual(new CommandError('Import not found: 99.'));
  await expect(cli('import start', ['soon'])).rejects.toBeInstanceOf(UsageError);
  await expect(cli('import start', [String(found.id)])).rejects.toThrow('There is nothing to import now.');
  await expect(cli('import stop', [String(found.id)])).rejects.toThrow('This import isn’t running any more.');
  await expect(cli('import undo', [String(found.id)])).rejects.toThrow('This import can’t be undone');
  await expect(cli('import run-schedule', ['7'])).rejects.toEqual(new CommandError('Schedule not found: 7.'));
});

test('a schedule is listed and run, and its held file is released', async () => {
  expect((await cli('import schedules')).stderr).toContain('There are no schedules.');
  const schedule = await importer.schedule(wineListOf(listedWine(1)));
  await mkdir(join(folder, 'scheduled/house'), { recursive: true });
  await writeFile(join(folder, 'scheduled/house/monday.csv'), wineListOf(listedWine(1), listedWine(2, 'soon')));

  const held = await cli('import run-schedule', [String(schedule)], { actor: 'Sam' });

  expect(held.stdout).toContain('Waits for approval');
  expect(held.stdout).toContain('1 row was rejected, more than 10%.');
  const imported = /import start (\d+)/.exec(held.stderr)?.[1] ?? '';
  expect((await cli('import schedules')).stdout).toMatch(new RegExp(`House prices +House +.* ${imported}$`, 'm'));
  expect(JSON.parse((await cli('import schedules', [], { json: true })).stdout)).toMatchObject([
    { name: 'House prices', lastImport: Number(imported) },
  ]);
  await cli('import start', [imported]);
  expect(await offers()).toBe(1);
});
