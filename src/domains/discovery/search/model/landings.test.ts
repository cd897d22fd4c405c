import { describe, expect, test } from 'vitest';
import { landingUrl, landingValue, landingValues } from './landings.ts';

const values = [
  { value: 'Barossa Valley', count: 31 },
  { value: 'Côte-d’Or', count: 5 },
  { value: 'Cote d Or', count: 4 },
  { value: '', count: 3 },
  { value: 'Mosel', count: 1 },
];

describe('landing pages', () => {
  test('exist for values with more than one offer, one per slug [SRCH-52]', () => {
    expect(landingValues(values)).toEqual(['Barossa Valley', 'Côte-d’Or']);
  });

  test.each([
    { named: 'barossa-valley', value: 'Barossa Valley' },
    { named: 'cote-d-or', value: 'Côte-d’Or' },
    { named: 'mosel', value: null },
    { named: 'nowhere', value: null },
  ])('$named is $value', ({ named, value }) => {
    expect(landingValue(values, named)).toBe(value);
  });

  test('have a URL of their kind', () => {
    expect([landingUrl('countries', 'New Zealand'), landingUrl('varietals', 'Grüner Veltliner')]).toEqual([
      '/country/new-zealand',
      '/varietal/gruner-veltliner',
    ]);
  });
});
