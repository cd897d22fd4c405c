import { fileURLToPath } from 'node:url';
import { Project } from 'ts-morph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import {
  preferIndexes,
  readChangeExamples,
  readCollectedChanges,
  removeRecords,
  writeWithUndoLog,
} from '#domains/catalogue/server/import/import-log.repository.ts';
import { writeOffers } from '#domains/catalogue/server/offer-writer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { insertRows, readWaiting } from '#domains/imports/server/import-row.repository.ts';
import { type Database, openDatabase, type Statement, type Transaction } from '#lib/db/pool.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { RECORD_KINDS } from '#server/record-types.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { testOffer } from '#tests/fixtures/shop.ts';
import { checkRowTypes, openServerProject } from './check-row-types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Statements that are composed at run time. The job library composes those of jobs, whose caller may add one. Merging customers
 * runs a list, all of which its test runs.
 */
const COMPOSED = {
  'src/domains/catalogue/server/catalogue-feed.repository.ts': 2,
  'src/domains/catalogue/server/import/import-log.repository.ts': 6,
  'src/domains/catalogue/server/import/record-kind.ts': 1,
  'src/domains/catalogue/server/offer-writer.repository.ts': 1,
  'src/domains/catalogue/server/office/wine-list.repository.ts': 1,
  'src/domains/catalogue/server/pictures/picture-library.repository.ts': 1,
  'src/domains/customers/account/server/merge.repository.ts': 1,
  'src/domains/imports/server/import-row.repository.ts': 2,
  'src/domains/outbound/analytics/server/event-quota.repository.ts': 1,
  'src/domains/selling/clubs/server/office-member-list.repository.ts': 2,
  'src/domains/selling/draft-orders/server/draft-order.repository.ts': 1,
  'src/domains/selling/stock/server/stock-list.repository.ts': 1,
  'src/lib/server/jobs.ts': 3,
};

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  // The job library creates its tables when it starts.
  const database = openDatabase(own.connectionString, 2);
  const jobs = await startJobs(database, [], () => {});
  await jobs.stop();
  await database.close();
});
afterAll(() => own.drop());

/** Returns the statements that the composing functions send. */
async function recordComposed(): Promise<string[]> {
  const sent = new Set<string>();
  const record =
    <T>(result: T) =>
    async ({ text }: Statement) => {
      sent.add(text);
      return result;
    };
  const transaction: Transaction = {
    inTransaction: true,
    queryMany: record([]),
    queryOne: record(null),
    execute: record(0),
    later: ({ text }) => void sent.add(text),
  };
  const database: Database = {
    ...transaction,
    connectionString: '',
    transaction: (work) => work(transaction),
    connect: () => Promise.reject(new Error('not connected')),
    load: () => ({ inUse: 0, idle: 0, waiting: 0, acquisitions: 0, waitMs: 0 }),
    close: async () => {},
  };
  for (const [name, kind] of Object.entries(RECORD_KINDS)) {
    await kind.read(database, '', 1);
    await kind.readSince('2026-11-01T00:00:00Z')(database, '', 1);
    await writeWithUndoLog(transaction, 1, name, kind, [], { mapping: 'list', opensStockOnly: false });
    if (kind.undo === null) continue;
    await readCollectedChanges(transaction, name, kind.undo, '', 1);
    await removeRecords(transaction, kind.undo, ['key']);
  }
  await readChangeExamples(RECORD_KINDS, database, 1, 1);
  await preferIndexes(transaction);
  await insertRows(database, 1, []);
  await readWaiting(transaction, 1, 0, 1);
  await writeOffers(transaction, [testOffer({ offerId: 'one', productId: 1 })], pictureVersion);
  await catalogueFeed(database, pictureVersion).some([], []);
  return [...sent];
}

test('every statement is valid, and the declared rows are what the database returns', async () => {
  const { checked, mismatches, unevaluated } = await checkRowTypes(
    openServerProject(ROOT),
    ROOT,
    own.connectionString,
    await recordComposed(),
  );

  expect(mismatches).toEqual([]);
  expect(checked).toBeGreaterThan(600);
  expect(unevaluated).toEqual(COMPOSED);
}, 400_000);

const POOL = `export interface Queryable {
  queryMany<Row>(statement: { text: string }): Promise<Row[]>;
  queryOne<Row>(statement: { text: string }): Promise<Row | null>;
  execute(statement: { text: string }): Promise<number>;
}`;

describe('a statement', () => {
  const check = async (source: string) => {
    const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { strict: true, exactOptionalPropertyTypes: true } });
    project.createSourceFile('/lib/db/pool.ts', POOL);
    project.createSourceFile('/a.ts', `import type { Queryable } from './lib/db/pool';\ndeclare const db: Queryable;\n${source}`);
    const { mismatches, unevaluated } = await checkRowTypes(project, '/', own.connectionString);
    return [...mismatches, ...Object.keys(unevaluated).map((file) => `${file} unevaluated`)];
  };

  test.each([
    {
      name: 'with the right row',
      source:
        "db.queryMany<{ id: string; level: number | null }>({ text: 'select o.id, s.level from orders o left join stock_levels s on true' })",
      wrong: [],
    },
    {
      name: 'of an unknown column',
      source: "db.execute({ text: 'delete from orders where nope = 1' })",
      wrong: ['column "nope" does not exist'],
    },
    {
      name: 'with a wrong name',
      source: "db.queryMany<{ offerId: string }>({ text: 'select offer_id from offers' })",
      wrong: ['offer_id is selected and not declared', 'offerId is declared and not selected'],
    },
    {
      name: 'with a wrong type',
      source: "db.queryOne<{ at: string }>({ text: 'select created_at as at from orders' })",
      wrong: ['at is timestamptz, declared as string'],
    },
    {
      name: 'with a wrong array',
      source: "db.queryOne<{ ids: string[] }>({ text: 'select coupon_ids as ids from carts' })",
      wrong: ['ids is _int4, declared as string[]'],
    },
    {
      name: 'that can be null',
      source: "db.queryOne<{ number: number }>({ text: 'select number from orders' })",
      wrong: ['number can be null, declared as number'],
    },
    {
      name: 'that is never null',
      source: "db.queryOne<{ email: string | null }>({ text: 'select email from orders' })",
      wrong: ['email is never null, declared as string | null'],
    },
    {
      name: 'whose condition excludes null',
      source: "db.queryOne<{ number: number }>({ text: 'select number from orders where number is not null' })",
      wrong: [],
    },
    {
      name: 'with a missing value of a check',
      source: "db.queryOne<{ state: 'active' | 'released' }>({ text: 'select state from ledger_holds' })",
      wrong: ['state can be captured, declared as "active" | "released"'],
    },
    {
      name: 'with a union of rows',
      source:
        "db.queryMany<{ kind: 'grant'; tier: string } | { kind: 'spend' | 'refund'; tier: null }>({ text: 'select kind, tier from loyalty_ledger' })",
      wrong: [],
    },
    {
      name: 'composed of constants and literal types',
      source: `const COLUMNS = ['id', 'nope'].join(', '); const read = (table: 'orders' | 'carts', rest: string) => db.execute({ text: \`select id from \${table} \${rest}\` }); read('orders', 'where nope'); void COLUMNS;`,
      wrong: ['column "nope" does not exist'],
    },
    {
      name: 'composed at run time',
      source: `const read = (table: string) => db.execute({ text: \`select 1 from \${table}\` }); declare const name: string; read(name);`,
      wrong: ['a.ts unevaluated'],
    },
  ])('$name', async ({ source, wrong }) => {
    expect((await check(source)).map((line) => line.replace(/^a\.ts:\d+ /, ''))).toEqual(wrong);
  });
});
