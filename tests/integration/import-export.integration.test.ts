import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadMapping } from '#domains/catalogue/server/import/load-mapping.ts';
import { type Member, membersToRecalculate } from '#domains/customers/loyalty/server/loyalty.repository.ts';
import { recalculateTier } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { exportRecords, importFiles } from '#server/imports.ts';
import { importSchemas } from '#server/record-types.ts';
import { loadSampleIfEmpty } from '#server/sample-shop.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
const open: { database: Database; drop: () => Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-records-'));
});
afterAll(async () => {
  for (const { database, drop } of open) {
    await database.close();
    await drop();
  }
  await rm(folder, { recursive: true, force: true });
});

async function emptyStore(): Promise<Database> {
  const { connectionString, drop } = await createTestDatabase();
  const database = openDatabase(connectionString, 4);
  open.push({ database, drop });
  return database;
}

async function exported(database: Database): Promise<string> {
  const chunks: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  await exportRecords(database, out);
  return chunks.join('');
}

const members = (database: Database) =>
  database.queryMany<Member>({ text: 'select distinct customer_id as "customerId", market from loyalty_ledger' });

const file = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

describe('customers of the group STAFF', () => {
  const staff = JSON.stringify({ record: 'customer', email: 'pat@cellardoor.example', group: 'STAFF' });
  const groups = (store: Database) => store.queryMany({ text: 'select email_key as email, customer_group as group from customers' });

  test('are rejected by an import without the option', async () => {
    const store = await emptyStore();
    const rejectsFile = join(folder, 'staff.rejects.ndjson');

    const { progress } = await importFiles(store, { files: [await file('staff.ndjson', staff)], mapping: null, rejectsFile });

    expect(progress.rejectsBy).toEqual({ 'invalid-record group': 1 });
    expect(await readFile(rejectsFile, 'utf8')).toContain('the group STAFF is imported only with --allow-staff-group');
    expect(await groups(store)).toEqual([]);
  });

  test('do not replace an existing customer', async () => {
    const store = await emptyStore();
    const customer = await file('pat.ndjson', JSON.stringify({ record: 'customer', email: 'pat@cellardoor.example' }));
    await importFiles(store, { files: [customer], mapping: null, rejectsFile: null });

    await importFiles(store, { files: [await file('staff.ndjson', staff)], mapping: null, rejectsFile: null });

    expect(await groups(store)).toEqual([{ email: 'pat@cellardoor.example', group: null }]);
  });

  test('are imported with the option and from the built-in sample', async () => {
    const [store, sample] = [await emptyStore(), await emptyStore()];

    await importFiles(store, { files: [await file('staff.ndjson', staff)], mapping: null, rejectsFile: null, allowsStaffGroup: true });
    await loadSampleIfEmpty(sample, ROOT, () => {});

    expect(await groups(store)).toEqual([{ email: 'pat@cellardoor.example', group: 'STAFF' }]);
    expect(await groups(sample)).toContainEqual({ email: 'staff@cellardoor.example', group: 'STAFF' });
  });
});

test('exports no staff accounts, roles or keys', () => {
  expect(Object.keys(importSchemas({ allowsStaffGroup: true })).sort()).toEqual(
    [
      'club',
      'credit',
      'customer',
      'delivery-estimate',
      'favourite',
      'gift-card',
      'loyalty',
      'loyalty-ledger',
      'membership',
      'offer',
      'order',
      'page',
      'picture',
      'picture-file',
      'promotion',
      'redirect',
      'removed',
      'setting',
      'stock',
    ].sort(),
  );
});

describe('the shop’s own format', () => {
  test('imports what it exported without loss, plain and gzip, and nothing changes the second time [CAT-23, CAT-24, CAT-25, CAT-28]', async () => {
    const first = await emptyStore();
    await loadSampleIfEmpty(first, ROOT, () => {});
    for (const member of await membersToRecalculate(first, 24 * 365 * 50)) await recalculateTier(first, member, async () => {});
    const lines = await exported(first);
    expect(lines.split('\n').length).toBeGreaterThan(500);
    expect(lines.includes('"record":"loyalty-ledger"')).toBe(true);

    const second = await emptyStore();
    const written = (
      await importFiles(second, {
        files: [await file('all.ndjson.gz', gzipSync(lines))],
        mapping: null,
        rejectsFile: null,
        allowsStaffGroup: true,
      })
    ).written;
    expect(written.offer?.added).toBeGreaterThanOrEqual(240);
    expect(await exported(second)).toBe(lines);
    // A tier that followed from orders is not taken for one that the shop gave.
    for (const member of await members(second)) await recalculateTier(second, member, async () => {});
    expect(await exported(second)).toBe(lines);

    const again = await importFiles(second, {
      files: [await file('all.ndjson', lines)],
      mapping: null,
      rejectsFile: null,
      allowsStaffGroup: true,
    });
    for (const kind of Object.values(again.written)) expect(kind).toMatchObject({ added: 0, changed: 0 });
    expect(await exported(second)).toBe(lines);
  });

  test('writes a changed price and lists unreadable rows with line and reason [CAT-29, CAT-30]', async () => {
    const store = await emptyStore();
    const offer = {
      record: 'offer',
      offerId: 'a',
      productId: 1,
      sku: 'A',
      brand: 'House',
      name: 'Red',
      category: 'Red',
      packSize: 6,
      audience: 'AU',
      prices: { AU: { packPrice: 60 } },
    };
    await importFiles(store, { files: [await file('one.ndjson', JSON.stringify(offer))], mapping: null, rejectsFile: null });
    const rejectsFile = join(folder, 'rejects.ndjson');
    const changed = { ...offer, prices: { AU: { packPrice: 66.5 } } };
    const { written, progress } = await importFiles(store, {
      files: [
        await file(
          'two.ndjson',
          [
            JSON.stringify(changed),
            '{"record":"offer"',
            JSON.stringify({ ...offer, offerId: 'b', packSize: 0 }),
            '{"record":"nonsense"}',
          ].join('\n'),
        ),
      ],
      mapping: null,
      rejectsFile,
    });
    expect(written.offer).toEqual({ added: 0, changed: 1, unchanged: 0, ended: 0 });
    expect(progress.rejected).toBe(3);
    expect(await store.queryOne({ text: 'select pack_price from offer_prices where offer_id = $1', values: ['a'] })).toEqual({
      pack_price: 6650,
    });
    const rejects = (await readFile(rejectsFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rejects.map((reject) => reject.line)).toEqual([2, 3, 4]);
    for (const reject of rejects) expect(reject.reason).toMatch(/\w+/);
    expect(rejects[1]).toMatchObject({ column: 'packSize', code: 'invalid-record' });
    // Nothing is rejected of what comes next, and so nothing stands there.
    await importFiles(store, { files: [await file('three.ndjson', JSON.stringify(offer))], mapping: null, rejectsFile });
    await expect(readFile(rejectsFile)).rejects.toThrow('ENOENT');
    const nowhere = { files: [await file('four.ndjson', '{')], mapping: null, rejectsFile: join(folder, 'one.ndjson', 'below-a-file') };
    await expect(importFiles(store, nowhere)).rejects.toThrow('Name another file with --rejects');
  });
});

describe('a table with a mapping [CAT-26]', () => {
  const HEADER =
    ',country,description,designation,points,price,province,region_1,region_2,taster_name,taster_twitter_handle,title,variety,winery';
  const row = (title: string, price: string) =>
    `1,Portugal,"Ripe and firm.",Avidagos,87,${price},Douro,,,,,${title},Portuguese Red,Quinta dos Avidagos`;

  test('takes stock from a constant of the mapping without restoring sold cases', async () => {
    const store = await emptyStore();
    const files = [await file('wines.csv', [HEADER, row('Quinta dos Avidagos 2011 Avidagos Red (Douro)', '15')].join('\n'))];
    const mapping = await loadMapping('winemag');
    await importFiles(store, { files, mapping, rejectsFile: null });
    await store.execute({ text: 'update stock_levels set level = 3' });
    await importFiles(store, {
      files: [await file('wines2.csv', [HEADER, row('Quinta dos Avidagos 2011 Avidagos Red (Douro)', '18')].join('\n'))],
      mapping,
      rejectsFile: null,
    });
    expect(await store.queryMany({ text: 'select distinct level from stock_levels' })).toEqual([{ level: 3 }]);
    expect(await store.queryOne({ text: "select count(*) from offers where record->>'brand' = 'Quinta dos Avidagos'" })).toEqual({
      count: 1,
    });
  });

  test('rejects a file with a changed header as a whole and writes nothing', async () => {
    const store = await emptyStore();
    const invalidFile = await file('wrong.csv', [HEADER.replace(',price', ',cost'), row('Quinta 2011 Red (Douro)', '15')].join('\n'));
    await expect(importFiles(store, { files: [invalidFile], mapping: await loadMapping('winemag'), rejectsFile: null })).rejects.toThrow(
      /price/,
    );
    expect(await store.queryOne({ text: 'select count(*) from offers' })).toEqual({ count: 0 });
  });
});
