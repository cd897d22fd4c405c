import { expect, test } from 'vitest';
import { recoverFromChunkFailure } from './chunk-failure.ts';

test('a failed chunk loads the page once, and once more only later or elsewhere', () => {
  const kept = new Map<string, string>();
  const gone: string[] = [];
  let now = 1_000;
  const ports = {
    storage: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
    now: () => now,
    go: (path: string) => void gone.push(path),
  };
  expect(recoverFromChunkFailure('/wines', ports)).toBe(true);
  now += 9_999;
  expect(recoverFromChunkFailure('/wines', ports)).toBe(false);
  expect(recoverFromChunkFailure('/cart', ports)).toBe(true);
  now += 10_001;
  expect(recoverFromChunkFailure('/cart', ports)).toBe(true);
  expect(gone).toEqual(['/wines', '/cart', '/cart']);
});
