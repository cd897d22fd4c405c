import { describe, expect, test } from 'vitest';
import { fitColumns, withoutEmptyColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-types.ts';

type Row = string | null;

const column = (key: string, width: string, more: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  key,
  label: key,
  width,
  render: () => key,
  ...more,
});
const COLUMNS = [
  column('number', '100px', { isKey: true, phone: '1-start' }),
  column('items', 'minmax(200px, 1fr)', { phone: '3-start' }),
  column('payment', '100px'),
  column('total', '100px', { phone: '1-end' }),
  column('tags', '80px'),
];
const keysAt = (width: number, columns = COLUMNS): string[] => fitColumns(columns, width).map(({ key }) => key);

describe('the columns of a grid', () => {
  test('are all shown where there is room', () => {
    expect(keysAt(580)).toEqual(['number', 'items', 'payment', 'total', 'tags']);
  });

  test('leave from the end, those without a place on phones first', () => {
    expect(keysAt(579)).toEqual(['number', 'items', 'payment', 'total']);
    expect(keysAt(499)).toEqual(['number', 'items', 'total']);
    expect(keysAt(399)).toEqual(['number', 'total']);
  });

  test('keep the one that opens the row, however narrow the grid is', () => {
    expect(keysAt(10)).toEqual(['number']);
  });

  test('leave by their rank where they have one', () => {
    const ranked = COLUMNS.map((one) => (one.key === 'payment' ? { ...one, rank: 1 } : one));

    expect(keysAt(400, ranked)).toEqual(['number', 'payment', 'total']);
  });

  test('without content in any row leave before others are cut off', () => {
    const tagged = COLUMNS.map((one) => (one.key === 'tags' ? { ...one, hasContent: (row: Row) => row !== null } : one));
    const keysOf = (rows: readonly Row[], width: number) => withoutEmptyColumns(tagged, rows, width).map(({ key }) => key);

    expect(keysOf([null, null], 659)).toEqual(['number', 'items', 'payment', 'total']);
    expect(keysOf([null, 'gift'], 659)).toContain('tags');
    expect(keysOf([null, null], 660)).toContain('tags');
    expect(keysOf([], 100)).toContain('tags');
  });
});
