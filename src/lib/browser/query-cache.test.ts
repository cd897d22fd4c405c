import { expect, test } from 'vitest';
import { QUERY_CACHE, queryCache } from './query-cache.ts';

/** Creates a cache with a fake clock. */
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

test('has the times of the requirement [API-28]', () => {
  expect(QUERY_CACHE).toEqual({ freshMs: 1_000, garbageMs: 300_000 });
});

test('treats an entry as fresh for one second [API-28]', async () => {
  const { cache, pass } = open();
  await cache.read('a', async () => 1);
  pass(999);
  expect([cache.isFresh('a'), cache.peek('a')]).toEqual([true, 1]);
  pass(1);
  expect([cache.isFresh('a'), cache.peek('a')]).toEqual([false, 1]);
});

test('removes an entry five minutes after its last use [API-28]', async () => {
  const { cache, pass } = open();
  await cache.read('a', async () => 1);
  pass(299_999);
  expect(cache.peek('a')).toBe(1);
  pass(299_999);
  expect(cache.peek('a')).toBe(1);
  pass(300_000);
  expect(cache.peek('a')).toBeNull();
});

test('shares a running request, and sends a new one after its response', async () => {
  const { cache } = open();
  let requestCount = 0;
  const ask = async () => {
    requestCount += 1;
    return requestCount;
  };
  expect(await Promise.all([cache.read('a', ask), cache.read('a', ask)])).toEqual([1, 1]);
  expect(await cache.read('a', ask)).toBe(2);
});

test('keeps the entry if a request fails', async () => {
  const { cache } = open();
  cache.put('a', 1);
  expect(await cache.read('a', async () => null)).toBeNull();
  expect(cache.peek('a')).toBe(1);
});

test('reloads every entry after a mutation, and does not treat a read that began before it as fresh', async () => {
  const { cache } = open();
  cache.put('a', 1);
  let respond: (value: number) => void = () => undefined;
  const late = cache.read('b', () => new Promise<number>((resolve) => (respond = resolve)));
  cache.changed();
  respond(2);
  await late;
  expect([cache.isFresh('a'), cache.isFresh('b')]).toEqual([false, false]);
  expect([cache.peek('a'), cache.peek('b')]).toEqual([1, 2]);
});
