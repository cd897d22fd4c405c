/** Handlers of the office's stock calls. */
import { CHANGED_SINCE_LISTED } from '#domains/staff/messages/errors.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { type Failure, fail, ok, type Success } from '#lib/result.ts';
import { thresholdErrors } from '../messages/stock-errors.ts';
import { formatStockId, type StockKey } from '../model/stock.ts';
import { stockOfficeContract } from '../office-contract.ts';
import { adjustStock, setStock, undoMovements } from './correct-stock.ts';
import { lockBin, updateBin } from './stock-bin.repository.ts';
import { lockOtherThresholds, readStockNames, restoreThresholds, saveDefault, updateThresholds } from './stock-ledger.repository.ts';
import { exportStockPage, findStock, listDefaults, listLedgerPage, listStockPage, readItem } from './stock-views.ts';

/** Reads the names of items, by product. */
async function namesOf(transaction: Transaction, items: readonly Pick<StockKey, 'productId'>[]): Promise<ReadonlyMap<number, string>> {
  const ids = items.map(({ productId }) => productId);
  return new Map((await readStockNames(transaction, ids)).map(({ productId, name }) => [productId, name]));
}

function stockHandlers(database: Database): OfficeHandlers<typeof stockOfficeContract> {
  /** Corrects an item that the person may see, and returns it as it is then. */
  const correct = async <Rejected extends Failure>(id: StockKey, staff: StaffActor, run: () => Promise<Success<number> | Rejected>) => {
    if (!staff.markets.includes(id.market)) return fail('not_found');
    const done = await run();
    if (!done.ok) return done;
    const item = await readItem(database, staff, id);
    return item ? ok({ item, movements: [done.value] }) : fail('not_found');
  };
  return {
    stock: (input, { staff }) => listStockPage(database, staff, input),
    stockItem: async ({ id }, { staff }) => {
      const item = await readItem(database, staff, id);
      return item ? ok(item) : fail('not_found');
    },
    stockLedger: (input, { staff }) => listLedgerPage(database, staff, input),
    findStock: async ({ code, market }, { staff }) => ok({ rows: await findStock(database, staff, code, market) }),
    stockDefaults: async (_input, { staff }) => ok({ rows: await listDefaults(database, staff) }),
    exportStock: (input, { staff }) => exportStockPage(database, staff, input),
    adjustStock: ({ id, ...input }, { staff }) => correct(id, staff, () => adjustStock(database, staff, { ...id, ...input })),
    setStock: ({ id, ...input }, { staff }) => correct(id, staff, () => setStock(database, staff, { ...id, ...input })),
    undoMovements: ({ ids }, { staff }) => undoMovements(database, staff, ids),
    setThresholds: async ({ items, threshold, isPreview }, { staff }) => {
      const own = items.map(({ id, expected }) => ({ ...id, expected })).filter(({ market }) => staff.markets.includes(market));
      return database.transaction(async (transaction) => {
        const others = await lockOtherThresholds(transaction, own, threshold);
        const changed = others.filter(({ isExpected }) => isExpected);
        const kept = others.filter(({ isExpected }) => !isExpected);
        if (!isPreview && changed.length > 0) await updateThresholds(transaction, changed, threshold);
        for (const item of isPreview ? [] : changed)
          await recordActivity(transaction, staff, {
            action: 'stock.threshold_set',
            subject: { kind: 'stock', id: formatStockId(item) },
            market: item.market,
            before: { threshold: item.threshold },
            after: { threshold },
          });
        const names = await namesOf(transaction, kept);
        return ok({
          changed: changed.length,
          before: changed.map((item) => ({ id: formatStockId(item), threshold: item.threshold })),
          kept: await Promise.all(
            kept.map(async (item) => {
              const id = formatStockId(item);
              const reason = fillTitle(CHANGED_SINCE_LISTED, await lastChangeOf(transaction, { kind: 'stock', id }));
              return { id, name: names.get(item.productId) ?? '', threshold: item.threshold, reason };
            }),
          ),
        });
      });
    },
    restoreThresholds: async ({ changes }, { staff }) => {
      const own = changes.map(({ id, ...change }) => ({ ...id, ...change })).filter(({ market }) => staff.markets.includes(market));
      return database.transaction(async (transaction) => {
        const restored = new Set((await restoreThresholds(transaction, own)).map(formatStockId));
        for (const { before, after, ...item } of own.filter((each) => restored.has(formatStockId(each))))
          await recordActivity(transaction, staff, {
            action: 'stock.threshold_set',
            subject: { kind: 'stock', id: formatStockId(item) },
            market: item.market,
            before: { threshold: after },
            after: { threshold: before },
          });
        const names = await namesOf(transaction, own);
        const results = changes.map(async ({ id: key }) => {
          const id = formatStockId(key);
          if (!staff.markets.includes(key.market)) return { id, name: '', isDone: false, reason: thresholdErrors.notFound };
          const name = names.get(key.productId) ?? '';
          if (restored.has(id)) return { id, name, isDone: true, reason: '' };
          const { who, when } = await lastChangeOf(transaction, { kind: 'stock', id });
          return { id, name, isDone: false, reason: thresholdErrors.changedSince(who, when) };
        });
        return ok({ results: await Promise.all(results) });
      });
    },
    setBin: async ({ id, bin, expected }, { staff }) => {
      if (!staff.markets.includes(id.market)) return fail('not_found');
      const subject = { kind: 'stock', id: formatStockId(id) } as const;
      return database.transaction(async (transaction) => {
        const before = await lockBin(transaction, id);
        if (before === null) return fail('not_found');
        if (before === bin) return ok({ bin, before });
        if (before !== expected) return fail('changed_meanwhile', await lastChangeOf(transaction, subject));
        await updateBin(transaction, id, bin);
        await recordActivity(transaction, staff, {
          action: 'stock.bin_set',
          subject,
          market: id.market,
          before: { bin: before },
          after: { bin },
        });
        return ok({ bin, before });
      });
    },
    setDefaultThreshold: async ({ market, threshold, version }, { staff }) => {
      if (!staff.markets.includes(market)) return fail('not_found');
      const subject = { kind: 'stock_default', id: market } as const;
      return database.transaction(async (transaction) => {
        const before = (await listDefaults(transaction, staff)).find((row) => row.market === market);
        if (!(await saveDefault(transaction, { market, threshold, version })))
          return fail('changed_meanwhile', await lastChangeOf(transaction, subject));
        await recordActivity(transaction, staff, {
          action: 'stock.default_threshold_set',
          subject,
          market,
          before: { threshold: before?.threshold ?? null },
          after: { threshold },
        });
        return ok({ market, threshold, version: version + 1 });
      });
    },
  };
}

/** Binds the office's stock calls. */
export const stockOfficeEndpoints = (database: Database): OfficeEndpoint[] => officeHandlers(stockOfficeContract, stockHandlers(database));
