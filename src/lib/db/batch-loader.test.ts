import { expect, test } from 'vitest';
import { inBatches } from './batch-loader.ts';

/** A fake reader whose statements end on request. It records which keys were read together. */
function slowReader() {
  const requests: string[][] = [];
  const ends: (() => void)[] = [];
  const read = inBatches(async (keys: readonly string[]) => {
    requests.push([...keys]);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (keys.includes('bad')) throw new Error('no');
    return new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.toUpperCase()]));
  });
  return { asked: requests, read, end: () => ends.shift()?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('loads the keys of one turn in one statement, each once, and returns null for missing keys', async () => {
  const { asked, read, end } = slowReader();
  const results = Promise.all([read('a'), read('none'), read('a')]);
  await turn();
  end();
  expect(await results).toEqual(['A', null, 'A']);
  expect(asked).toEqual([['a', 'none']]);
});

test('runs at most two statements at once, and never joins one that began earlier', async () => {
  const { asked, read, end } = slowReader();
  const all = [read('a')];
  await turn();
  all.push(read('b'));
  await turn();
  all.push(read('a'), read('c'));
  await turn();
  expect(asked).toEqual([['a'], ['b']]);
  end();
  await turn();
  expect(asked).toEqual([['a'], ['b'], ['a', 'c']]);
  end();
  end();
  expect(await Promise.all(all)).toEqual(['A', 'B', 'A', 'C']);
});

test('rejects every caller of a failed statement, and no later one', async () => {
  const { read, end } = slowReader();
  const failing = Promise.allSettled([read('a'), read('bad')]);
  await turn();
  end();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = read('a');
  await turn();
  end();
  expect(await after).toBe('A');
});
