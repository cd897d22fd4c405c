/** The office's stock calls over the real server: corrections and their ledger, beside orders, refunds and imports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { stockOfficeContract } from '#domains/selling/stock/office-contract.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { importFiles, undoImport } from '#server/imports.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, refundOf, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let celia: OfficeBrowser;
let olive: OfficeBrowser;
let singapore: OfficeBrowser;
let folder: string;
let nextProduct = 100;

beforeAll(async () => {
  shop = await createTestShop();
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-stock-'));
  celia = await signInAs(shop, await createTestStaff(shop.database, { email: 'celia@shop.example', name: 'Celia', roles: ['Cellar'] }));
  olive = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  const role = { name: 'Singapore', description: '', markets: ['SG' as const], refundLimitCents: 0 };
  yes(await olive.call(staffContract).createRole({ ...role, permissions: ['catalogue.read', 'stock.write'] }));
  singapore = await signInAs(shop, await createTestStaff(shop.database, { email: 'mei@shop.example', name: 'Mei', roles: ['Singapore'] }));
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (browser: OfficeBrowser) => browser.call(stockOfficeContract);

/** Adds a wine with stock in both markets. */
async function wine(level: number, gtin = '') {
  const productId = nextProduct++;
  await shop.stock({ offerId: `wine-${productId}`, productId, level, sku: `SKU-${productId}`, ...(gtin === '' ? {} : { gtin }) });
  return { productId, id: `AU-${productId}` };
}
const read = async (id: string, browser = celia) => yes(await at(browser).stockItem({ id }));
const ledger = async (id: string) => yes(await at(celia).stockLedger({ id, limit: 200 })).rows;
const adjust = async (id: string, quantity: number, browser = celia) =>
  at(browser).adjustStock({ id, version: (await read(id, browser)).version, quantity, reason: 'correction', note: '' });

/** Returns levels that differ from the sum of their movements. */
const differences = () =>
  shop.database.queryMany({
    text: `select s.product_id, s.market, s.level - s.oversold as net, coalesce(sum(m.quantity), 0)::integer as sum from stock_levels s left join stock_movements m using (product_id, market) group by s.product_id, s.market, s.level, s.oversold having s.level - s.oversold <> coalesce(sum(m.quantity), 0)`,
  });

async function importStock(levels: readonly { productId: number; level: number }[]) {
  const file = join(folder, `${Math.random()}.ndjson`);
  await writeFile(file, levels.map((level) => JSON.stringify({ record: 'stock', market: 'AU', ...level })).join('\n'));
  return importFiles(shop.database, { files: [file], mapping: null, rejectsFile: null });
}

describe('an adjustment', () => {
  test('changes the level, with who, why and what before in ledger and activity log', async () => {
    const { id } = await wine(10);
    const { version } = await read(id);

    const done = yes(await at(celia).adjustStock({ id, version, quantity: -2, reason: 'broken', note: 'Fell off the ladder.' }));

    expect(done.item).toMatchObject({ level: 8, available: 8, shelf: 8, oversold: 0 });
    expect((await ledger(id)).map(({ kind, quantity, level, actor }) => [kind, quantity, level, actor])).toEqual([
      ['adjustment', -2, 8, 'Celia'],
      ['import', 10, 10, 'shop'],
    ]);
    const [activity] = await shop.database.queryMany<{ action: string; before: unknown; after: unknown }>({
      text: `select action, before, after from activity_log where subject_kind = 'stock' and subject_id = $1`,
      values: [id],
    });
    expect(activity).toMatchObject({
      action: 'stock.adjusted',
      before: { level: 10 },
      after: { level: 8, quantity: -2, reason: 'broken', note: 'Fell off the ladder.' },
    });
  });

  test('is refused for an item that somebody corrected since it was shown', async () => {
    const { id } = await wine(10);
    const { version } = await read(id);
    yes(await adjust(id, 3, olive));

    const late = await at(celia).adjustStock({ id, version, quantity: -1, reason: 'broken', note: '' });

    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this just now/),
    });
    expect((await read(id)).level).toBe(13);
  });

  test('is not refused because shoppers bought cases', async () => {
    const { id, productId } = await wine(10);
    const { version } = await read(id);
    await paidOrder(shop, [productId, productId]);

    const done = yes(await at(celia).adjustStock({ id, version, quantity: -1, reason: 'broken', note: '' }));

    expect(done.item).toMatchObject({ level: 7, toSend: 2, shelf: 9 });
  });

  test('leaves cases that a checkout holds, and fills what is missing before anything is for sale', async () => {
    const { id, productId } = await wine(5);
    const guest = await buyer(shop, [productId, productId, productId]);
    yes(await guest.placeOrder());
    yes(await adjust(id, -4));
    expect(await read(id)).toMatchObject({ level: 3, reserved: 3, available: 0, oversold: 2, states: ['oversold', 'out', 'reserved'] });
    expect((await read(id)).holds).toMatchObject([{ quantity: 3 }]);

    yes(await adjust(id, 3));

    expect(await read(id)).toMatchObject({ level: 4, reserved: 3, available: 1, oversold: 0 });
  });

  test('is refused with a sentence for each wrong field', async () => {
    const { id } = await wine(1);
    const input = { id, version: 0, quantity: 1, reason: 'broken', note: '' };
    for (const [wrong, text] of [
      [{ quantity: 0 }, 'Quantity must not be 0.'],
      [{ quantity: 1.5 }, 'Quantity must be a whole number.'],
      [{ quantity: '1' }, 'Quantity must be a number.'],
      [{ quantity: 100_001 }, 'Quantity must be at most 100000.'],
      [{ reason: 'because' }, 'Reason must be broken or'],
      [{ note: 'x'.repeat(501) }, 'Note must have at most 500 characters.'],
      [{ note: 'a\0b' }, 'cannot be stored'],
      [{ id: 'AU' }, 'Id must be the id of a stock item'],
      [{ version: -1 }, 'Version must be at least 0.'],
    ] as const) {
      const response = await celia.raw(stockOfficeContract.adjustStock, { ...input, ...wrong });
      expect([response.status, response.text]).toEqual([400, expect.stringContaining(text)]);
    }
    expect((await read(id)).level).toBe(1);
  });

  test('does not go beyond what a level can be', async () => {
    const { id, productId } = await wine(1);
    await shop.database.execute({ text: 'update stock_levels set level = 2000000000 where product_id = $1', values: [productId] });

    expect(await adjust(id, 1)).toMatchObject({ ok: false, status: 422, code: 'level_too_high' });
    await shop.database.execute({ text: 'update stock_levels set level = 1 where product_id = $1', values: [productId] });
  });
});

describe('a count of one wine', () => {
  test('compares the shelf, so that sales between counting and saving change nothing', async () => {
    const { id, productId } = await wine(10);
    await paidOrder(shop, [productId]);
    const { version, shelf } = await read(id);
    expect(shelf).toBe(10);
    // One is missing on the shelf, and another is sold before the number is saved.
    await paidOrder(shop, [productId]);

    const { item } = yes(await at(celia).setStock({ id, version, shelf, counted: 9, note: '' }));

    expect(item).toMatchObject({ level: 7, toSend: 2, shelf: 9 });
    expect((await ledger(id))[0]).toMatchObject({ kind: 'count', quantity: -1, level: 7 });
  });

  test('has to be checked again if cases were sent while it was counted', async () => {
    const { id, productId } = await wine(10);
    const order = await paidOrder(shop, [productId, productId]);
    const { version, shelf } = await read(id);
    await shipOrder(orderDepsOf(shop), order, shipmentOf());

    const late = await at(celia).setStock({ id, version, shelf, counted: 10, note: '' });

    expect(late).toMatchObject({
      ok: false,
      status: 409,
      code: 'shelf_changed',
      title: expect.stringMatching(/8 should be on the shelf now/),
    });
    yes(await at(celia).setStock({ id, version, shelf: 8, counted: 8, note: '' }));
    expect(await read(id)).toMatchObject({ level: 8, shelf: 8 });
  });

  test('is refused for an item that somebody corrected since it was shown', async () => {
    const { id } = await wine(10);
    const { version, shelf } = await read(id);
    yes(await adjust(id, -1, olive));

    expect(await at(celia).setStock({ id, version, shelf, counted: 10, note: '' })).toMatchObject({
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this/),
    });
  });
});

describe('a movement', () => {
  test('is taken back once, by a counter-movement, however many try', async () => {
    const { id } = await wine(10);
    const { movements } = yes(await adjust(id, -3));

    const answers = await Promise.all([celia, olive, celia, olive].map((browser) => at(browser).undoMovements({ ids: movements })));

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, code: 'undone_before' });
    expect((await ledger(id)).map(({ kind, quantity, isUndone, canUndo }) => [kind, quantity, isUndone, canUndo])).toEqual([
      ['undo', 3, false, false],
      ['adjustment', -3, true, false],
      ['import', 10, false, false],
    ]);
    expect((await read(id)).level).toBe(10);
  });

  test('of an order or an import is not taken back here', async () => {
    const { id, productId } = await wine(10);
    await paidOrder(shop, [productId]);

    for (const { id: movement } of await ledger(id))
      expect(await at(celia).undoMovements({ ids: [movement] })).toMatchObject({ ok: false, status: 409, code: 'not_undoable' });
    expect(await at(celia).undoMovements({ ids: [2_000_000_000] })).toMatchObject({ ok: false, status: 404, code: 'not_found' });
  });

  test('is taken back with the others or not at all', async () => {
    const [one, two] = [await wine(5), await wine(5)];
    const first = yes(await adjust(one.id, 1)).movements;
    const second = yes(await adjust(two.id, 1)).movements;
    yes(await at(celia).undoMovements({ ids: second }));

    expect(await at(celia).undoMovements({ ids: [...first, ...second] })).toMatchObject({ code: 'undone_before' });
    expect((await read(one.id)).level).toBe(6);
  });

  test('cannot be changed or deleted', async () => {
    await expect(shop.database.execute({ text: 'update stock_movements set quantity = 1' })).rejects.toThrow();
    await expect(shop.database.execute({ text: 'delete from stock_movements' })).rejects.toThrow();
    await expect(shop.database.execute({ text: 'truncate stock_movements' })).rejects.toThrow();
  });
});

describe('another market', () => {
  test('does not exist for a person who does not work in it', async () => {
    const { id, productId } = await wine(10);
    const { movements } = yes(await adjust(id, 1));
    const calls = at(singapore);
    const note = { version: 0, note: '' };

    for (const refused of [
      await calls.stockItem({ id }),
      await calls.adjustStock({ id, ...note, quantity: 1, reason: 'found' }),
      await calls.setStock({ id, ...note, shelf: 10, counted: 1 }),
      await calls.undoMovements({ ids: movements }),
      await calls.setDefaultThreshold({ market: 'AU', threshold: 1, version: 0 }),
    ])
      expect(refused).toMatchObject({ ok: false, status: 404, code: 'not_found' });
    expect(yes(await calls.stockLedger({ id })).rows).toEqual([]);
    expect(yes(await calls.findStock({ code: `SKU-${productId}`, market: 'AU' })).rows).toEqual([]);
    expect(yes(await calls.setThresholds({ items: [{ id, expected: null }], threshold: 1 })).changed).toBe(0);
    expect(yes(await calls.stock({ q: `sku-${productId}` })).rows.map(({ market }) => market)).toEqual(['SG']);
    expect(yes(await calls.exportStock({ q: `sku-${productId}` })).csv).not.toContain('AU');
    expect(yes(await calls.stockDefaults({})).rows.map(({ market }) => market)).toEqual(['SG']);
    expect((await read(id)).level).toBe(11);
  });
});

describe('the list', () => {
  test('has every item once in each order, page by page', async () => {
    const ids = [];
    for (const level of [0, 3, 3, 40, 7]) ids.push((await wine(level)).productId);
    await paidOrder(shop, [ids[3] ?? 0, ids[3] ?? 0, ids[4] ?? 0]);
    const total = yes(await at(celia).stock({})).total;
    for (const sort of ['name', '-name', 'sku', '-sku', 'available', '-available', 'sold', '-sold', 'cover', '-cover'] as const) {
      const seen: { id: string; available: number; sold: number; name: string; sku: string }[] = [];
      let cursor: string | null = null;
      do {
        const page: { rows: typeof seen; nextCursor: string | null } = yes(
          await at(celia).stock({ sort, limit: 3, ...(cursor === null ? {} : { cursor }) }),
        );
        seen.push(...page.rows);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect([sort, new Set(seen.map(({ id }) => id)).size, seen.length]).toEqual([sort, total, total]);
      const keys = seen.map(({ available, sold, name, sku }) =>
        sort.endsWith('name')
          ? name.toLowerCase()
          : sort.endsWith('sku')
            ? sku.toLowerCase()
            : sort.endsWith('available')
              ? available
              : sort.endsWith('sold')
                ? sold
                : sold > 0
                  ? available / sold
                  : 1e9,
      );
      const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
    }
  });

  test('finds by word, SKU and bar code, by state and market', async () => {
    const { id, productId } = await wine(0, '9312345678907');
    const idsOf = async (input: Parameters<ReturnType<typeof at>['stock']>[0]) =>
      yes(await at(celia).stock({ limit: 200, ...input })).rows.map((row) => row.id);

    expect(await idsOf({ q: `sku-${productId}` })).toEqual([id, `SG-${productId}`]);
    expect(await idsOf({ q: '9312345678907', 'filter[market]': 'AU' })).toEqual([id]);
    expect(await idsOf({ q: `sku-${productId}`, 'filter[state]': 'out' })).toHaveLength(2);
    expect(await idsOf({ q: `sku-${productId}`, 'filter[state]': 'low' })).toEqual([]);
    expect(await idsOf({ q: '100% _' })).toEqual([]);
    expect(await at(celia).setBin({ id, bin: 'a-03-2', expected: '' })).toMatchObject({ ok: true });
    expect(await idsOf({ 'filter[bin]': 'a-03' })).toEqual([id]);
    expect(await idsOf({ q: `sku-${productId}`, 'filter[bin]': '%' })).toEqual([]);
    expect(await idsOf({ 'filter[bin]': 'A-03', 'filter[available]': 0, sort: '-cover' })).toEqual([id]);
    for (const row of yes(await at(celia).stock({ 'filter[available]': 2, limit: 200 })).rows) expect(row.available).toBeLessThanOrEqual(2);
    for (const state of ['low', 'out', 'oversold', 'reserved'] as const)
      for (const sort of ['name', '-available', 'sold', '-cover'] as const)
        for (const row of yes(await at(celia).stock({ 'filter[state]': state, sort, limit: 200 })).rows)
          expect(row.states).toContain(state);
    for (const code of ['9312345678907', '09312345678907', `sku-${productId}`])
      expect(yes(await at(celia).findStock({ code, market: 'AU' })).rows.map((row) => row.id)).toEqual([id]);
    expect(yes(await at(celia).findStock({ code: '12345670', market: 'AU' })).rows).toEqual([]);
  });

  test('follows the names and codes of offers', async () => {
    const { id, productId } = await wine(1);
    await shop.stock({ offerId: `wine-${productId}`, productId, level: 1, sku: 'CHANGED-1', brand: 'Renamed Hill' });

    expect(await read(id)).toMatchObject({ sku: 'CHANGED-1', name: expect.stringContaining('Renamed Hill') });
    expect(yes(await at(celia).stock({ q: 'renamed changed' })).rows).toHaveLength(2);
    await shop.database.execute({ text: 'delete from offers where product_id = $1', values: [productId] });
    expect(await read(id)).toMatchObject({ sku: 'CHANGED-1', offers: [] });
  });

  test('is exported with headings once', async () => {
    const { productId } = await wine(4);
    const { csv, rows } = yes(await at(celia).exportStock({ q: `sku-${productId}`, sort: 'name' }));

    expect(rows).toBe(2);
    expect(csv.split('\r\n')[0]).toMatch(/^market,sku,gtin,name,bin,level,/);
    expect(csv.split('\r\n')).toHaveLength(4);
  });
});

describe('the ledger', () => {
  test('adds up to the level after orders, refunds, imports, their undo and corrections at the same time', async () => {
    const wines = [await wine(60), await wine(60), await wine(60)];
    const [one, two, three] = wines.map(({ productId }) => productId);
    const buy = async () => {
      const order = await paidOrder(shop, [one ?? 0, two ?? 0, three ?? 0]);
      await refundOrder(orderDepsOf(shop), order, refundOf({ lines: [{ position: 0, quantity: 1 }], restock: true }));
    };
    const correct = async (browser: OfficeBrowser, quantity: number) => {
      for (const { id } of wines) {
        const done = await adjust(id, quantity, browser);
        if (done.ok && quantity > 2) yes(await at(browser).undoMovements({ ids: done.value.movements }));
      }
    };
    const imports = async (level: number) => {
      const { id } = await importStock(wines.map(({ productId }) => ({ productId, level })));
      if (level % 2 === 1 && id !== null) await undoImport(shop.database, id);
    };

    await Promise.all([buy(), buy(), correct(celia, -1), buy(), imports(41), correct(olive, 3), buy(), correct(celia, -2)]);
    await Promise.all([imports(30), buy(), correct(olive, 4), buy()]);

    expect(await differences()).toEqual([]);
    const kinds = (await ledger(wines[0]?.id ?? '')).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['import', 'order', 'refund']));
    for (const { id, level, oversold } of await Promise.all(wines.map((each) => read(each.id))))
      expect((await ledger(id))[0]?.level).toBe(level - oversold);
  });
});
