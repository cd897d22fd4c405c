import { expect, test, vi } from 'vitest';
import { createRetriedRefresh } from './retried-refresh.ts';

const unavailable = new Error('unavailable');

/** A refresh that is answered by hand. */
function open() {
  const runs: PromiseWithResolvers<void>[] = [];
  const refresh = vi.fn(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const onFailure = vi.fn();
  const request = createRetriedRefresh(refresh, { shouldRetry: (error) => error === unavailable, onFailure });
  return { runs, refresh, onFailure, request };
}

test('makes one more run follow, however many calls came during one', async () => {
  const { runs, refresh, request } = open();
  for (let call = 0; call < 5; call += 1) request();
  expect(refresh).toHaveBeenCalledTimes(1);

  runs[0]?.resolve();
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2));
  runs[1]?.resolve();
  await new Promise(setImmediate);

  expect(refresh).toHaveBeenCalledTimes(2);
  request();
  expect(refresh).toHaveBeenCalledTimes(3);
});

test('repeats a failure that may pass, in one run, and reports no other', async () => {
  const { runs, refresh, onFailure, request } = open();
  request();
  runs[0]?.reject(unavailable);
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledTimes(2));
  expect(onFailure).not.toHaveBeenCalled();

  runs[1]?.reject(new Error('wrong'));
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('pauses before it repeats, as often as it takes, and refreshes once for the calls in between', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const pauses: PromiseWithResolvers<void>[] = [];
  const wait = (list: PromiseWithResolvers<void>[]) => () => {
    const waiting = Promise.withResolvers<void>();
    list.push(waiting);
    return waiting.promise;
  };
  const request = createRetriedRefresh(wait(runs), { shouldRetry: () => true, pause: wait(pauses), onFailure: () => {} });
  request();

  for (let attempt = 0; attempt < 5; attempt += 1) {
    runs[attempt]?.reject(unavailable);
    await new Promise(setImmediate);
    expect([runs.length, pauses.length]).toEqual([attempt + 1, attempt + 1]);
    request();
    pauses[attempt]?.resolve();
    await new Promise(setImmediate);
    expect(runs).toHaveLength(attempt + 2);
  }
  runs[5]?.resolve();
  await new Promise(setImmediate);

  expect(runs).toHaveLength(6);
});
