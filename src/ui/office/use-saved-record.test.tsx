// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSavedRecord } from './use-saved-record.ts';

const riesling = { id: 'riesling', name: 'As loaded', changedAt: '2026-03-01T10:00:00.000Z' };
const saved = { ...riesling, name: 'As saved', changedAt: '2026-03-01T10:00:05.000Z' };

function open() {
  const screen = renderHook(({ loaded }) => useSavedRecord(loaded, ({ changedAt }) => changedAt), { initialProps: { loaded: riesling } });
  act(() => screen.result.current[1](saved));
  return screen;
}

test('shows what was saved', () => {
  expect(open().result.current[0]).toBe(saved);
});

test('keeps what was saved when an older load of the screen arrives after it', () => {
  const screen = open();
  screen.rerender({ loaded: { ...riesling } });
  expect(screen.result.current[0]).toBe(saved);
});

test.each([
  ['a newer load of the same record', { ...saved, name: 'As a colleague saved it', changedAt: '2026-03-01T10:00:09.000Z' }],
  ['a load with the save in it', { ...saved, name: 'With more stock' }],
  ['another record', { ...riesling, id: 'shiraz' }],
])('shows %s', (_what, loaded) => {
  const screen = open();
  screen.rerender({ loaded });
  expect(screen.result.current[0]).toBe(loaded);
});
