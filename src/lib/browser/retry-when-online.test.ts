import { afterEach, expect, test, vi } from 'vitest';
import { retryWhenOnline } from './retry-when-online.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  {
    name: 'fails',
    fail: () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  },
  { name: 'resolves to nothing', fail: () => undefined },
])('loads again once the connection is back if a load $name', async ({ fail }) => {
  let attempts = 0;
  let waits = 0;
  const loaded = await retryWhenOnline(
    async () => {
      attempts += 1;
      return attempts < 3 ? fail() : 'part';
    },
    async () => {
      waits += 1;
    },
  );
  expect({ loaded, attempts, waits }).toEqual({ loaded: 'part', attempts: 3, waits: 2 });
});

test('tries nothing without a connection', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const steps: string[] = [];
  await retryWhenOnline(
    async () => steps.push('load'),
    async () => {
      steps.push('wait');
    },
  );
  expect(steps).toEqual(['wait', 'load']);
});
