import { expect, test } from 'vitest';
import { createOrderedRefresh } from './ordered-refresh.ts';

/** Starts two reads at the same time, which end in an order. @returns what was applied */
async function refreshTwice(order: readonly (0 | 1)[]): Promise<string[]> {
  const reads: PromiseWithResolvers<string>[] = [];
  const applied: string[] = [];
  const refresh = createOrderedRefresh(
    () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    },
    (value) => applied.push(value),
  );
  const refreshes = [refresh(), refresh()];
  for (const index of order) {
    reads[index]?.resolve(['old', 'new'][index] ?? '');
    await refreshes[index];
  }
  return applied;
}

test('applies each value that is read', async () => {
  expect(await refreshTwice([0, 1])).toEqual(['old', 'new']);
});

test('applies no value that is older than the one applied', async () => {
  expect(await refreshTwice([1, 0])).toEqual(['new']);
});

test('goes on after a read that failed', async () => {
  let reads = 0;
  const applied: number[] = [];
  const refresh = createOrderedRefresh(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('no database');
      return reads;
    },
    (value) => applied.push(value),
  );

  await expect(refresh()).rejects.toThrow('no database');
  await refresh();

  expect(applied).toEqual([2]);
});
