/** Tests whole imports: atomicity, dry runs, undo, concurrent imports, and a sale during an import. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import { listImports } from '#domains/catalogue/server/import/import-log.repository.ts';
import { UndoImportError } from '#domains/catalogue/server/import/undo-import.ts';
import { type Database, openDatabase, type Statement } from '#lib/db/pool.ts';
import { importFiles, undoImport } from '#server/imports.ts';
import { RECORD_KINDS } from '#server/record-types.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { exampleMapping } from '#tests/fixtures/example-mapping.ts';
import { OFFER_INPUT } from '#tests/fixtures/offers.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { runs } from '#tests/stress/run-count.ts';

let folder: string;
let store: Database;
let drop: () => Promise<void>;
let connectionString: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-imports-'));
  const created = await createTestDatabase();
  drop = created.drop;
  connectionString = created.connectionString;
  store = openDatabase(created.connectionString, 6);
});
afterAll(async () => {
  await store.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await store.execute({ text: 'truncate offers, offer_tombstones, stock_levels, promotions, imports restart identity cascade' });
});

let count = 0;
async function file(...records: object[]): Promise<string> {
  const path = join(folder, `file-${count++}.ndjson`);
  await writeFile(path, records.map((record) => JSON.stringify(record)).join('\n'));
  return path;
}
const offer = (offerId: string, changes: object = {}) => ({ ...OFFER_INPUT, offerId, ...changes });
const stock = (level: number, productId = 1) => ({ record: 'stock', productId, market: 'AU', level });
const take = async (records: object[], more: object = {}) =>
  importFiles(store, { files: [await file(...records)], mapping: null, rejectsFile: null, ...more });
const priced = (packPrice: number) => ({ prices: { AU: { packPrice } } });
const state = () =>
  store.queryMany({
    text: `select o.offer_id as id, p.pack_price as price, s.level from offers o
      left join offer_prices p on p.offer_id = o.offer_id and p.market = 'AU' left join stock_levels s on s.product_id = o.product_id and s.market = 'AU' order by 1`,
  });

describe('a dry run', () => {
  test('reports new, changed and ended records with fields, and writes nothing', async () => {
    await take([offer('a', priced(100)), offer('b'), stock(5)]);
    const before = await state();
    const ended = { endsAt: '2020-01-01T00:00:00Z' };
    const { id, written, examples } = await take([offer('a', priced(120)), offer('b', ended), offer('c'), stock(5), stock(9, 2)], {
      isDryRun: true,
    });
    expect(id).toBeNull();
    expect(written).toEqual({
      offer: { added: 1, changed: 2, unchanged: 0, ended: 1 },
      stock: { added: 1, changed: 0, unchanged: 1, ended: 0 },
    });
    expect(examples.map(({ kind, key, before: was }) => [kind, key, was === null])).toEqual([
      ['offer', 'a', false],
      ['offer', 'b', false],
      ['offer', 'c', true],
      ['stock', '0000000002AU', true],
    ]);
    expect(examples[0]).toMatchObject({ before: priced(100), after: priced(120) });
    expect(await state()).toEqual(before);
    expect(await listImports(store)).toHaveLength(1);
  });
});

describe('undoing an import', () => {
  test('keeps lines in a cart, off sale', async () => {
    const { id } = await take([offer('held'), offer('free')]);
    const cart = await store.queryOne<{ id: string }>({ text: "insert into carts (market) values ('AU') returning id" });
    await store.execute({
      text: "insert into cart_lines (cart_id, offer_id, product_id, quantity, last_seen_price_cents) values ($1, 'held', 1, 1, 100)",
      values: [cart?.id],
    });
    expect(await undoImport(store, id ?? 0)).toMatchObject({ restored: 0, removed: 2, unchanged: {} });
    const remaining = await store.queryMany({
      text: "select offer_id as id, ends_at <= now() as ended, (record->>'endsAt')::timestamptz = date_trunc('milliseconds', ends_at) as told from offers",
    });
    expect(remaining).toEqual([{ id: 'held', ended: true, told: true }]);
    await store.execute({ text: 'delete from carts' });
  });

  test('restores what changed and removes what was new', async () => {
    await take([offer('a', priced(100)), stock(5)]);
    const before = await state();
    const { id } = await take([offer('a', priced(120)), offer('c', { productId: 3 }), stock(8), stock(4, 3)]);
    expect(await undoImport(store, id ?? 0)).toEqual({ restored: 2, removed: 2, unchanged: {} });
    expect(await state()).toEqual(before);
    expect((await listImports(store))[0]).toMatchObject({ id, undoneAt: expect.any(String) });
  });

  test('keeps and names what changed since', async () => {
    await take([offer('a', priced(100)), offer('b', priced(100)), stock(5)]);
    const { id } = await take([offer('a', priced(120)), offer('b', priced(120)), stock(8)]);
    await take([offer('b', priced(130))]);
    await store.execute({ text: 'update stock_levels set level = level - 1' });
    expect(await undoImport(store, id ?? 0)).toEqual({ restored: 1, removed: 0, unchanged: { offer: ['b'], stock: ['0000000001AU'] } });
    expect(await state()).toEqual([
      { id: 'a', price: 10_000, level: 7 },
      { id: 'b', price: 13_000, level: 7 },
    ]);
  });

  test('restores a record that occurs twice to its first state', async () => {
    await take([offer('a', priced(100))]);
    const rows = Array.from({ length: 1_200 }, (_, n) => offer(`x${n}`, { productId: n + 10 }));
    const { id } = await take([offer('a', priced(110)), ...rows, offer('a', priced(120))]);
    await undoImport(store, id ?? 0);
    expect(await state()).toEqual([{ id: 'a', price: 10_000, level: null }]);
  });

  test.each([
    ['one there never was', 99, /Import not found: 99/],
    ['one that was taken back', 1, /already/],
  ])('rejects %s', async (_, id, reason) => {
    await take([offer('a')]);
    await undoImport(store, 1);
    await expect(undoImport(store, id)).rejects.toThrow(reason);
    await expect(undoImport(store, id)).rejects.toBeInstanceOf(UndoImportError);
  });
});

describe('atomic imports', () => {
  test('roll back the first batch and the counts if the last batch fails', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => offer(`x${n}`, { productId: n + 10 }));
    let batches = 0;
    const failing = take(rows, {
      onProgress: () => {
        batches++;
        if (batches === 2) throw new Error('the process is ended here');
      },
    });
    await expect(failing).rejects.toThrow('ended here');
    expect(await state()).toEqual([]);
    expect(await listImports(store)).toEqual([]);
    const { written } = await take(rows);
    expect(written.offer).toMatchObject({ added: 2_500 });
  });

  test('roll back if a connection ends before any statement, and the next import is complete', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => offer(`x${n}`, { productId: n + 10 }));
    await take([offer('x5', { productId: 15, ...priced(77) }), stock(5, 15)]);
    const before = await state();
    let ended = 0;
    const attempts = runs(3);
    for (let seed = 0; seed < attempts; seed++) {
      let remaining = (seed * 7) % 12;
      const failing: Database = {
        ...store,
        transaction: (work) =>
          store.transaction(async (transaction) => {
            const pid = (await transaction.queryOne<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }))?.pid;
            const endsHere = async (): Promise<void> => {
              if (remaining-- !== 0) return;
              ended++;
              await store.execute({ text: 'select pg_terminate_backend($1)', values: [pid] });
            };
            return work({
              ...transaction,
              queryMany: async <Row>(statement: Statement) => {
                await endsHere();
                return transaction.queryMany<Row>(statement);
              },
              queryOne: async <Row>(statement: Statement) => {
                await endsHere();
                return transaction.queryOne<Row>(statement);
              },
              execute: async (statement: Statement) => {
                await endsHere();
                return transaction.execute(statement);
              },
            });
          }),
      };
      const path = await file(...rows, stock(9, 15), stock(4, 16));
      await expect(importFiles(failing, { files: [path], mapping: null, rejectsFile: null })).rejects.toThrow();
      expect(await state()).toEqual(before);
      expect(await listImports(store)).toHaveLength(1);
    }
    const { id } = await take([...rows, stock(9, 15)]);
    expect(await state()).toHaveLength(1_200);
    await undoImport(store, id ?? 0);
    expect(await state()).toEqual(before);
    recordStressResult('Interrupted imports', ['tried', 'interrupted'], [[attempts, ended]]);
  }, 240_000);

  test('leave nothing behind if the process is killed, and do not block the next import', async () => {
    const path = await file(...Array.from({ length: 12_000 }, (_, n) => offer(`x${n}`, { productId: n + 10 })));
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../src/cli/cli.ts', import.meta.url)), 'import', path], {
      env: { ...process.env, DATABASE_URL: connectionString, DATA_DIR: folder },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await expect
      .poll(
        () =>
          store.queryOne({
            text: "select count(*)::int as writing from pg_stat_activity where datname = current_database() and query like 'with w as (insert into offers%'",
          }),
        { timeout: 60_000, interval: 10 },
      )
      .toEqual({ writing: 1 });
    child.kill('SIGKILL');
    await ended;
    expect(await state()).toEqual([]);
    expect(await listImports(store)).toEqual([]);
    const { written } = await take([offer('a')]);
    expect(written.offer).toMatchObject({ added: 1 });
  }, 90_000);

  test('change nothing if the same file is imported again', async () => {
    const records = [offer('a'), stock(5)];
    await take(records);
    const { written } = await take(records);
    expect(Object.values(written)).toEqual([
      { added: 0, changed: 0, unchanged: 1, ended: 0 },
      { added: 0, changed: 0, unchanged: 1, ended: 0 },
    ]);
  });

  test('run one after the other, and the later one wins', async () => {
    let waited = 0;
    const onWait = () => {
      waited++;
    };
    const rows = (price: number) => Array.from({ length: 1_500 }, (_, n) => offer(`x${n}`, { productId: n + 10, ...priced(price) }));
    await Promise.all([take(rows(100), { onWait }), take(rows(200), { onWait })]);
    expect(waited).toBe(1);
    expect(await store.queryMany({ text: "select distinct pack_price from offer_prices where market = 'AU'" })).toHaveLength(1);
    expect(await listImports(store)).toHaveLength(2);
  });

  test('neither block nor lose a sale during an import', async () => {
    await take([offer('a'), stock(10)]);
    const rows = Array.from({ length: 3_000 }, (_, n) => offer(`x${n}`, { productId: n + 10 }));
    let sale: Promise<number> | null = null;
    const { written } = await take([stock(20), ...rows], {
      onProgress: () => {
        // A payment reserves two cases during the import's transaction.
        sale ??= store.execute({ text: 'update stock_levels set reserved = 2 where product_id = 1' });
      },
    });
    expect(await sale).toBe(1);
    expect(written.stock).toMatchObject({ changed: 1 });
    expect(await store.queryOne({ text: 'select level, reserved from stock_levels where product_id = 1' })).toEqual({
      level: 20,
      reserved: 2,
    });
  });
});

describe('a removed offer', () => {
  test('is exported as a change, removed by an import, and restored by its undo', async () => {
    await take([offer('leaves'), offer('stays')]);
    const before = await state();
    const { id, written } = await take([
      { record: 'removed', kind: 'offer', offerId: 'leaves' },
      { record: 'removed', kind: 'offer', offerId: 'unknown' },
    ]);
    expect(written).toEqual({ removed: { added: 0, changed: 1, unchanged: 1, ended: 0 } });
    const removedRecords = async (since: string) => RECORD_KINDS.removed?.readSince?.(since)(store, '', 10);
    expect(await removedRecords('2020-01-01T00:00:00Z')).toEqual([
      { key: 'leaves', record: { record: 'removed', kind: 'offer', offerId: 'leaves' } },
    ]);
    expect(await removedRecords('2999-01-01T00:00:00Z')).toEqual([]);
    expect(await RECORD_KINDS.removed?.read(store, '', 10)).toEqual([]);
    expect(await undoImport(store, id ?? 0)).toMatchObject({ restored: 1, removed: 0, unchanged: {} });
    expect(await state()).toEqual(before);
    expect(await removedRecords('2020-01-01T00:00:00Z')).toEqual([]);
  });
});

describe('a list with a column of stock', () => {
  test('sets the stock of existing offers, and its undo restores it', async () => {
    const mapping: Mapping = {
      ...exampleMapping(),
      columns: { ...exampleMapping().columns, stock: 'qty' },
      packSize: 6,
      stock: { AU: { column: 'stock', per: 'bottle' }, SG: 0 },
    };
    const list = async (quantity: number) => {
      const path = join(folder, `stock-${count++}.csv`);
      await writeFile(path, `title,winery,variety,region,price,description,qty\nKrone 2012 One,Krone,Syrah,Samos,20,x,${quantity}\n`);
      return importFiles(store, { files: [path], mapping, rejectsFile: null });
    };
    const levels = () => store.queryMany({ text: 'select market, level from stock_levels order by market' });

    await list(60);
    const { id, written } = await list(13);

    expect(written.stock).toMatchObject({ added: 0, changed: 1, unchanged: 1 });
    expect(await levels()).toEqual([
      { market: 'AU', level: 2 },
      { market: 'SG', level: 0 },
    ]);
    await undoImport(store, id ?? 0);
    expect(await levels()).toEqual([
      { market: 'AU', level: 10 },
      { market: 'SG', level: 0 },
    ]);
  });
});

describe('a full list', () => {
  const csv = async (...names: string[]) => {
    const path = join(folder, `list-${count++}.csv`);
    await writeFile(
      path,
      `title,winery,variety,region,price,description\n${names.map((name) => `Krone 2012 ${name},Krone,Syrah,Samos,20,x`).join('\n')}\n`,
    );
    return path;
  };

  test('ends offers that it no longer contains, and its undo restores them; other lists are unaffected', async () => {
    const mapping = exampleMapping();
    await take([offer('own')]);
    await importFiles(store, { files: [await csv('One', 'Two')], mapping, rejectsFile: null });
    const { id, written } = await importFiles(store, {
      files: [await csv('One', 'Three')],
      mapping,
      rejectsFile: null,
      deactivatesMissing: true,
    });
    expect(written.offer).toEqual({ added: 1, changed: 1, unchanged: 1, ended: 1 });
    const ended = () => store.queryMany({ text: "select record->>'name' as name from offers where ends_at <= now()" });
    expect(await ended()).toEqual([{ name: 'Two' }]);
    await undoImport(store, id ?? 0);
    expect(await ended()).toEqual([]);
  });

  test('is rejected if it would end more than half, unless confirmed', async () => {
    const mapping = exampleMapping();
    await importFiles(store, { files: [await csv('One', 'Two', 'Three')], mapping, rejectsFile: null });
    const short = { files: [await csv('Three', 'Four', 'Five', 'Six')], mapping, rejectsFile: null, deactivatesMissing: true };
    await expect(importFiles(store, short)).rejects.toThrow('It would end 2 of the 3 offers');
    expect(await listImports(store)).toHaveLength(1);
    const { written } = await importFiles(store, { ...short, isForced: true });
    expect(written.offer).toMatchObject({ added: 3, changed: 2, ended: 2 });
  });
});
