import { describe, expect, test } from 'vitest';
import {
  bounded,
  cleared,
  EMPTY_STATE,
  needsPreSearch,
  pathChanged,
  preSearchAnswered,
  preSearchStarted,
  refined,
  sorted,
  toggled,
  turnedTo,
} from './state.ts';

describe('a pre-search', () => {
  const typed = preSearchStarted(EMPTY_STATE, 'shiraz');

  test.each([
    ['a query not yet pre-searched', 'merlot', true],
    ['the query pre-searched last', 'shiraz', false],
    ['nothing', '', false],
    ['spaces', '  ', false],
  ])('is needed for %s: %s', (_, query, needed) => {
    expect(needsPreSearch(typed, query)).toBe(needed);
  });

  test('keeps the query when there are results', () => {
    expect(preSearchAnswered(typed, 'shiraz', 3)).toMatchObject({
      query: 'shiraz',
      originalQuery: 'shiraz',
      hasResult: true,
      searching: false,
    });
  });

  test('clears the query and keeps the original when there are none', () => {
    expect(preSearchAnswered(typed, 'shiraz', 0)).toMatchObject({ query: '', originalQuery: 'shiraz', hasResult: false, searching: false });
  });

  test('that answers late changes nothing', () => {
    const later = preSearchStarted(typed, 'merlot');
    expect(preSearchAnswered(later, 'shiraz', 3)).toBe(later);
  });

  test('is forgotten with the carried filter when the path changes', () => {
    const found = preSearchAnswered({ ...typed, carryOverFilter: 'tags:Organic' }, 'shiraz', 3);
    expect(pathChanged(found)).toMatchObject({ query: 'shiraz', originalQuery: '', hasResult: null, carryOverFilter: null });
  });
});

describe('refining', () => {
  const second = turnedTo(EMPTY_STATE, 2);

  test.each([
    ['a value', refined(second, 'categories', 'Red')],
    ['bounds', bounded(second, 'bottlePrice', { low: 1, high: null })],
    ['a switch', toggled(second, 'isMixed')],
    ['an order', sorted(second, 'price_asc')],
    ['nothing any more', cleared(second)],
  ])('by %s goes back to the first page', (_, state) => {
    expect(state.page).toBe(1);
  });

  test('adds a value and takes it back', () => {
    const both = refined(refined(second, 'categories', 'Red'), 'categories', 'White');
    expect(both.refinementList).toEqual({ categories: ['Red', 'White'] });
    expect(refined(refined(both, 'categories', 'Red'), 'categories', 'White').refinementList).toEqual({});
  });

  test('sets bounds and takes them away', () => {
    const set = bounded(second, 'bottlePrice', { low: 10, high: null });
    expect(set.multiRange).toEqual({ bottlePrice: { low: 10, high: null } });
    expect(bounded(set, 'bottlePrice', { low: null, high: null }).multiRange).toEqual({});
  });

  test('turns a switch on and off', () => {
    expect(toggled(second, 'isMixed').toggle).toEqual(['isMixed']);
    expect(toggled(toggled(second, 'isMixed'), 'isMixed').toggle).toEqual([]);
  });

  test('clears filters, not query and order', () => {
    const state = sorted(toggled(refined({ ...EMPTY_STATE, query: 'gin' }, 'tags', 'New'), 'isMixed'), 'price_asc');
    expect(cleared(state)).toMatchObject({ query: 'gin', sortBy: 'price_asc', refinementList: {}, toggle: [], multiRange: {} });
  });
});
