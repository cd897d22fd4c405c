import { expect, test } from 'vitest';
import { kindOf } from './inspect-import.ts';

test.each([
  { name: 'offers and new prices', headers: ['sku', 'price AU'], rows: [['A-1', '20.00']], kind: 'changes' },
  { name: 'ids of offers and levels', headers: ['offerId', 'stock SG'], rows: [['a-1', '12']], kind: 'changes' },
  { name: 'names of wines', headers: ['SKU', 'Name', 'Price'], rows: [['A-1', 'Old Block Shiraz', '20.00']], kind: 'list' },
  {
    name: 'names that cannot be read',
    headers: ['SKU', 'Name', 'Price'],
    rows: ['', '\u202e', '0', '🍷🍷', '"; drop'].map((name) => ['A-1', name, '20.00']),
    kind: 'list',
  },
  {
    name: 'names below a header that says nothing',
    headers: ['SKU', 'X', 'Price'],
    rows: [['A-1', 'Old Block Shiraz', '20.00']],
    kind: 'changes',
  },
  { name: 'offers alone', headers: ['sku', 'remark'], rows: [['A-1', 'late']], kind: 'list' },
])('a table of $name is a table of $kind', ({ headers, rows, kind }) => {
  expect(kindOf({ format: 'csv', headers, rows })).toBe(kind);
});
