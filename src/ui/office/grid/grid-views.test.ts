import { expect, test } from 'vitest';
import type { GridLimits } from './grid-state.ts';
import type { GridView } from './grid-types.ts';
import { withAllView } from './grid-views.ts';

const limits: GridLimits = { filters: ['status'], sorts: [], defaultSort: { key: 'placed', isDescending: true }, columns: ['name'] };
const viewOf = (id: string, filters: Readonly<Record<string, string>>): GridView => ({
  id,
  name: id,
  state: { q: '', filters, sort: limits.defaultSort, columns: null, view: null },
  isBuiltIn: true,
  isOwn: false,
});

test('a list whose views are all filtered has one of every row first', () => {
  const failed = viewOf('failed', { status: 'failed' });

  const views = withAllView([failed], limits);

  expect(views.map(({ name }) => name)).toEqual(['All', 'failed']);
  expect(views[0]?.state).toEqual({ q: '', filters: {}, sort: limits.defaultSort, columns: null, view: null });
});

test('a list that has a view of every row gets no second one', () => {
  const views = [viewOf('everyone', {}), viewOf('failed', { status: 'failed' })];

  expect(withAllView(views, limits)).toBe(views);
});
