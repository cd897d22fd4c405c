import { expect, test, vi } from 'vitest';
import { isPageOutdated, noteRevision, pageRevision, setPageRevision } from './page-revision.ts';

test('reports a page as outdated once for each revision that a response names', () => {
  const outdated = vi.fn();
  setPageRevision('r1', outdated);
  noteRevision(null);

  expect([pageRevision(), isPageOutdated()]).toEqual(['r1', false]);

  noteRevision('r2');
  noteRevision('r2');

  expect([isPageOutdated(), outdated.mock.calls.length]).toEqual([true, 1]);

  setPageRevision('r2', outdated);

  expect(isPageOutdated()).toBe(false);
});
