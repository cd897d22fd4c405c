import { describe, expect, test } from 'vitest';
import { bounded, cleared, EMPTY_SEARCH, refined, sorted, toggled, turnedTo } from './state.ts';

describe('refining', () => {
  const second = turnedTo(EMPTY_SEARCH, 2);

  test.each([
    ['a value', refined(second, 'categories', 'Red')],
    ['bounds', bounded(second, 'bottlePrice', { low: 1, high: null })],
    ['a switch', toggled(second, 'isMixed')],
    ['an order', sorted(second, 'price_asc')],
    ['nothing any more', cleared(second)],
  ])('by %s returns to the first page [SRCH-23]', (_, state) => {
    expect(state.page).toBe(1);
  });

  test('adds a value and removes it', () => {
    const both = refined(refined(second, 'categories', 'Red'), 'categories', 'White');
    expect(both.refinementList).toEqual({ categories: ['Red', 'White'] });
    expect(refined(refined(both, 'categories', 'Red'), 'categories', 'White').refinementList).toEqual({});
  });

  test('sets a range and removes it', () => {
    const set = bounded(second, 'bottlePrice', { low: 10, high: null });
    expect(set.multiRange).toEqual({ bottlePrice: { low: 10, high: null } });
    expect(bounded(set, 'bottlePrice', { low: null, high: null }).multiRange).toEqual({});
  });

  test('turns a toggle on and off', () => {
    expect(toggled(second, 'isMixed').toggle).toEqual(['isMixed']);
    expect(toggled(toggled(second, 'isMixed'), 'isMixed').toggle).toEqual([]);
  });

  test('clears filters, but keeps query and order', () => {
    const state = sorted(toggled(refined({ ...EMPTY_SEARCH, query: 'gin' }, 'tags', 'New'), 'isMixed'), 'price_asc');
    expect(cleared(state)).toMatchObject({ query: 'gin', sortBy: 'price_asc', refinementList: {}, toggle: [], multiRange: {} });
  });
});
