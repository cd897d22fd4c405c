import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findImport, insertImport, insertPart, lockWork, updateImport } from '#domains/imports/server/import.repository.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { listedWine, wineListOf, workDeps } from '#tests/fixtures/imports.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startBackground } from './scheduler.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

/** Starts the background without queues. @returns what it reports, and how to stop it */
async function startTestBackground({ worksOnImports }: { readonly worksOnImports: boolean }) {
  const scheduled = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    queue: async () => {},
    work: async () => {},
    schedule: async (name, _cron, run) => void scheduled.set(name, run),
    keepSchedules: async () => {},
    stop: async () => {},
  };
  const reports: unknown[] = [];
  const stop = await startBackground(shop.running.services, jobs, () => ({ subject: '', html: '', text: '' }), {
    onError: (_job, error) => reports.push(error),
    onPurged: (job, rows) => reports.push([job, rows]),
    worksOnImports,
  });
  return { scheduled, reports, stop };
}

test('reports how many rows a purge job deleted', async () => {
  const { scheduled, reports, stop } = await startTestBackground({ worksOnImports: false });
  await shop.database.execute({
    text: `insert into idempotency_keys (scope, key, request_hash, created_at)
      values ('test', 'old', '', now() - interval '25 hours'), ('test', 'new', '', now() - interval '23 hours')`,
  });

  await scheduled.get('purge-idempotency-keys')?.();

  expect(reports).toEqual([['purge-idempotency-keys', 1]]);
  await stop();
});

test('compares the payments of two hours each minute, and those of two days each hour', async () => {
  const { scheduled, stop } = await startTestBackground({ worksOnImports: false });
  const captured = vi.spyOn(shop.running.services.checkoutDeps.gateway, 'capturedSince');

  await scheduled.get('reconcile-payments')?.();
  await scheduled.get('reconcile-late-payments')?.();

  const hours = captured.mock.calls.map(([since]) => Math.round((Date.now() - since.getTime()) / 3_600_000));
  expect(hours).toEqual([2, 48]);
  captured.mockRestore();
  await stop();
});

/** Stores a list of a supplier that is compared and about to be written. */
async function createImport(): Promise<number> {
  const { database } = shop;
  const id = await database.transaction(async (transaction) => {
    const created = await insertImport(transaction, {
      file: 'house.csv',
      actor: 'Test',
      staffId: null,
      source: 'office',
      scheduleId: null,
    });
    await insertPart(transaction, created, 0, Buffer.from(wineListOf(listedWine(1), listedWine(2))));
    return created;
  });
  for (const state of ['inspecting', 'comparing'] as const) {
    await updateImport(database, id, { state });
    await workOnImport(workDeps(database), id);
  }
  await updateImport(database, id, { state: 'applying' });
  return id;
}

test('ends its imports when it stops, and the next process goes on with them', async () => {
  const { database } = shop;
  const id = await createImport();
  const isFree = () => database.transaction((transaction) => lockWork(transaction, id));
  // The import gets no further than this while the test reads the table.
  const release = Promise.withResolvers<void>();
  const blocked = database.transaction(async (transaction) => {
    await transaction.execute({ text: 'lock table offers in share mode' });
    await release.promise;
  });
  try {
    const { reports, stop } = await startTestBackground({ worksOnImports: true });
    await expect.poll(isFree, { timeout: 60_000, interval: 500 }).toBe(false);

    await stop();

    await expect.poll(isFree).toBe(true);
    expect(reports).toEqual([]);
  } finally {
    release.resolve();
    await blocked;
  }
  await workOnImport(workDeps(database), id);
  expect(await findImport(database, id)).toMatchObject({ state: 'done', appliedRows: 2 });
}, 90_000);
