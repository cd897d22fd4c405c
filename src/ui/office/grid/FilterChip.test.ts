import { expect, test } from 'vitest';
import { describeFilter } from './FilterChip.tsx';
import type { GridFilter } from './grid-types.ts';

const status: GridFilter = {
  key: 'status',
  label: 'Status',
  kind: 'options',
  options: [
    { value: 'a', label: 'Sent' },
    { value: 'b', label: 'Packed' },
  ],
};

test('a filter says what it is set to, also a value that it does not know', () => {
  expect(describeFilter(status, '')).toBe('Status');
  expect(describeFilter(status, 'a,b')).toBe('Status: Sent, Packed');
  expect(describeFilter(status, 'a,gone')).toBe('Status: Sent, gone');
});

test('a range may be open at one end', () => {
  const total: GridFilter = { key: 'total', label: 'Total', kind: 'money' };
  const placed: GridFilter = { key: 'placed', label: 'Placed', kind: 'date' };
  expect(describeFilter(total, '100..250')).toBe('Total $100 to $250');
  expect(describeFilter(total, '100..')).toBe('Total from $100');
  expect(describeFilter(placed, '..2026-11-30')).toBe('Placed up to 30 November 2026');
  expect(describeFilter(placed, '2026-11-30..2026-11-30')).toBe('Placed: 30 November 2026');
  expect(describeFilter(placed, '2026-11-01..2026-11-30')).toBe('Placed 1 November 2026 to 30 November 2026');
});

test('a day that a link made up is shown as it is', () => {
  expect(describeFilter({ key: 'placed', label: 'Placed', kind: 'date' }, 'soon..2026-13-45')).toBe('Placed soon to 2026-13-45');
});
