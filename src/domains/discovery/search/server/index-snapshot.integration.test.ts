/** Compares the snapshot of a process with what the next one would build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogueFeed, catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { writeOffers, writeStock } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { MARKETS } from '#markets/market.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { testOffer } from '#tests/fixtures/shop.ts';
import { runs } from '#tests/stress/run-count.ts';
import { audienceOf } from '../model/search-document.ts';
import { buildIndexInChildProcess, type Reader } from './index-build-client.ts';
import { openSearchIndexes, type SearchIndexes } from './index-service.ts';
import { readSnapshotFile } from './snapshot-file.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
let database: Database;
let other: Database;
let folder: string;
let path: string;
const drops: (() => Promise<void>)[] = [];

const openOwn = async (): Promise<Database> => {
  const own = await createTestDatabase();
  drops.push(own.drop);
  return openDatabase(own.connectionString, 5);
};

const write = (to: Database, ...offers: readonly Parameters<typeof testOffer>[0][]): Promise<void> =>
  to.transaction(async (transaction) => {
    await writeOffers(transaction, offers.map(testOffer), pictureVersion);
    await writeStock(
      transaction,
      offers.map(({ productId, level = 50 }) => ({ record: 'stock', productId, market: 'AU', level })),
    );
  });

/** A process: its indexes, whether it read the whole catalogue, and its errors. */
const start = async (
  of = database,
  now = NOON,
  change: Partial<CatalogueFeed> = {},
  mostChanged = Number.POSITIVE_INFINITY,
  rebuildIndexes: Reader = buildIndexInChildProcess(of.connectionString, path),
) => {
  const feed = catalogueFeed(of, pictureVersion);
  let hasBuilt = false;
  const errors: unknown[] = [];
  const indexes = await openSearchIndexes({
    feed: {
      ...feed,
      all: (each) => {
        hasBuilt = true;
        return feed.all(each);
      },
      ...change,
    },
    rebuildIndexes,
    // An open transaction of another test can make everything seem changed, so this share is tested separately.
    snapshot: { path, minOffers: 1, mostChanged, everyMs: 0 },
    onError: (error) => errors.push(error),
    everyMs: 3_600_000,
    now: () => now,
  });
  return { indexes, hasBuilt, errors };
};

/** Returns everything that staff can find in every market, with facets. */
const responsesOf = (indexes: SearchIndexes) =>
  MARKETS.map((market) => {
    const { plan: _, ...response } = indexes.of(market).search({
      eligibility: audienceOf(market, { tier: null, isStaff: true }),
      hitsPerPage: 1000,
      facets: ['brand', 'vintage', 'packPrice', 'tags'],
    });
    return response;
  });

const rebuildCount = async (now = NOON) => {
  const restored = await openSearchIndexes({
    feed: catalogueFeed(database, pictureVersion),
    rebuildIndexes: buildIndexInChildProcess(database.connectionString, path),
    onError: () => {},
    everyMs: 3_600_000,
    now: () => now,
  });
  const responses = responsesOf(restored);
  await restored.close();
  return responses;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  path = join(folder, 'search-index.snapshot');
  database = await openOwn();
  other = await openOwn();
  const offers = Array.from({ length: 40 }, (_, n) => ({
    offerId: `offer-${n}`,
    productId: n + 1,
    brand: `House ${n % 7} Æðé`,
    tags: ['Vegan'],
  }));
  await write(database, ...offers);
  await write(other, { offerId: 'elsewhere', productId: 1 });
});

afterAll(async () => {
  await database.close();
  await other.close();
  for (const drop of drops) await drop();
  await rm(folder, { recursive: true, force: true });
});

describe('the snapshot of the indexes', () => {
  test('replaces reading the catalogue at the next start, and later changes are applied', async () => {
    const first = await start();
    await first.indexes.close();
    expect(first.hasBuilt).toBe(true);
    await write(database, { offerId: 'offer-1', productId: 2, name: 'Renamed' }, { offerId: 'new', productId: 90 });
    await database.execute({ text: "delete from offers where offer_id = 'offer-2'" });
    await database.execute({ text: 'update stock_levels set level = 0 where product_id = 4' });
    const second = await start();
    expect([second.hasBuilt, second.errors]).toEqual([false, []]);
    expect(responsesOf(second.indexes)).toEqual(await rebuildCount());
    await second.indexes.close();
  });

  test('contains the start and end times of offers', async () => {
    await write(
      database,
      { offerId: 'begins', productId: 91, startsAt: '2026-06-02T00:00:00Z' },
      { offerId: 'ends', productId: 92, endsAt: '2026-06-02T00:00:00Z' },
    );
    await (await start()).indexes.close();
    const later = NOON + 86_400_000;
    const next = await start(database, later);
    expect(next.hasBuilt).toBe(false);
    expect(responsesOf(next.indexes)).toEqual(await rebuildCount(later));
    expect(responsesOf(next.indexes)).not.toEqual(await rebuildCount(NOON));
    await next.indexes.close();
    await database.execute({ text: "delete from offers where offer_id in ('begins', 'ends')" });
  });

  test('equals a new build, whatever changed before and after it was written', async () => {
    const put = fc.record({ offer: fc.nat(60), name: fc.stringMatching(/^[A-Za-zéß ]{1,12}x$/), level: fc.nat(12) });
    const iteration = fc.record({
      whileUp: fc.array(put, { maxLength: 12 }),
      whileDown: fc.array(put, { maxLength: 3 }),
      removed: fc.nat(60),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(iteration, { minLength: 1, maxLength: 3 }), async (rounds) => {
        const apply = (puts: readonly { offer: number; name: string; level: number }[]) =>
          write(
            database,
            ...Array.from(new Map(puts.map((each) => [each.offer, each])).values(), ({ offer, ...rest }) => ({
              offerId: `offer-${offer}`,
              productId: offer + 1,
              ...rest,
            })),
          );
        for (const { whileUp, whileDown, removed } of rounds) {
          const up = await start();
          await apply(whileUp);
          await up.indexes.refresh();
          await up.indexes.close();
          await apply(whileDown);
          await database.execute({ text: 'delete from offers where offer_id = $1', values: [`offer-${removed}`] });
          const next = await start();
          expect(next.hasBuilt).toBe(false);
          expect(responsesOf(next.indexes)).toEqual(await rebuildCount());
          await next.indexes.close();
        }
      }),
      { numRuns: runs(6) },
    );
  });

  const damages: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['missing', () => rm(path)],
    ['empty', () => writeFile(path, '')],
    ['cut short', async () => truncate(path, (await readFile(path)).length - 100)],
    [
      'changed in one bit',
      async () => {
        const bytes = await readFile(path);
        bytes.writeUInt8(bytes.readUInt8(1_000) ^ 1, 1_000);
        await writeFile(path, bytes);
      },
    ],
    ['something else', () => writeFile(path, 'x'.repeat(10_000))],
    ['of another database', async () => (await start(other)).indexes.close()],
  ];
  test.each(damages)('that is %s is discarded, and the indexes are rebuilt and written', async (_, damage) => {
    await (await start()).indexes.close();
    await damage();
    const built = await start();
    expect(built.hasBuilt).toBe(true);
    expect(responsesOf(built.indexes)).toEqual(await rebuildCount());
    await built.indexes.close();
    const next = await start();
    expect(next.hasBuilt).toBe(false);
    await next.indexes.close();
  });

  test('that is newer than a restored database is discarded', async () => {
    await (await start()).indexes.close();
    const { history } = catalogueFeed(database, pictureVersion);
    const earlier = { history: async () => ({ ...(await history()), next: '1' }) };
    const built = await start(database, NOON, earlier);
    expect(built.hasBuilt).toBe(true);
    await built.indexes.close();
  });

  test('that differs from most of the catalogue is discarded', async () => {
    await (await start()).indexes.close();
    await database.execute({ text: 'update offers set popularity = popularity + 1' });
    const built = await start(database, NOON, {}, 0.2);
    expect(built.hasBuilt).toBe(true);
    await built.indexes.close();
  });

  test('written before the rebuild for a large import makes the next start rebuild', async () => {
    let started: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      started = resolve;
    });
    const ended: Reader = ({ signal }) =>
      new Promise((_, reject) => {
        started();
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const up = await start(database, NOON, {}, Number.POSITIVE_INFINITY, ended);
    await write(database, ...Array.from({ length: 1_100 }, (__, n) => ({ offerId: `large-${n}`, productId: 10_000 + n })));
    const looking = up.indexes.refresh();
    await hasBegun;
    await write(database, { offerId: 'small', productId: 20_000 });
    const again = up.indexes.refresh();
    await up.indexes.close();
    await Promise.all([looking, again]);
    const next = await start();
    expect(next.hasBuilt).toBe(false);
    expect(responsesOf(next.indexes)).toEqual(await rebuildCount());
    await next.indexes.close();
    // The indexes that this start built are the snapshot for the next one.
    const third = await start(database, NOON, {}, 0);
    expect(third.hasBuilt).toBe(false);
    await third.indexes.close();
    expect((await readdir(folder)).filter((name) => name.endsWith('.half'))).toEqual([]);
    await database.execute({ text: "delete from offers where offer_id like 'large-%'" });
  });

  test('that cannot be written is reported, and the shop starts', async () => {
    const blocked = path;
    path = join(blocked, 'below-a-file');
    const shop = await start();
    await shop.indexes.close();
    path = blocked;
    expect(shop.errors.length).toBeGreaterThan(0);
    expect(shop.indexes.of('AU').size).toBeGreaterThan(0);
  });
});

test('keeps the file whole if the writer is killed at any time', async () => {
  const own = join(folder, 'killed.snapshot');
  const writer = `
    import { writeSnapshotFile } from ${JSON.stringify(new URL('./snapshot-file.ts', import.meta.url).href)};
    for (let n = 1; ; n++) {
      await writeSnapshotFile(${JSON.stringify(own)}, { columns: { all: new Float64Array(300_000).fill(n) }, json: n });
      if (n === 1) console.log('written');
    }`;
  for (let turn = 0; turn < runs(3); turn++) {
    const children = [0, 1].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', writer], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    await Promise.all(children.map((child) => once(child.stdout, 'data')));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    await Promise.all(children.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
    const file = await readSnapshotFile<number>(own);
    expect(file).not.toBeNull();
    expect(new Set(file?.columns.all)).toEqual(new Set([file?.json]));
  }
  expect((await readdir(folder)).filter((name) => name.endsWith('.half')).length).toBeLessThanOrEqual(2 * runs(3));
});
