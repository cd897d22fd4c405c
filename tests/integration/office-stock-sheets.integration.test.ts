/** The office's calls about deliveries and counts over the real server, beside orders, shipments and corrections. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import type { SheetKind } from '#domains/selling/stock/model/sheet.ts';
import { stockSheetsContract } from '#domains/selling/stock/sheets-contract.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { orderDepsOf, paidOrder, shipmentOf } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { DELIVERY_HEAD, sheetsAt, sheetTools, stockAt } from '#tests/fixtures/stock-sheets.ts';

let shop: TestShop;
let celia: OfficeBrowser;
let olive: OfficeBrowser;
let singapore: OfficeBrowser;
let tools: ReturnType<typeof sheetTools>;

beforeAll(async () => {
  shop = await createTestShop();
  const { database } = shop;
  celia = await signInAs(shop, await createTestStaff(database, { email: 'celia@shop.example', name: 'Celia', roles: ['Cellar'] }));
  olive = await signInAs(shop, await createTestStaff(database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  tools = sheetTools(shop, celia);
  const role = { name: 'Singapore', description: '', markets: ['SG' as const], refundLimitCents: 0 };
  yes(await olive.call(staffContract).createRole({ ...role, permissions: ['catalogue.read', 'stock.write'] }));
  singapore = await signInAs(shop, await createTestStaff(database, { email: 'mei@shop.example', name: 'Mei', roles: ['Singapore'] }));
});
afterAll(() => shop?.stop());

type SheetsInput = Parameters<ReturnType<typeof sheetsAt>['stockSheets']>[0];

describe('a delivery', () => {
  test('changes nothing until it is received, then adds its cases with who, from whom and which delivery', async () => {
    const [red, white] = [await tools.wine(10), await tools.wine(5)];
    const id = await tools.newDelivery();
    yes(await tools.add(id, red.productId));
    yes(await tools.add(id, red.productId, 5));
    yes(await tools.enter(id, 'delivery', white.productId, 12));
    const { version } = (await tools.lineOf(id, 'delivery', white.productId)) ?? {};
    yes(await sheetsAt(celia).enterSheetLine({ id, productId: white.productId, mode: 'set', field: 'expected', value: 15, version }));
    expect((await tools.item(red.id)).level).toBe(10);
    expect(await tools.readSheet(id, 'delivery')).toMatchObject({
      state: 'open',
      lines: 2,
      entered: 2,
      cases: 18,
      supplier: 'Yarra Wholesale',
    });

    expect(yes(await tools.post(id, 'delivery'))).toEqual({ wines: 2, cases: 18 });

    expect([(await tools.item(red.id)).level, (await tools.item(white.id)).level]).toEqual([16, 17]);
    expect((await tools.ledger(red.id))[0]).toMatchObject({
      kind: 'receipt',
      quantity: 6,
      level: 16,
      actor: 'Celia',
      deliveryId: id,
      supplier: 'Yarra Wholesale, DN-4711',
      canUndo: true,
    });
    const actions = await shop.database.queryMany<{ action: string; after: unknown }>({
      text: `select action, after from activity_log where subject_kind = 'stock_delivery' and subject_id = $1 order by id`,
      values: [String(id)],
    });
    expect(actions.map(({ action }) => action.replace('stock_sheet.', ''))).toEqual([
      'created',
      'entered',
      'entered',
      'entered',
      'entered',
      'posted',
    ]);
    expect(actions.at(-1)).toMatchObject({ after: { state: 'posted', cases: 18, levels: [`${red.id}: 16`, `${white.id}: 17`] } });
  });

  test('is received once, however many try', async () => {
    const { productId, id: key } = await tools.wine(0);
    const id = await tools.newDelivery();
    yes(await tools.add(id, productId, 6));
    const { changeNumber } = await tools.readSheet(id, 'delivery');

    const answers = await Promise.all([celia, olive, celia].map((browser) => sheetsAt(browser).postSheet({ id, changeNumber })));

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, code: 'sheet_closed' });
    expect((await tools.item(key)).level).toBe(6);
    expect(await tools.add(id, productId)).toMatchObject({ status: 409, code: 'sheet_closed' });
  });

  test('is not received if a colleague entered something since it was reviewed', async () => {
    const { productId } = await tools.wine(0);
    const id = await tools.newDelivery();
    yes(await tools.add(id, productId, 6));
    const { changeNumber } = await tools.readSheet(id, 'delivery');
    yes(await tools.add(id, productId, 1, olive));

    expect(await sheetsAt(celia).postSheet({ id, changeNumber })).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Olive changed this just now/),
    });
  });

  test('enters an addition once if its request is repeated', async () => {
    const { productId } = await tools.wine(0);
    const id = await tools.newDelivery();
    const input = { id, productId, mode: 'add' as const, value: 1 };
    const options = { idempotencyKey: crypto.randomUUID() };

    yes(await sheetsAt(celia).enterSheetLine(input, options));
    yes(await sheetsAt(celia).enterSheetLine(input, options));

    expect((await tools.lineOf(id, 'delivery', productId))?.quantity).toBe(1);
  });

  test('opens the stock of a wine that the market never had', async () => {
    const { productId } = await tools.wine(0);
    await shop.database.execute({ text: `delete from stock_levels where product_id = $1 and market = 'AU'`, values: [productId] });
    const id = await tools.newDelivery();
    yes(await tools.add(id, productId, 4));

    yes(await tools.post(id, 'delivery'));

    expect(await tools.item(`AU-${productId}`)).toMatchObject({ level: 4 });
  });

  test('is taken back as a whole, without what was taken back before', async () => {
    const [red, white] = [await tools.wine(1), await tools.wine(1)];
    const id = await tools.newDelivery();
    yes(await tools.add(id, red.productId, 6));
    yes(await tools.add(id, white.productId, 6));
    yes(await tools.post(id, 'delivery'));
    const [movement] = await tools.ledger(red.id);
    yes(await stockAt(olive).undoMovements({ ids: [movement?.id ?? 0] }));

    expect(yes(await sheetsAt(celia).undoSheet({ id }))).toEqual({ wines: 1, cases: -6 });

    expect([(await tools.item(red.id)).level, (await tools.item(white.id)).level]).toEqual([1, 1]);
    expect(await tools.readSheet(id, 'delivery')).toMatchObject({ state: 'undone' });
    expect(await sheetsAt(celia).undoSheet({ id })).toMatchObject({ status: 409, code: 'not_posted' });
    expect((await tools.ledger(white.id))[0]).toMatchObject({ kind: 'undo', quantity: -6, deliveryId: id });
  });

  test('is not taken back where cases were sold since', async () => {
    const { productId, id: key } = await tools.wine(0);
    const id = await tools.newDelivery();
    yes(await tools.add(id, productId, 2));
    yes(await tools.post(id, 'delivery'));
    await paidOrder(shop, [productId]);

    expect(await sheetsAt(celia).undoSheet({ id })).toMatchObject({
      status: 409,
      code: 'sold_since',
      title: expect.stringContaining('Cases of '),
    });
    expect((await tools.item(key)).level).toBe(1);
  });

  test('without an entry is not received, and can be cancelled and opened again', async () => {
    const id = await tools.newDelivery();
    expect(await tools.post(id, 'delivery')).toMatchObject({ status: 422, code: 'nothing_entered' });

    yes(await sheetsAt(celia).cancelSheet({ id, isCancelled: true }));

    expect(await tools.post(id, 'delivery')).toMatchObject({ code: 'sheet_closed' });
    yes(await sheetsAt(celia).cancelSheet({ id, isCancelled: false }));
    expect((await tools.readSheet(id, 'delivery')).state).toBe('open');
  });

  test('has a head that two people do not change unseen', async () => {
    const id = await tools.newDelivery();
    yes(await sheetsAt(celia).saveDelivery({ id, version: 1, ...DELIVERY_HEAD, reference: 'DN-1' }));

    expect(await sheetsAt(olive).saveDelivery({ id, version: 1, ...DELIVERY_HEAD, reference: 'DN-2' })).toMatchObject({
      code: 'changed_meanwhile',
      title: expect.stringMatching(/^Celia/),
    });
    expect((await tools.readSheet(id, 'delivery')).reference).toBe('DN-1');
  });
});

describe('a count', () => {
  test('compares each wine with the shelf of the moment it was counted: sales before and after change nothing', async () => {
    const { id: key, productId } = await tools.wine(10);
    await paidOrder(shop, [productId]);
    const id = await tools.newCount([key]);
    expect((await tools.readSheet(id, 'count')).wines[0]).toMatchObject({ quantity: null, expected: 10 });
    yes(await tools.enter(id, 'count', productId, 9));
    const order = await paidOrder(shop, [productId, productId]);
    await shipOrder(orderDepsOf(shop), order, shipmentOf());

    expect(yes(await tools.post(id, 'count'))).toEqual({ wines: 1, cases: -1 });

    expect(await tools.item(key)).toMatchObject({ level: 6, toSend: 1, shelf: 7, oversold: 0 });
    expect((await tools.ledger(key))[0]).toMatchObject({ kind: 'count', quantity: -1, countId: id });
  });

  test('leaves wines alone that nobody counted, and takes wines that were not on it', async () => {
    const [one, two, other] = [await tools.wine(3), await tools.wine(3), await tools.wine(3)];
    const id = await tools.newCount([one.id, two.id, 'SG-100']);
    expect((await tools.readSheet(id, 'count')).lines).toBe(2);
    yes(await tools.enter(id, 'count', one.productId, 0));
    yes(await tools.add(id, other.productId, 4));

    yes(await tools.post(id, 'count'));

    expect([(await tools.item(one.id)).level, (await tools.item(two.id)).level, (await tools.item(other.id)).level]).toEqual([0, 3, 4]);
  });

  test('that is blind has no expected numbers until its review', async () => {
    const { id: key, productId } = await tools.wine(7);
    const id = await tools.newCount([key], true);
    const entered = yes(await sheetsAt(celia).enterSheetLine({ id, productId, mode: 'set', value: 6, version: 1 }));

    expect(entered.expected).toBeNull();
    expect((await tools.readSheet(id, 'count')).wines[0]).toMatchObject({ quantity: 6, expected: null });
    expect((await tools.readSheet(id, 'count', 'true')).wines[0]).toMatchObject({ quantity: 6, expected: 7 });
  });

  test('adds up what several people find, and tells who typed another number', async () => {
    const { id: key, productId } = await tools.wine(20);
    const id = await tools.newCount([key]);

    await Promise.all([celia, olive, celia, olive].map(async (browser) => yes(await tools.add(id, productId, 3, browser))));

    expect(await tools.lineOf(id, 'count', productId)).toMatchObject({ quantity: 12, expected: 20 });
    expect(await sheetsAt(celia).enterSheetLine({ id, productId, mode: 'set', value: 5, version: 1 })).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
  });

  test('does not add to a number that belongs to another state of the shelf', async () => {
    const { id: key, productId } = await tools.wine(10);
    const order = await paidOrder(shop, [productId]);
    const id = await tools.newCount([key]);
    yes(await tools.add(id, productId, 4));
    await shipOrder(orderDepsOf(shop), order, shipmentOf());

    expect(await tools.add(id, productId, 5)).toMatchObject({ status: 409, code: 'shelf_moved' });
    yes(await tools.enter(id, 'count', productId, 9));
    yes(await tools.post(id, 'count'));
    expect(await tools.item(key)).toMatchObject({ level: 9, shelf: 9 });
  });

  test('does not take a number that waited for a connection while cases were sent', async () => {
    const { id: key, productId } = await tools.wine(10);
    const order = await paidOrder(shop, [productId]);
    const id = await tools.newCount([key]);
    await shipOrder(orderDepsOf(shop), order, shipmentOf());

    const late = { id, mode: 'set' as const, version: 1, ageSeconds: 600 };

    expect(await sheetsAt(celia).enterSheetLine({ ...late, productId, value: 10 })).toMatchObject({ code: 'shelf_moved' });
  });

  test('needs a decision for a wine that was corrected after it was counted', async () => {
    const [one, two] = [await tools.wine(10), await tools.wine(10)];
    const id = await tools.newCount([one.id, two.id]);
    yes(await tools.enter(id, 'count', one.productId, 9));
    yes(await tools.enter(id, 'count', two.productId, 9));
    await tools.adjust(one.id, -1, olive);
    await tools.adjust(two.id, -1, olive);

    expect(await tools.post(id, 'count')).toMatchObject({ status: 409, code: 'undecided' });
    const { conflict } = (await tools.lineOf(id, 'count', one.productId)) ?? {};
    expect(conflict).toMatchObject({ who: 'Olive', kind: 'adjustment', quantity: -1 });
    expect(await sheetsAt(celia).decideSheetLine({ id, productId: one.productId, decision: 'apply', movementId: 0 })).toMatchObject({
      code: 'changed_meanwhile',
    });
    const movementId = conflict?.movementId ?? 0;
    yes(await sheetsAt(celia).decideSheetLine({ id, productId: one.productId, decision: 'apply', movementId }));
    const other = (await tools.lineOf(id, 'count', two.productId))?.conflict?.movementId ?? 0;
    yes(await sheetsAt(celia).decideSheetLine({ id, productId: two.productId, decision: 'skip', movementId: other }));
    yes(await tools.post(id, 'count'));

    expect([(await tools.item(one.id)).level, (await tools.item(two.id)).level]).toEqual([8, 9]);
  });

  test('needs no decision for a delivery that came after it was counted', async () => {
    const { id: key, productId } = await tools.wine(10);
    const id = await tools.newCount([key]);
    yes(await tools.enter(id, 'count', productId, 9));
    const delivery = await tools.newDelivery();
    yes(await tools.add(delivery, productId, 6));
    yes(await tools.post(delivery, 'delivery'));

    yes(await tools.post(id, 'count'));

    expect((await tools.item(key)).level).toBe(15);
  });

  test('is taken back', async () => {
    const { id: key, productId } = await tools.wine(10);
    const id = await tools.newCount([key]);
    yes(await tools.enter(id, 'count', productId, 4));
    yes(await tools.post(id, 'count'));
    expect((await tools.item(key)).level).toBe(4);

    yes(await sheetsAt(celia).undoSheet({ id }));

    expect((await tools.item(key)).level).toBe(10);
  });
});

describe('sheets', () => {
  test('are listed by kind, state, market and words, newest first, page by page', async () => {
    const marked = yes(await sheetsAt(celia).createDelivery({ market: 'SG', ...DELIVERY_HEAD, supplier: 'Zinfandel & Sons' })).id;
    const idsOf = async (input: Omit<SheetsInput, 'kind'>, kind: SheetKind = 'delivery') =>
      yes(await sheetsAt(celia).stockSheets({ kind, limit: 200, ...input })).rows.map(({ id }) => id);

    expect(await idsOf({ q: 'zinf sons' })).toEqual([marked]);
    expect(await idsOf({ q: 'zinf' }, 'count')).toEqual([]);
    expect(await idsOf({ 'filter[market]': 'SG' })).toEqual([marked]);
    expect(await idsOf({ 'filter[state]': 'posted' })).not.toContain(marked);
    const all = await idsOf({});
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    const first = yes(await sheetsAt(celia).stockSheets({ kind: 'delivery', limit: 2 }));
    const second = yes(await sheetsAt(celia).stockSheets({ kind: 'delivery', limit: 2, cursor: first.nextCursor ?? '' }));
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.slice(0, 4));
  });

  test('do not exist for a person who does not work in their market', async () => {
    const { productId } = await tools.wine(3);
    const id = await tools.newDelivery();
    yes(await tools.add(id, productId));
    const calls = sheetsAt(singapore);

    for (const refused of [
      await calls.stockSheet({ id, kind: 'delivery' }),
      await calls.createDelivery({ market: 'AU', ...DELIVERY_HEAD }),
      await calls.startCount({ market: 'AU', ids: [], note: '', isBlind: false }),
      await calls.saveDelivery({ id, version: 1, ...DELIVERY_HEAD }),
      await calls.enterSheetLine({ id, productId, mode: 'add', value: 1 }),
      await calls.removeSheetLine({ id, productId, version: 1 }),
      await calls.decideSheetLine({ id, productId, decision: 'skip', movementId: 0 }),
      await calls.postSheet({ id, changeNumber: 1 }),
      await calls.undoSheet({ id }),
      await calls.cancelSheet({ id, isCancelled: true }),
    ])
      expect(refused).toMatchObject({ ok: false, status: 404, code: 'not_found' });
    expect(yes(await calls.stockSheets({ kind: 'delivery' })).rows.map(({ market }) => market)).not.toContain('AU');
  });

  test('find wines by word, SKU and bar code', async () => {
    const { productId } = await tools.wine(1, '9399999999991');
    for (const input of [{ code: '09399999999991' }, { code: `sku-${productId}` }, { q: `sku-${productId}` }])
      expect(yes(await sheetsAt(celia).findSheetWines(input)).rows.map((row) => row.productId)).toEqual([productId]);
    expect(yes(await sheetsAt(celia).findSheetWines({})).rows).toEqual([]);
  });

  test('refuse numbers that cannot be, with a sentence', async () => {
    const { productId } = await tools.wine(1);
    const id = await tools.newDelivery();
    const input = { id, productId, mode: 'set', value: 1, version: 0 };
    for (const [wrong, text] of [
      [{ value: 1.5 }, 'Value must be a whole number.'],
      [{ value: 100_001 }, 'Value must be at most 100000.'],
      [{ mode: 'take' }, 'Mode must be'],
      [{ version: -1 }, 'Version must be at least 0.'],
    ] as const) {
      const response = await celia.raw(stockSheetsContract.enterSheetLine, { ...input, ...wrong });
      expect([response.status, response.text]).toEqual([400, expect.stringContaining(text)]);
    }
    expect(await sheetsAt(celia).enterSheetLine({ id, productId: 2_000_000_000, mode: 'add', value: 1 })).toMatchObject({
      code: 'not_found',
    });
  });
});
