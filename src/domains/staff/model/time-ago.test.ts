import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const NOW = Date.parse('2026-11-23T09:00:00Z');

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_399_999, '23 hours ago'],
  [86_400_000, 'on 22 November 2026'],
  [-5_000, 'just now'],
])('says how long ago a change of %i ms before was', (ms, text) => {
  expect(timeAgo(new Date(NOW - ms), NOW)).toBe(text);
});
