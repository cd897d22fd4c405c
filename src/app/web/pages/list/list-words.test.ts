import { describe, expect, test } from 'vitest';
import { countWords, listWords } from './list-words.ts';

describe('listWords', () => {
  test.each([
    { name: 'all wine', list: { kind: 'wine', query: '' }, title: 'Wine', crumbs: ['Home', 'Wine'] },
    {
      name: 'a category',
      list: { kind: 'wine', query: '', category: 'Mixed' },
      title: 'Mixed cases',
      crumbs: ['Home', 'Wine', 'Mixed cases'],
    },
    { name: 'a search', list: { kind: 'spirits', query: 'peat' }, title: '“peat”', crumbs: ['Home', 'Spirits', 'Search'] },
    {
      name: 'a search in a category',
      list: { kind: 'spirits', query: 'peat', category: 'Whisky' },
      title: '“peat”',
      crumbs: ['Home', 'Spirits', 'Whisky', 'Search'],
    },
  ] as const)('$name', ({ list, title, crumbs }) => {
    const words = listWords(list);
    expect(words.title).toBe(title);
    expect(words.trail.map(({ label }) => label)).toEqual(crumbs);
  });
});

test.each([
  { total: 0, of: 'wine', expected: 'No wines' },
  { total: 1, of: 'spirits', expected: '1 bottle' },
  { total: 12_345, of: 'wine', expected: '12,345 wines' },
  { total: 2, of: { one: 'mixed case', many: 'mixed cases' }, expected: '2 mixed cases' },
] as const)('$total are "$expected"', ({ total, of, expected }) => {
  expect(countWords(total, of)).toBe(expected);
});
