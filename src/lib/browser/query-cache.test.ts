import { expect, test } from 'vitest';
import { QUERY_CACHE, queryCache } from './query-cache.ts';

/** A cache with a clock of its own. */
function open() {
  let time = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  const cache = queryCache({
    now: () => time,
    later: (run, milliseconds) => {
      const entry = { at: time + milliseconds, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
  });
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    for (const { run } of waiting.filter(({ at }) => at <= time)) run();
    waiting = waiting.filter(({ at }) => at > time);
  };
  return { cache, pass };
}

test('the times are those of the specification', () => {
  expect(QUERY_CACHE).toEqual({ freshMs: 1_000, garbageMs: 300_000 });
});

test('an answer is as good as new for a second', async () => {
  const { cache, pass } = open();
  await cache.read('a', async () => 1);
  pass(999);
  expect([cache.isFresh('a'), cache.look('a')]).toEqual([true, 1]);
  pass(1);
  expect([cache.isFresh('a'), cache.look('a')]).toEqual([false, 1]);
});

test('it is forgotten five minutes after it was last looked at', async () => {
  const { cache, pass } = open();
  await cache.read('a', async () => 1);
  pass(299_999);
  expect(cache.look('a')).toBe(1);
  pass(299_999);
  expect(cache.look('a')).toBe(1);
  pass(300_000);
  expect(cache.look('a')).toBeNull();
});

test('a question under way is shared, and asked anew after its answer', async () => {
  const { cache } = open();
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return asked;
  };
  expect(await Promise.all([cache.read('a', ask), cache.read('a', ask)])).toEqual([1, 1]);
  expect(await cache.read('a', ask)).toBe(2);
});

test('no answer leaves what is kept', async () => {
  const { cache } = open();
  cache.put('a', 1);
  expect(await cache.read('a', async () => null)).toBeNull();
  expect(cache.look('a')).toBe(1);
});

test('after a change everything is read again, and what was asked before it is not fresh', async () => {
  const { cache } = open();
  cache.put('a', 1);
  let answer: (value: number) => void = () => undefined;
  const late = cache.read('b', () => new Promise<number>((resolve) => (answer = resolve)));
  cache.changed();
  answer(2);
  await late;
  expect([cache.isFresh('a'), cache.isFresh('b')]).toEqual([false, false]);
  expect([cache.look('a'), cache.look('b')]).toEqual([1, 2]);
});
