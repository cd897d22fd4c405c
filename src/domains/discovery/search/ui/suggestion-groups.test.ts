import { describe, expect, test } from 'vitest';
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { recentGroups, suggestionGroups } from './suggestion-groups.ts';

const offer = { offerId: 'a', name: 'Old Block', vintage: '2021', brand: 'Wirrabeen', url: '/wines/wirrabeen/a' } as CatalogueHit;

describe('suggestionGroups', () => {
  test('links each suggestion and leaves out empty groups', () => {
    const groups = suggestionGroups(
      { offers: [offer], categories: [{ value: 'Mixed', count: 4 }], varietals: [], regions: [{ value: 'Côte d’Or', count: 2 }] },
      '/wines',
      'Wines',
    );
    expect(groups.map(({ label, options }) => [label, ...options.map(({ label, aside, leads }) => [label, aside, leads])])).toEqual([
      ['Wines', ['Old Block 2021', 'Wirrabeen', { to: '/wines/wirrabeen/a' }]],
      ['Categories', ['Mixed cases', '4', { to: '/wines?category=Mixed' }]],
      ['Regions', ['Côte d’Or', '2', { to: '/wines?regions=C%C3%B4te%20d%E2%80%99Or' }]],
    ]);
  });
});

test('repeat the search on selection', () => {
  expect(recentGroups([])).toEqual([]);
  expect(recentGroups(['peat'])[0]?.options[0]).toMatchObject({ label: 'peat', leads: { query: 'peat' } });
});
