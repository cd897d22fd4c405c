import { expect, test } from 'vitest';
import { listAddress, recallList, rememberList } from './list-memory.ts';

test('the way back to a list keeps its filters and its place', () => {
  expect(listAddress('/wines')).toBe('/wines');
  rememberList('/wines', { query: 'q=shiraz', top: 900, active: 20, rows: 120 });
  expect(listAddress('/wines')).toBe('/wines?q=shiraz');
  expect(recallList('/wines', 'q=shiraz')).toMatchObject({ top: 900, active: 20, rows: 120 });
  expect(recallList('/wines', 'q=gin')).toBeNull();
  expect(recallList('/orders', '')).toBeNull();
});
