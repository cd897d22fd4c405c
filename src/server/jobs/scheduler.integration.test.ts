import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Jobs } from '#lib/server/jobs.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { startBackground } from './scheduler.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

test('reports how many rows a purge job deleted', async () => {
  const scheduled = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    queue: async () => {},
    work: async () => {},
    schedule: async (name, _cron, run) => void scheduled.set(name, run),
    keepSchedules: async () => {},
    stop: async () => {},
  };
  const purged: unknown[] = [];
  const stop = await startBackground(shop.running.services, jobs, () => ({ subject: '', html: '', text: '' }), {
    onError: (_job, error) => purged.push(error),
    onPurged: (job, rows) => purged.push([job, rows]),
    worksOnImports: false,
  });
  await shop.database.execute({
    text: `insert into idempotency_keys (scope, key, request_hash, created_at)
      values ('test', 'old', '', now() - interval '25 hours'), ('test', 'new', '', now() - interval '23 hours')`,
  });

  await scheduled.get('purge-idempotency-keys')?.();

  expect(purged).toEqual([['purge-idempotency-keys', 1]]);
  await stop();
});
