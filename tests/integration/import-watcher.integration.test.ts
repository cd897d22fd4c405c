/** Changes by table and record, and the watched folder. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseTimestamp } from '#domains/catalogue/server/import/watch-folder.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { importFiles, scanFolder, undoImport } from '#server/imports.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { OFFER_INPUT } from '#tests/fixtures/offers.ts';

let folder: string;
let store: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  store = openDatabase(created.connectionString, 4);
});
afterAll(async () => {
  await store.close();
  await drop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-watch-'));
  await store.execute({ text: 'truncate offers, stock_levels, imports restart identity cascade' });
  await write(
    'first.ndjson',
    [
      { offerId: 'a', sku: 'A' },
      { offerId: 'b', sku: 'B', productId: 2 },
    ]
      .map((one) => JSON.stringify({ ...OFFER_INPUT, ...one }))
      .join('\n'),
  );
  await importFiles(store, { files: [join(folder, 'first.ndjson')], mapping: null, rejectsFile: null });
  await rm(join(folder, 'first.ndjson'));
  return () => rm(folder, { recursive: true });
});

const write = async (name: string, text: string) => {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), text);
};
const record = async (offerId: string) =>
  (await store.queryOne<{ record: Record<string, unknown> }>({ text: 'select record from offers where offer_id = $1', values: [offerId] }))
    ?.record;
const later = () => Date.now() + 10_000;

describe('a table of changes', () => {
  test('changes only the named fields, and reports errors by line', async () => {
    await write(
      'c.csv',
      'SKU,AU price,RRP AU,Stock AU,Tiers,Ends\nA,199.50,-,7,GOLD BLACK,2030-01-31\nB,,,,,\nC,10.00,,,,\nB,soon,,,,\nA,,,,WOOD,\n',
    );
    const rejectsFile = join(folder, 'rejects.ndjson');
    const before = await record('b');
    const { id, written, progress } = await importFiles(store, { files: [join(folder, 'c.csv')], mapping: 'changes', rejectsFile });
    expect(written).toEqual({
      offer: { added: 0, changed: 1, unchanged: 1, ended: 0 },
      stock: { added: 1, changed: 0, unchanged: 0, ended: 0 },
    });
    expect(await record('a')).toMatchObject({
      prices: { AU: { packPrice: 199.5, packRRP: null }, SG: { packPrice: 288.5 } },
      tiersEligible: ['GOLD', 'BLACK'],
      endsAt: '2030-01-31T00:00:00.000Z',
      brand: OFFER_INPUT.brand,
    });
    expect(await record('b')).toEqual(before);
    const rejects = (await readFile(rejectsFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(progress.rejected).toBe(3);
    expect(rejects.map(({ line, code }) => [line, code]).sort()).toEqual([
      [4, 'unknown-offer'],
      [5, 'bad-price'],
      [6, 'invalid-record'],
    ]);
    await undoImport(store, id ?? 0);
    expect(await record('a')).toMatchObject({ prices: OFFER_INPUT.prices, endsAt: null });
  });

  test('takes the evidence of an RRP from its file and day or from the table, and requires it for any other RRP', async () => {
    const priceOf = async () =>
      (await store.queryOne<{ price: object }>({ text: "select record->'prices'->'AU' as price from offers where offer_id = 'a'" }))?.price;
    const change = async (name: string, text: string) => {
      await writeFile(join(folder, name), text);
      await importFiles(store, { files: [join(folder, name)], mapping: 'changes', rejectsFile: null });
    };
    const displayedPrice = () => store.queryOne({ text: "select pack_rrp from offer_prices where offer_id = 'a' and market = 'AU'" });

    await change('march.csv', 'SKU,AU price,RRP AU\nA,199.50,300\n');
    expect(await priceOf()).toMatchObject({ packRRP: 300, rrpSource: 'march.csv', rrpDate: new Date().toISOString().slice(0, 10) });
    expect(await displayedPrice()).toEqual({ pack_rrp: 300_00 });

    await change('april.csv', 'SKU,RRP AU,RRP source,RRP date\nA,310,Producer list,2026-04-01\n');
    expect(await priceOf()).toMatchObject({ packRRP: 310, rrpSource: 'Producer list', rrpDate: '2026-04-01' });

    await writeFile(join(folder, 'own.ndjson'), '{"record":"change","sku":"A","prices":{"AU":{"packRRP":320}}}\n');
    await importFiles(store, { files: [join(folder, 'own.ndjson')], mapping: null, rejectsFile: null });
    expect(await priceOf()).not.toHaveProperty('rrpSource');
    expect(await displayedPrice()).toEqual({ pack_rrp: null });
  });

  test('is accepted as records, with an offer of the same file', async () => {
    await write(
      'c.ndjson',
      [
        { ...OFFER_INPUT, offerId: 'new', productId: 9 },
        { record: 'change', offerId: 'new', endsAt: '2020-01-01T00:00:00Z', stock: { SG: 3 } },
        { record: 'change', offerId: 'new', audience: 'SG' },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    await importFiles(store, { files: [join(folder, 'c.ndjson')], mapping: null, rejectsFile: null });
    expect(await record('new')).toMatchObject({ endsAt: '2020-01-01T00:00:00Z', audience: 'SG' });
    expect(await store.queryOne({ text: 'select level from stock_levels where product_id = 9' })).toEqual({ level: 3 });
  });
});

describe('the watched folder', () => {
  test('imports whole files by their folder and moves them with a note', async () => {
    await write('changes/prices.csv', 'sku,price AU\nA,111.00\n');
    await write('stock.ndjson', '{"record":"stock","productId":1,"market":"AU","level":4}');
    await write('nowhere/list.csv', 'a,b\n1,2\n');
    await write('readme.md', 'not a list');
    expect(await scanFolder(store, folder)).toBe(0);
    expect(await scanFolder(store, folder, undefined, later())).toBe(3);
    expect(await record('a')).toMatchObject({ prices: { AU: { packPrice: 111 } } });
    expect((await readdir(folder)).sort()).toEqual(
      ['changes', 'done', 'nowhere', 'readme.md', 'refused', 'stock.ndjson'].filter((name) => name !== 'stock.ndjson'),
    );
    const rejected = await readdir(join(folder, 'refused'));
    expect(rejected).toHaveLength(2);
    const note = rejected.find((name) => name.endsWith('.note.txt')) ?? '';
    expect(await readFile(join(folder, 'refused', note), 'utf8')).toContain('There is no mapping "nowhere"');
    expect(await scanFolder(store, folder, undefined, later())).toBe(0);
  });

  test('imports a file once from two processes, and a repeated file changes nothing', async () => {
    await write('changes/prices.csv', 'sku,price AU\nA,111.00\n');
    const scans = await Promise.all([scanFolder(store, folder, undefined, later()), scanFolder(store, folder, undefined, later())]);
    expect(scans.sort()).toEqual([0, 1]);
    await write('changes/prices.csv', 'sku,price AU\nA,111.00\n');
    await scanFolder(store, folder, undefined, later());
    expect(await store.queryMany({ text: "select counts->'offer'->'changed' as changed from imports order by id" })).toEqual([
      { changed: 0 },
      { changed: 1 },
      { changed: 0 },
    ]);
  });

  test.each([
    ['sale@2026-12-01.csv', '2026-12-01T00:00:00Z'],
    ['sale@2026-12-01T0930Z.csv.gz', '2026-12-01T09:30:00Z'],
    ['sale.csv', '1970-01-01T00:00:00Z'],
  ])('runs %s at %s', (name, timestamp) => expect(parseTimestamp(name)).toBe(Date.parse(timestamp)));

  test.each([
    'customer',
    'order',
    'credit',
    'gift-card',
    'membership',
    'loyalty-ledger',
    'loyalty',
    'club',
    'picture',
    'setting',
    'removed',
  ])('rejects a file with a record of kind %s as a whole, even if that record is not valid', async (kind) => {
    const stock = '{"record":"stock","productId":1,"market":"AU","level":4}';
    await write('mixed.ndjson', `${stock}\n${JSON.stringify({ record: kind, email: 'green@cellardoor.example' })}\n`);

    await scanFolder(store, folder, undefined, later());

    const rejected = await readdir(join(folder, 'refused'));
    const note = rejected.find((name) => name.endsWith('.note.txt')) ?? '';
    expect(await readFile(join(folder, 'refused', note), 'utf8')).toContain(
      `Line 2 is a record of kind "${kind}". Here only these kinds are accepted: offer, stock, promotion, page, change.`,
    );
    expect(await store.queryOne({ text: 'select count(*)::int as levels from stock_levels where level = 4' })).toEqual({ levels: 0 });
  });

  test('does not change the password of an account', async () => {
    const customer = { record: 'customer', email: 'someone@cellardoor.example', password: 'first-password-1' };
    await write('customers.txt', JSON.stringify(customer));
    await importFiles(store, { files: [join(folder, 'customers.txt')], mapping: null, rejectsFile: null });
    const hash = () => store.queryOne({ text: "select password_hash from customers where email_key = 'someone@cellardoor.example'" });
    const before = await hash();

    await write('customers.ndjson', JSON.stringify({ ...customer, password: 'second-password-2' }));
    await scanFolder(store, folder, undefined, later());

    expect(before).not.toBeNull();
    expect(await hash()).toEqual(before);
  });

  test('accepts offers, stock, promotions, pages and changes', async () => {
    const records = [
      { ...OFFER_INPUT, offerId: 'c', productId: 3 },
      { record: 'stock', productId: 3, market: 'AU', level: 4 },
      { record: 'promotion', id: 900, name: 'Watched', code: 'WATCHED', actions: [{ kind: 'free_shipping' }] },
      { record: 'page', id: 'watched', template: 'content', path: '/about-watched', title: 'Watched' },
      { record: 'change', offerId: 'c', audience: 'SG' },
    ];
    await write('all.ndjson', records.map((record) => JSON.stringify(record)).join('\n'));

    await scanFolder(store, folder, undefined, later());

    const done = await readdir(join(folder, 'done'));
    const note = done.find((name) => name.endsWith('.note.txt')) ?? '';
    const text = await readFile(join(folder, 'done', note), 'utf8');
    for (const kind of ['offer', 'stock', 'promotion', 'page']) expect(text).toContain(`${kind}: 1 added`);
    expect(await record('c')).toMatchObject({ audience: 'SG' });
  });

  test('processes a file at its scheduled time', async () => {
    await write('changes/sale@2999-01-01.csv', 'sku,price AU\nA,99.00\n');
    expect(await scanFolder(store, folder, undefined, later())).toBe(0);
    expect(await scanFolder(store, folder, undefined, Date.parse('2999-01-02'))).toBe(1);
  });
});
