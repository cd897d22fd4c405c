import { describe, expect, test } from 'vitest';
import { EMPTY_SEARCH } from '#domains/discovery/search/model/state.ts';
import { listHeadings } from './list-headings.ts';

describe('listWords', () => {
  test.each([
    { name: 'all wine', kind: 'wine', state: {}, title: 'Wine', crumbs: ['Home', 'Wine'], shelf: true },
    {
      name: 'a category',
      kind: 'wine',
      state: { refinementList: { categories: ['Mixed'] }, page: 2 },
      title: 'Mixed cases',
      crumbs: ['Home', 'Wine', 'Mixed cases'],
      shelf: true,
    },
    {
      name: 'two categories have no heading',
      kind: 'wine',
      state: { refinementList: { categories: ['Red', 'White'] } },
      title: 'Wine',
      crumbs: ['Home', 'Wine'],
      shelf: false,
    },
    {
      name: 'a category and a region',
      kind: 'wine',
      state: { refinementList: { categories: ['Red'], regions: ['Mosel'] } },
      title: 'Red wine',
      crumbs: ['Home', 'Wine', 'Red'],
      shelf: false,
    },
    { name: 'a search', kind: 'spirits', state: { query: 'peat' }, title: '“peat”', crumbs: ['Home', 'Spirits', 'Search'], shelf: false },
    {
      name: 'a search in a category',
      kind: 'spirits',
      state: { query: 'peat', refinementList: { categories: ['Whisky'] } },
      title: '“peat”',
      crumbs: ['Home', 'Spirits', 'Whisky', 'Search'],
      shelf: false,
    },
  ] as const)('$name', ({ kind, state, title, crumbs, shelf }) => {
    const headings = listHeadings(kind, { ...EMPTY_SEARCH, ...state });
    expect(headings.title).toBe(title);
    expect(headings.breadcrumbs.map(({ label }) => label)).toEqual(crumbs);
    expect(headings.isCategory).toBe(shelf);
  });
});
