import { expect, test, vi } from 'vitest';
import { createStore } from './create-store.ts';

test('notifies subscribers of each change until they unsubscribe', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);

  store.set(2);
  unsubscribe();
  store.set(3);

  expect(listener).toHaveBeenCalledOnce();
  expect(store.current()).toBe(3);
});

test('keeps the initial value for the server', () => {
  const store = createStore<string | null>(null);

  store.set('later');

  expect(store.onServer()).toBeNull();
});
