import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPoller } from './poller.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs each job at its own interval', async () => {
  const [fast, slow] = [vi.fn(async () => {}), vi.fn(async () => {})];
  const stop = startPoller(
    [
      { name: 'fast', everySeconds: 2, run: fast },
      { name: 'slow', everySeconds: 5, run: slow },
    ],
    () => {},
  );

  await vi.advanceTimersByTimeAsync(10_000);
  await stop();
  await vi.advanceTimersByTimeAsync(10_000);

  expect([fast.mock.calls.length, slow.mock.calls.length]).toEqual([5, 2]);
});

test('never runs a job twice at the same time, and waits for it on stop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = vi.fn(() => promise);
  const stop = startPoller([{ name: 'long', everySeconds: 1, run }], () => {});
  await vi.advanceTimersByTimeAsync(5_000);
  let isStopped = false;

  const stopped = stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);

  expect([run.mock.calls.length, isStopped]).toEqual([1, false]);
  resolve();
  await stopped;
  expect(isStopped).toBe(true);
});

test('reports a failing job and runs it again', async () => {
  const errors: unknown[] = [];
  const stop = startPoller([{ name: 'failing', everySeconds: 1, run: () => Promise.reject(new Error('no')) }], (...error) =>
    errors.push(error),
  );

  await vi.advanceTimersByTimeAsync(2_000);
  await stop();

  expect(errors).toEqual([
    ['failing', new Error('no')],
    ['failing', new Error('no')],
  ]);
});
