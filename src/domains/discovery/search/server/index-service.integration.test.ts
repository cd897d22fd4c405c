import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type Database, openDatabase, type Transaction } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { testOffer } from '#tests/fixtures/shop.ts';
import { audienceOf } from '../model/search-document.ts';
import { buildIndexInChildProcess, type Reader } from './index-build-client.ts';
import { openSearchIndexes, type SearchIndexes } from './index-service.ts';

let database: Database;
let drop: () => Promise<void>;
let indexes: SearchIndexes;
let now = Date.parse('2026-06-01T00:00:00Z');
let changes = 0;
/** Hooks into the next rebuild: runs before its result is handed over. */
let beforeHandOver: () => Promise<void> = async () => {};
let failing: string | null = null;
let requestCount = 0;
const errors: unknown[] = [];
const rebuildIndexes: Reader = async (options) => {
  requestCount++;
  if (failing !== null) throw new Error(failing);
  const read = await buildIndexInChildProcess(database.connectionString, join(tmpdir(), 'search-index'))(options);
  await beforeHandOver();
  return read;
};

const GUEST = audienceOf('AU', { tier: null, isStaff: false });
const open = (options: { readonly maxOffersAtStart?: number } = {}) =>
  openSearchIndexes({
    ...options,
    feed: catalogueFeed(database, pictureVersion),
    rebuildIndexes,
    onError: (error) => errors.push(error),
    everyMs: 3_600_000,
    now: () => now,
  });
const found = (offerId: string, from = indexes) => from.of('AU').get(offerId, GUEST);
const write = (...offers: readonly Parameters<typeof testOffer>[0][]) => database.transaction((transaction) => put(transaction, offers));
const put = async (transaction: Transaction, offers: readonly Parameters<typeof testOffer>[0][]) => {
  await writeOffers(transaction, offers.map(testOffer), pictureVersion);
  await writeStock(
    transaction,
    offers.map(({ productId, level = 50 }) => ({ record: 'stock', productId, market: 'AU', level })),
  );
};

beforeAll(async () => {
  const own = await createTestDatabase();
  database = openDatabase(own.connectionString, 5);
  drop = own.drop;
  await write({ offerId: 'first', productId: 1 }, { offerId: 'second', productId: 2 }, { offerId: 'twin', productId: 2 });
  indexes = await open();
  indexes.onChange(() => {
    changes += 1;
  });
});

afterAll(async () => {
  await indexes.close();
  await database.close();
  await drop();
});

describe('search indexes of a process', () => {
  test('contain the offers that were on sale when they were built', () => {
    expect(indexes.of('AU').size).toBe(3);
    expect(found('first')).toMatchObject({ name: 'Wine first', packPrice: 60, inventoryStatus: 'AVAILABLE' });
    expect(indexes.of('SG').get('first', audienceOf('SG', { tier: null, isStaff: false }))).toMatchObject({ packPrice: 80 });
  });

  test('apply new and changed offers, and announce them once', async () => {
    const before = changes;
    await write({ offerId: 'third', productId: 3 }, { offerId: 'first', productId: 1, name: 'Renamed' });
    expect(await indexes.refresh()).toBe(true);
    expect(found('third')).toBeDefined();
    expect(found('first')?.name).toBe('Renamed');
    expect(await indexes.refresh()).toBe(false);
    expect(changes).toBe(before + 1);
  });

  test('ignore an offer that is written again unchanged', async () => {
    await write({ offerId: 'first', productId: 1, name: 'Renamed' });
    expect(await indexes.refresh()).toBe(false);
  });

  test('update every offer of a product if its visible stock changes', async () => {
    await database.execute({ text: "update stock_levels set reserved = level - 3 where product_id = 2 and market = 'AU'" });
    expect(await indexes.refresh()).toBe(true);
    expect([found('second')?.casesLeft, found('twin')?.casesLeft]).toEqual([3, 3]);
    await database.execute({ text: "update stock_levels set reserved = level where product_id = 2 and market = 'AU'" });
    await indexes.refresh();
    expect(found('second')?.inventoryStatus).toBe('SOLD_OUT');
  });

  test('ignore stock changes above the visible limit', async () => {
    await database.execute({ text: "update stock_levels set level = level - 1 where product_id = 1 and market = 'AU'" });
    expect(await indexes.refresh()).toBe(false);
  });

  test('apply a change of a transaction that commits after a later one', async () => {
    let commit: () => void = () => {};
    const blocked = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let began: () => void = () => {};
    const isOpen = new Promise<void>((resolve) => {
      began = resolve;
    });
    const slow = database.transaction(async (transaction) => {
      await put(transaction, [{ offerId: 'slow', productId: 10 }]);
      began();
      await blocked;
    });
    await isOpen;
    await write({ offerId: 'fast', productId: 11 });
    await indexes.refresh();
    expect([found('fast')?.name, found('slow')]).toEqual(['Wine fast', undefined]);
    expect(await indexes.refresh()).toBe(false);
    commit();
    await slow;
    await indexes.refresh();
    expect(found('slow')).toBeDefined();
  });

  test('apply the start and end times of offers', async () => {
    await write({ offerId: 'june', productId: 20, startsAt: '2026-06-10T00:00:00Z', endsAt: '2026-06-20T00:00:00Z' });
    const seen = [];
    for (const day of ['01', '10', '15', '20']) {
      now = Date.parse(`2026-06-${day}T00:00:00Z`);
      await indexes.refresh();
      seen.push(found('june') !== undefined);
    }
    expect(seen).toEqual([false, true, true, false]);
  });

  test('drop a deleted offer', async () => {
    await database.execute({ text: "delete from offers where offer_id = 'third'" });
    await indexes.refresh();
    expect(found('third')).toBeUndefined();
  });

  const MANY = Array.from({ length: 1_100 }, (_, at) => ({ offerId: `many-${at}`, productId: 1_000 + at }));

  test('read the whole catalogue once after more than a thousand changes, and answer from the old index until then', async () => {
    let end: () => void = () => {};
    const blocked = new Promise<void>((resolve) => {
      end = resolve;
    });
    // An open transaction older than the import, which would make every poll read all of it again.
    const old = database.transaction(async (transaction) => {
      await transaction.execute({ text: 'select pg_current_xact_id()' });
      await blocked;
    });
    await write(...MANY);
    const before = changes;
    let isDone = false;
    const looking = indexes.refresh().finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns++) {
      expect(found('first')).toBeDefined();
      await setImmediate();
    }
    expect(await looking).toBe(true);
    expect(turns).toBeGreaterThan(10);
    expect([found('many-0'), found('many-1099'), found('first')].map((hit) => hit?.objectID)).toEqual(['many-0', 'many-1099', 'first']);
    const again = await indexes.refresh();
    end();
    await old;
    expect(again).toBe(false);
    // Announced once when it was detected, and once when it can be found.
    expect(changes).toBe(before + 2);
    await database.execute({ text: "delete from offers where offer_id like 'many-%'" });
    await indexes.refresh();
    expect(found('many-7')).toBeUndefined();
  });

  test('apply changes made during a rebuild to the old indexes at once and to the new ones afterwards', async () => {
    await write(...MANY);
    const inOld: unknown[] = [];
    requestCount = 0;
    beforeHandOver = async () => {
      await write({ offerId: 'first', productId: 1, name: 'Renamed again' }, { offerId: 'late', productId: 30 });
      await database.execute({ text: "delete from offers where offer_id in ('slow', 'many-5')" });
      await database.execute({ text: "update stock_levels set level = 0 where product_id = 1006 and market = 'AU'" });
      // A poll of sale times, which does not wait for a rebuild.
      now += 1;
      const soon = indexes.refresh();
      while (found('late') === undefined) await setImmediate();
      inOld.push(found('first')?.name, found('slow'), found('many-7'));
      soon.catch(() => {});
    };
    await indexes.refresh();
    beforeHandOver = async () => {};
    expect(inOld).toEqual(['Renamed again', undefined, undefined]);
    expect([found('first')?.name, found('late')?.name, found('slow'), found('many-5')]).toEqual([
      'Renamed again',
      'Wine late',
      undefined,
      undefined,
    ]);
    expect(found('many-6')?.inventoryStatus).toBe('SOLD_OUT');
    expect(found('many-7')).toBeDefined();
    expect(requestCount).toBe(1);
  });

  test('read a second import after the rebuild for the first one', async () => {
    requestCount = 0;
    beforeHandOver = async () => {
      beforeHandOver = async () => {};
      await write(...MANY.map((offer) => ({ ...offer, name: 'Of the second' })));
      const soon = indexes.refresh();
      await setImmediate();
      soon.catch(() => {});
    };
    await write(...MANY.map((offer) => ({ ...offer, name: 'Of the first' })));
    await indexes.refresh();
    expect([found('many-0')?.name, found('many-1099')?.name, requestCount]).toEqual(['Of the second', 'Of the second', 2]);
  });

  test('report a failed rebuild and keep answering', async () => {
    failing = 'no memory';
    await database.execute({ text: "delete from offers where offer_id like 'many-%'" });
    expect(await indexes.refresh()).toBe(true);
    failing = null;
    expect(errors).toEqual([new Error('no memory')]);
    expect([found('first')?.name, found('many-0')?.name]).toEqual(['Renamed again', 'Of the second']);
    // Retried after a delay.
    expect(await indexes.refresh()).toBe(false);
    expect(found('many-0')).toBeDefined();
  });

  test('open before they are built if the catalogue is large, and read single offers from the database until then', async () => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    beforeHandOver = () => held;
    await write({ offerId: 'hidden', productId: 40, secret: true });
    const opened = await open({ maxOffersAtStart: 2 });
    const announced: boolean[] = [];
    opened.onChange((isLargeChange) => announced.push(isLargeChange));

    expect([opened.isReady, opened.isPreparing]).toEqual([false, true]);
    expect(() => opened.of('AU')).toThrow('busy');
    expect(opened.get('AU', 'second', GUEST)).toBeNull();
    await opened.load(['second', 'hidden', 'nothing', '\0']);
    expect(opened.get('AU', 'second', GUEST)).toMatchObject({ name: 'Wine second' });
    expect([opened.get('AU', 'hidden', GUEST), opened.get('AU', 'nothing', GUEST)]).toEqual([null, null]);
    await write({ offerId: 'during-rebuild', productId: 41 });
    release();
    await opened.refresh();

    expect(announced.at(-1)).toBe(true);
    expect([opened.isReady, opened.isPreparing]).toEqual([true, false]);
    expect(found('during-rebuild', opened)).toBeDefined();
    expect(found('second', opened)).toEqual(found('second'));
    beforeHandOver = async () => {};
    await opened.close();
  });

  test('report a failed first build and stay closed', async () => {
    failing = 'no processor';
    const opened = await open({ maxOffersAtStart: 2 });
    await opened.refresh();
    failing = null;

    expect(errors.pop()).toEqual(new Error('no processor'));
    expect([opened.isReady, opened.isPreparing]).toEqual([false, false]);
    await opened.close();
  });

  test('contain the same after a rebuild', async () => {
    await indexes.close();
    indexes = await open();
    const reopened = await open();
    await reopened.close();
    for (const offerId of ['first', 'second', 'third', 'late', 'fast', 'june']) expect(found(offerId, reopened)).toEqual(found(offerId));
    expect(reopened.of('SG').size).toBe(indexes.of('SG').size);
  });
});
