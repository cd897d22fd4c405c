import { expect, test } from 'vitest';
import { retry } from './retry.ts';

const failing = (times: number) => async (attempt: number) => {
  if (attempt <= times) throw new Error(`attempt ${attempt}`);
  return attempt;
};
const always = { shouldRetry: () => true };

test('repeats work until it succeeds', async () => {
  expect(await retry(failing(3), always)).toBe(4);
});

test('throws the last error after the last attempt', async () => {
  await expect(retry(failing(3), { ...always, maxAttempts: 3 })).rejects.toThrow('attempt 3');
});

test('throws an error that is not worth another attempt', async () => {
  await expect(retry(failing(3), { shouldRetry: (error) => String(error) !== 'Error: attempt 2' })).rejects.toThrow('attempt 2');
});

test('pauses between attempts only', async () => {
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  await retry(failing(2), { ...always, pause });
  expect(pauses).toBe(2);
});
