import { expect, test } from 'vitest';
import { exportDetails } from './export-details.ts';

test('says which filters were set and that there was a search, not what for', () => {
  const details = exportDetails({ q: 'ada@example.com', cursor: 'abc', 'filter[status]': 'Shipped', 'filter[tag]': 'ada' });

  expect(details).toEqual({ 'filter[status]': 'Shipped', isSearch: true });
});

test('mentions no search where there was none', () => {
  expect([exportDetails({ q: '', sort: '-at' }), exportDetails({ sort: '-at' })]).toEqual([{ sort: '-at' }, { sort: '-at' }]);
});
