import { describe, expect, test } from 'vitest';
import { interruptedNavigation, recoverFromChunkFailure, savePendingNavigation } from './failed-navigation.ts';
import { isPageDataError } from './page-data-error.ts';
import { isSkippedTransition } from './skipped-transition.ts';

/** In-memory session storage. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('loads the page of a failed chunk once, and again only later or on another path [CONT-40]', () => {
  const missing: string[] = [];
  let now = 1_000;
  const ports = { storage: createStorage(), now: () => now, go: (path: string) => void missing.push(path) };

  expect(recoverFromChunkFailure('/wines', ports)).toBe(true);
  now += 9_999;
  expect(recoverFromChunkFailure('/wines', ports)).toBe(false);
  expect(recoverFromChunkFailure('/cart', ports)).toBe(true);
  now += 10_001;
  expect(recoverFromChunkFailure('/cart', ports)).toBe(true);

  expect(missing).toEqual(['/wines', '/cart', '/cart']);
});

describe('navigation that a reload interrupted [CONT-40]', () => {
  const storage = createStorage();

  test('resumes on the page where it began, and only after a reload', () => {
    savePendingNavigation({ from: '/contact', to: '/gift-cards?a=1', at: 1_000 }, storage);

    expect(interruptedNavigation('/contact', true, 2_000, storage)).toBe('/gift-cards?a=1');
    expect(interruptedNavigation('/contact', false, 2_000, storage)).toBeNull();
    expect(interruptedNavigation('/contact', true, 31_000, storage)).toBeNull();
    expect(interruptedNavigation('/wines', true, 2_000, storage)).toBeNull();
  });

  test('is forgotten once it has completed', () => {
    savePendingNavigation({ from: '/contact', to: '/gift-cards', at: 1_000 }, storage);
    savePendingNavigation(null, storage);

    expect(interruptedNavigation('/contact', true, 2_000, storage)).toBeNull();
  });
});

test.each([
  { error: new TypeError('Failed to fetch'), expected: true },
  { error: new TypeError('Load failed'), expected: true },
  { error: { status: 503, statusText: '', data: 'unavailable' }, expected: true },
  { error: new TypeError("Cannot read properties of undefined (reading 'x')"), expected: false },
  { error: { status: 503, statusText: '', data: null }, expected: false },
  { error: { status: 404, statusText: '', data: '' }, expected: false },
  { error: new Error('Unexpected Server Error'), expected: false },
])('distinguishes missing page data from other errors: $error', ({ error, expected }) => {
  expect(isPageDataError(error)).toBe(expected);
});

test('does not treat a skipped view transition as an error of the page', () => {
  expect(isSkippedTransition(new DOMException('Transition was skipped', 'AbortError'))).toBe(true);
  expect(isSkippedTransition(new DOMException('The user aborted a request.', 'AbortError'))).toBe(false);
  expect(isSkippedTransition(new Error('Transition'))).toBe(false);
});
