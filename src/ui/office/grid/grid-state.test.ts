import { describe, expect, test } from 'vitest';
import {
  formatGridState,
  formatRange,
  type GridLimits,
  isSameView,
  parseGridState,
  parseRange,
  toListInput,
  withFilter,
} from './grid-state.ts';

const limits: GridLimits = {
  filters: ['status', 'placed'],
  sorts: ['placed', 'total'],
  defaultSort: { key: 'placed', isDescending: true },
  columns: ['number', 'status', 'total'],
};
const read = (query: string) => parseGridState(new URLSearchParams(query), limits);
const write = (query: string) => formatGridState(read(query), limits).toString();

describe('the URL of a grid', () => {
  test('survives a round trip', () => {
    const query = 'q=ada&filter%5Bstatus%5D=Shipped%2CCompleted&filter%5Bplaced%5D=2026-11-01..&sort=total&columns=number%2Ctotal&view=3';
    expect(write(query)).toBe(query);
  });

  test('leaves out what is as by default', () => {
    expect(write('q=&sort=-placed&filter[status]=')).toBe('');
  });

  test('ignores filters, orders and columns that the list does not have', () => {
    expect(write('filter[price]=3&filter[__proto__]=x&sort=name&columns=margin')).toBe('');
  });

  test('becomes the input of a list call', () => {
    expect(toListInput(read('q=ada&filter[status]=Shipped&columns=number'))).toEqual({
      q: 'ada',
      'filter[status]': 'Shipped',
      sort: '-placed',
    });
  });
});

describe('views of a grid', () => {
  test('are the same whatever the order of their filters', () => {
    expect(isSameView(read('filter[status]=a&filter[placed]=b&view=1'), read('filter[placed]=b&filter[status]=a'))).toBe(true);
    expect(isSameView(read('filter[status]=a'), read('filter[status]=b'))).toBe(false);
    expect(isSameView(read('columns=number'), read(''))).toBe(false);
  });

  test('lose a filter that is set to nothing', () => {
    expect(withFilter(read('filter[status]=a'), 'status', '').filters).toEqual({});
  });
});

test('ranges may be open at either end', () => {
  expect(parseRange('2026-11-01..')).toEqual({ from: '2026-11-01', to: '' });
  expect(parseRange('..10')).toEqual({ from: '', to: '10' });
  expect(parseRange('7')).toEqual({ from: '7', to: '7' });
  expect([formatRange('', ''), formatRange('1', '')]).toEqual(['', '1..']);
});
