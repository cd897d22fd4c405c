import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { METRICS } from '#server/metrics/metric-table.ts';
import { METRICS_GUIDE, metricsTables, withTables } from './metrics-guide.ts';

test('the guide describes every metric', async () => {
  const guide = await readFile(METRICS_GUIDE, 'utf8');

  expect(guide, 'run `node scripts/metrics-guide.ts`').toBe(withTables(guide, metricsTables(METRICS)));
});

test('refuses a page without a place for the tables', () => {
  expect(() => withTables('# Metrics', '')).toThrow('needs a place for the tables');
});
