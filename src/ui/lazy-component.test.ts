import { expect, test } from 'vitest';
import { retryWhenOnline } from './lazy-component.ts';

test('loads again once the connection is back', async () => {
  let attempts = 0;
  let waits = 0;
  const loaded = await retryWhenOnline(
    async () => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module');
      return 'part';
    },
    async () => {
      waits += 1;
    },
  );
  expect({ loaded, tries: attempts, waits }).toEqual({ loaded: 'part', tries: 3, waits: 2 });
});
