/** Imports in the office over the real server: upload, mapping, difference, batches, corrections, undo. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportRow, importOfficeContract, type OfficeImport } from '#domains/imports/office-contract.ts';
import { applyImport } from '#domains/imports/server/apply-import.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import type { WorkDeps } from '#domains/imports/server/work-steps.ts';
import { viewsContract } from '#domains/staff/views-contract.ts';
import { importFiles } from '#server/imports.ts';
import { wineListOf as list, listedWine as wine, workDeps } from '#tests/fixtures/imports.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let browser: OfficeBrowser;
let deps: WorkDeps;

beforeAll(async () => {
  shop = await createTestShop();
  deps = workDeps(shop.database);
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'], name: 'Bea Byer' }));
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({ text: 'truncate offers, stock_levels, imports, import_mappings restart identity cascade' });
});

const calls = () => browser.call(importOfficeContract);

function unwrap<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: string; readonly title: string },
): T {
  if (!result.ok) throw new Error(`${result.code}: ${result.title}`);
  return result.value;
}

const codeOf = (result: { readonly ok: boolean; readonly code?: string }): string | undefined => (result.ok ? undefined : result.code);

/** Uploads a file in one part. @returns its import, inspected */
async function upload(name: string, content: string | Buffer): Promise<OfficeImport> {
  const bytes = Buffer.from(content);
  const { id } = unwrap(await calls().startUpload({ name, bytes: bytes.length }));
  unwrap(await calls().uploadPart({ id, part: 0, data: bytes.toString('base64') }));
  unwrap(await calls().finishUpload({ id, parts: 1 }));
  await workOnImport(deps, id);
  return read(id);
}

const read = async (id: number): Promise<OfficeImport> => unwrap(await calls().import({ id }));

/** Compares an import by its proposed mapping. */
async function compare({ id, version, kind }: OfficeImport, endsMissing = false): Promise<OfficeImport> {
  unwrap(await calls().compareImport({ id, version, kind, endsMissing }));
  await workOnImport(deps, id);
  return read(id);
}

async function start({ id, version }: OfficeImport): Promise<OfficeImport> {
  unwrap(await calls().startImport({ id, version }));
  await workOnImport(deps, id);
  return read(id);
}

const rowsOf = async (id: number, filter: object = {}) => unwrap(await calls().importRows({ id, ...filter })).rows;
const offers = () =>
  shop.database.queryMany<{
    id: string;
    record: { readonly prices: { readonly AU?: { readonly packPrice: number } }; readonly name: string };
  }>({
    text: 'select offer_id as id, record from offers order by offer_id',
  });

describe('a new file', () => {
  test('is read, and its columns are proposed', async () => {
    const found = await upload('list.csv', list(wine(1), wine(2), wine(3)));

    expect(found).toMatchObject({ state: 'mapping', kind: 'list', file: 'list.csv', by: 'Bea Byer' });
    expect(found.choices?.columns).toMatchObject({ sku: 'SKU', title: 'Name', brand: 'Winery', price: 'Price', cost: 'Cost price' });
    expect(found.sample?.rows).toHaveLength(3);
  });

  test('may be compressed, have another separator and another encoding', async () => {
    const text = `${list().trim().replaceAll(',', ';')}\nW1;Côte Rôtie;Hôtel;2020;France;Red;20,50;12,00\n`;

    const found = await upload('liste.csv', gzipSync(Buffer.from(text, 'latin1')));

    expect(found.sample?.headers).toContain('Cost price');
    expect(found.sample?.rows[0]).toContain('Côte Rôtie');
  });

  test('with names and article numbers is a price list, not a table of changes', async () => {
    const found = await upload(
      'spirits.csv',
      'Item Number,Item Description,Bottle Retail\n11,Old Rye Whiskey,19.99\n12,Young Rye Whiskey,9.99\n',
    );

    expect(found).toMatchObject({ kind: 'list', choices: { columns: { sku: 'Item Number', title: 'Item Description' } } });
  });

  test('that is not a table fails with a sentence and writes nothing', async () => {
    const found = await upload('list.pdf', '%PDF-1.7 and so on');

    expect(found).toMatchObject({ state: 'failed', problem: expect.stringContaining('PDF') });
  });

  test('continues where a broken connection stopped it, and takes a part once', async () => {
    const { id } = unwrap(await calls().startUpload({ name: 'a.csv', bytes: 10 }));
    const part = (number: number, text: string) => calls().uploadPart({ id, part: number, data: Buffer.from(text).toString('base64') });

    expect(unwrap(await part(0, 'a,b\n'))).toEqual({ next: 1 });
    expect(unwrap(await part(0, 'a,b\n'))).toEqual({ next: 1 });
    expect(await part(2, 'late')).toMatchObject({
      ok: false,
      code: 'part_invalid',
      title: 'The upload continues with part 1. Send that one.',
    });
    expect(codeOf(await calls().finishUpload({ id, parts: 2 }))).toBe('part_invalid');
  });

  test('that is too large is refused before it is sent', async () => {
    const refused = await calls().startUpload({ name: 'a.csv', bytes: 2 ** 31 });

    expect(refused).toMatchObject({ ok: false, code: 'too_large_file', title: expect.stringContaining('128 MB') });
  });

  test('of a colleague is not continued', async () => {
    const { id } = unwrap(await calls().startUpload({ name: 'a.csv', bytes: 10 }));
    const other = await signInAs(
      shop,
      await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Owner'] }),
    );

    expect(codeOf(await other.call(importOfficeContract).uploadPart({ id, part: 0, data: 'YQ==' }))).toBe('not_found');
  });
});

describe('the difference', () => {
  test('names what is new, changed, unchanged, missing and rejected, and writes nothing', async () => {
    const first = await start(await compare(await upload('list.csv', list(wine(1), wine(2), wine(3)))));
    expect(first).toMatchObject({ state: 'done', appliedRows: 3 });

    const second = await compare(await upload('list.csv', list(wine(1, 30), wine(2), wine(4), wine(5, 'soon'))), true);

    expect(second).toMatchObject({ state: 'ready', counts: { new: 1, changed: 1, unchanged: 1, missing: 1, rejected: 1 } });
    const [changed] = await rowsOf(second.id, { 'filter[outcome]': 'changed' });
    expect(changed).toMatchObject({ title: 'House Block 1 Shiraz 2020', market: 'AU', oldPrice: 240, newPrice: 180, isApplied: false });
    const [rejected] = await rowsOf(second.id, { 'filter[outcome]': 'rejected' });
    expect(rejected).toMatchObject({ line: 5, column: 'Price', title: expect.stringContaining('soon') });
    expect(await offers()).toHaveLength(3);
  });

  test('states the margin where the file has a cost', async () => {
    const compared = await compare(await upload('list.csv', list(wine(1, 33))));

    const [row] = await rowsOf(compared.id);

    // A case of six at $198 with 10% tax is $180 without it; six bottles cost $72.
    expect(row).toMatchObject({ newPrice: 198, margin: 60 });
  });

  test('is paged, searched and sorted by the change of the price', async () => {
    await start(await compare(await upload('list.csv', list(wine(1, 40), wine(2, 40), wine(3, 40)))));
    const compared = await compare(await upload('list.csv', list(wine(1, 44), wine(2, 60), wine(3, 36))));

    const page = unwrap(await calls().importRows({ id: compared.id, sort: '-price_change', limit: 2 }));
    const rest = unwrap(await calls().importRows({ id: compared.id, sort: '-price_change', limit: 2, cursor: page.nextCursor ?? '' }));

    expect([...page.rows, ...rest.rows].map(({ priceChange }) => priceChange)).toEqual([50, expect.closeTo(10, 0), expect.closeTo(-10, 0)]);
    expect((await rowsOf(compared.id, { q: 'block 3' })).map(({ sku }) => sku)).toEqual([expect.stringContaining('W3')]);
    expect(await rowsOf(compared.id, { 'filter[price_change]': '20..' })).toHaveLength(1);
  });
});

describe('a rejected row', () => {
  test('is corrected in place, compared and imported after the others', async () => {
    const compared = await compare(await upload('list.csv', list(wine(1), wine(2, 'soon'))));
    const done = await start(compared);
    const [rejected] = await rowsOf(done.id, { 'filter[outcome]': 'rejected' });
    const row = unwrap(await calls().importRejectedRow({ id: done.id, seq: rejected?.seq ?? 0 }));
    expect(row.headers).toHaveLength(8);

    const stillWrong = unwrap(await calls().fixImportRow({ id: done.id, seq: rejected?.seq ?? 0, cells: row.cells }));
    expect(stillWrong.row).toMatchObject({ outcome: 'rejected' });
    const cells = row.cells.map((cell) => (cell === 'soon' ? '25' : cell));
    const fixed = unwrap(await calls().fixImportRow({ id: done.id, seq: rejected?.seq ?? 0, cells }));

    expect(fixed.row).toMatchObject({ outcome: 'new', isApplied: false });
    expect(fixed.import).toMatchObject({ counts: { rejected: 0, new: 2 }, waitingRows: 1, actions: { canStart: true } });
    const imported = await start(fixed.import);
    expect(imported).toMatchObject({ state: 'done', appliedRows: 2, waitingRows: 0 });
    expect(await offers()).toHaveLength(2);
  });

  test('is no reason to end the sale of its wine once it is corrected', async () => {
    await start(await compare(await upload('list.csv', list(wine(1), wine(2), wine(3)))));
    const compared = await compare(await upload('list.csv', list(wine(1), wine(2, 'soon'), wine(3))), true);
    expect(compared.counts).toMatchObject({ missing: 1, rejected: 1 });
    const [rejected] = await rowsOf(compared.id, { 'filter[outcome]': 'rejected' });
    const { cells } = unwrap(await calls().importRejectedRow({ id: compared.id, seq: rejected?.seq ?? 0 }));

    const fixed = unwrap(
      await calls().fixImportRow({ id: compared.id, seq: rejected?.seq ?? 0, cells: cells.map((cell) => (cell === 'soon' ? '20' : cell)) }),
    );

    expect(fixed.row).toMatchObject({ outcome: 'unchanged' });
    expect(fixed.import).toMatchObject({ counts: { missing: 0, rejected: 0, unchanged: 3 }, actions: { canStart: false } });
  });

  test('is downloaded as in the file with the reason behind', async () => {
    const compared = await compare(await upload('list.csv', list(wine(1), wine(2, 'soon'))));

    const { csv } = unwrap(await calls().exportImportRows({ id: compared.id, 'filter[outcome]': 'rejected' }));

    expect(csv).toMatch(
      /^SKU,Name,Winery,Vintage,Country,Type,Price,Cost price,rejected because\r\nW2,Block 2 Shiraz,.*soon,12\.00,.+\r\n$/,
    );
  });
});

describe('an import', () => {
  const many = (count: number, price = 20): string => list(...Array.from({ length: count }, (_, at) => wine(at + 1, price)));

  test('continues after the last batch if its process is killed, and applies nothing twice', async () => {
    const compared = await compare(await upload('list.csv', many(1_200)));
    unwrap(await calls().startImport({ id: compared.id, version: compared.version }));
    let batches = 0;
    const kill = async (): Promise<void> => {
      batches += 1;
      if (batches === 1) throw new Error('killed');
    };
    await expect(applyImport(deps, compared.id, kill)).rejects.toThrow('killed');
    expect(await offers()).toHaveLength(500);

    await workOnImport(deps, compared.id);

    expect(await read(compared.id)).toMatchObject({ state: 'done', appliedRows: 1_200, waitingRows: 0 });
    expect(await offers()).toHaveLength(1_200);
    const entry = await shop.database.queryOne<{ added: number }>({
      text: "select (counts->'offer'->>'added')::int as added from imports where id = $1",
      values: [compared.id],
    });
    expect(entry?.added).toBe(1_200);
  });

  test('is worked on by one process at a time', async () => {
    const compared = await compare(await upload('list.csv', many(600)));
    unwrap(await calls().startImport({ id: compared.id, version: compared.version }));

    const both = await Promise.all([workOnImport(deps, compared.id), workOnImport(deps, compared.id)]);

    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await read(compared.id)).toMatchObject({ state: 'done', appliedRows: 600 });
  });

  test('stops after a batch when it is cancelled, says what was done, and goes on when asked', async () => {
    const compared = await compare(await upload('list.csv', many(1_200)));
    unwrap(await calls().startImport({ id: compared.id, version: compared.version }));
    await applyImport(deps, compared.id, async () => {
      unwrap(await calls().cancelImport({ id: compared.id }));
    }).catch(() => undefined);

    const stopped = await read(compared.id);
    expect(stopped).toMatchObject({ state: 'cancelled', appliedRows: 500, waitingRows: 700 });
    expect(await offers()).toHaveLength(500);

    expect(await start(stopped)).toMatchObject({ state: 'done', appliedRows: 1_200 });
  });

  test('leaves a wine alone that somebody changed after the comparison', async () => {
    await start(await compare(await upload('list.csv', list(wine(1), wine(2)))));
    const compared = await compare(await upload('list.csv', list(wine(1, 30), wine(2, 30))));
    const [first] = await offers();
    await shop.database.execute({ text: "update offers set content_hash = 'else' where offer_id = $1", values: [first?.id] });

    const done = await start(compared);

    expect(done).toMatchObject({ state: 'done', appliedRows: 1, counts: { changed: 1, rejected: 1 } });
    const [conflict] = await rowsOf(done.id, { 'filter[outcome]': 'rejected' });
    expect(conflict).toMatchObject({ code: 'changed-since' });
    const again = unwrap(await calls().fixImportRow({ id: done.id, seq: conflict?.seq ?? 0 }));
    expect(again.row).toMatchObject({ outcome: 'changed' });
  });

  test('is undone, except for what was changed since', async () => {
    await start(await compare(await upload('list.csv', list(wine(1), wine(2)))));
    const changed = await start(await compare(await upload('list.csv', list(wine(1, 40), wine(2, 40), wine(3, 40)))));
    const [first] = await offers();
    await shop.database.execute({ text: "update offers set content_hash = 'else' where offer_id = $1", values: [first?.id] });

    unwrap(await calls().undoImport({ id: changed.id, version: changed.version }));
    await workOnImport(deps, changed.id);

    // The new wine and its stock in two markets are removed.
    const undone = await read(changed.id);
    expect(undone).toMatchObject({ state: 'undone', undo: { restored: 1, removed: 3, by: 'Bea Byer', unchanged: { offer: [first?.id] } } });
    expect(codeOf(await calls().undoImport({ id: undone.id, version: undone.version }))).toBe('not_possible');
  });

  test('by somebody who saw an older state is refused with who and when', async () => {
    const compared = await compare(await upload('list.csv', list(wine(1))));

    const refused = await calls().startImport({ id: compared.id, version: compared.version - 1 });

    expect(refused).toMatchObject({ ok: false, code: 'changed_meanwhile', title: expect.stringContaining('Bea Byer') });
  });

  test('that a colleague imported first names the colleague, not whoever uploaded the file', async () => {
    const compared = await compare(await upload('list.csv', list(wine(1))));
    const staff = await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: ['Manager'], name: 'Mia' });
    const seen = { id: compared.id, version: compared.version };
    unwrap(await (await signInAs(shop, staff)).call(importOfficeContract).startImport(seen));
    await workOnImport(deps, seen.id);
    const refused = await calls().startImport(seen);

    expect(refused).toMatchObject({ ok: false, code: 'changed_meanwhile', title: expect.stringMatching(/^Mia changed this/) });
  });

  test('of the command line is in the list and can be undone', async () => {
    await shop.stock({ offerId: 'a', productId: 1 });
    const folder = await mkdtemp(join(tmpdir(), 'cellardoor-imports-'));
    await writeFile(join(folder, 'prices.csv'), 'sku,price AU\nSKU-a,99.00\n');
    await importFiles(shop.database, { files: [join(folder, 'prices.csv')], mapping: 'changes', rejectsFile: null });
    await rm(folder, { recursive: true });

    const { rows } = unwrap(await calls().imports({}));

    expect(rows).toMatchObject([
      { file: 'prices.csv', source: 'command', by: '', counts: { changed: 1 }, canUndo: true } satisfies Partial<ImportRow> | object,
    ]);
  });
});

describe('a table of changes', () => {
  test('is recognised and compared by SKU; a wine that is not there is rejected', async () => {
    await shop.stock({ offerId: 'a', productId: 1 }, { offerId: 'b', productId: 2 });

    const found = await upload('prices.csv', 'sku,price AU,stock AU\nSKU-a,66.00,7\nSKU-b,60.00,\nSKU-x,10.00,\nSKU-a,70.00,\n');
    const compared = await compare(found);

    expect(found.kind).toBe('changes');
    expect(compared.counts).toMatchObject({ changed: 1, unchanged: 1, rejected: 2 });
    const [changed] = await rowsOf(compared.id, { 'filter[outcome]': 'changed' });
    expect(changed?.changes).toEqual(
      expect.arrayContaining([
        { field: 'packPrice AU', before: 60, after: 66 },
        { field: 'stock AU', before: 100, after: 7 },
      ]),
    );
  });
});

describe('a saved mapping', () => {
  test('is recognised by the header of the next file and keeps the wines of the supplier', async () => {
    const first = await upload('september.csv', list(wine(1)));
    const saved = unwrap(await calls().saveMapping({ id: first.id, supplier: 'House & Sons' }));
    unwrap(await calls().selectMapping({ id: first.id, version: first.version, mappingId: saved.id }));
    await start(await compare(await read(first.id)));

    const next = await upload('october.csv', list(wine(1, 30)));
    const compared = await compare(next);

    expect(next).toMatchObject({ mapping: 'House & Sons', mappingId: saved.id });
    expect(compared.counts).toMatchObject({ new: 0, changed: 1 });
    expect(codeOf(await calls().saveMapping({ id: next.id, supplier: 'HOUSE & SONS' }))).toBe('supplier_taken');
  });

  test('shows the wines of corrected columns at once', async () => {
    const found = await upload('list.csv', list(wine(1)));
    if (found.choices === null) throw new Error('no choices');

    const { rows } = unwrap(await calls().previewImport({ id: found.id, choices: { ...found.choices, pricePer: 'case' } }));

    expect(rows[0]).toMatchObject({
      title: 'House Block 1 Shiraz 2020',
      fields: expect.arrayContaining([{ field: 'packPrice AU', value: '20.00' }]),
    });
    const twice = unwrap(
      await calls().previewImport({ id: found.id, choices: { ...found.choices, columns: { ...found.choices.columns, cost: 'Price' } } }),
    );
    expect(twice.problems).toEqual([expect.stringContaining('used twice')]);
  });
});

test('someone who works in one market only sees no imports', async () => {
  const staff = await createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles: [] });
  const role = await shop.database.queryOne<{ id: number }>({
    text: "insert into roles (name, description, permissions, markets) values ('One market', '', '{catalogue.import}', '{AU}') returning id",
  });
  await shop.database.execute({ text: 'insert into staff_roles (staff_id, role_id) values ($1, $2)', values: [staff.id, role?.id] });
  const own = await signInAs(shop, staff);

  expect(codeOf(await own.call(importOfficeContract).imports({}))).toBe('all_markets_needed');
  expect((await own.raw(viewsContract.savedViews)).status).not.toBe(500);
});
