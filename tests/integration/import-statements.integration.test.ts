/** Statements of an import in the office: what they read grows with a batch, not with the file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWaiting } from '#domains/imports/server/import-row.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { createImporter, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

/** What a test reads of a plan. */
interface Plan {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Plan[];
}

const scansOf = (plan: Plan): Plan[] => [...(plan['Node Type'].endsWith('Scan') ? [plan] : []), ...(plan.Plans ?? []).flatMap(scansOf)];

test('reads the rows of one batch only, however many wait', async () => {
  const buyer = await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'] });
  const importer = createImporter(shop.database, await signInAs(shop, buyer));
  const many = wineListOf(...Array.from({ length: 3_000 }, (_, at) => listedWine(at + 1)));
  const compared = await importer.compare(await importer.upload('list.csv', many));
  const plans: Plan[] = [];
  await shop.database.transaction(async (transaction) => {
    const explained: Transaction = {
      ...transaction,
      queryMany: async ({ text, values = [] }) => {
        const [row] = await transaction.queryMany<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
          text: `explain (analyze, format json) ${text}`,
          values,
        });
        if (row) plans.push(row['QUERY PLAN'][0].Plan);
        return [];
      },
    };
    await readWaiting(explained, compared.id, 100, 50);
  });

  expect(plans).toHaveLength(1);
  expect(plans.flatMap(scansOf).reduce((sum, plan) => sum + plan['Actual Rows'], 0)).toBe(50);
});

test('finds the changed prices of a batch by joins that grow with it, not with its square', async () => {
  const functions = await shop.database.queryMany<{ name: string; settings: string[] | null }>({
    text: "select proname as name, proconfig as settings from pg_proc where proname in ('log_price_changes', 'follow_offers') order by 1",
  });

  expect(functions).toEqual([
    { name: 'follow_offers', settings: ['enable_hashjoin=on'] },
    { name: 'log_price_changes', settings: ['enable_hashjoin=on'] },
  ]);
});
