import { expect, test } from 'vitest';
import { endOfNextMonth, formatDate, todayIn } from './market-day.ts';

test.each([
  {
    name: 'late in UTC it is tomorrow in Sydney',
    market: 'AU',
    instant: '2026-11-21T14:30:00Z',
    today: '2026-11-22',
    words: '22 November 2026',
  },
  { name: 'Singapore is behind Sydney', market: 'SG', instant: '2026-11-21T14:30:00Z', today: '2026-11-21', words: '21 November 2026' },
  { name: 'Singapore is ahead of UTC', market: 'SG', instant: '2026-12-31T16:00:00Z', today: '2027-01-01', words: '1 January 2027' },
] as const)('$name', ({ market, instant, today, words }) => {
  expect(todayIn(market, new Date(instant))).toBe(today);
  expect(formatDate(market, new Date(instant))).toBe(words);
});

test.each([
  { day: '2026-11-21', end: '2026-12-31' },
  { day: '2026-12-01', end: '2027-01-31' },
  { day: '2027-01-31', end: '2027-02-28' },
  { day: '2028-01-15', end: '2028-02-29' },
])('the month after $day ends on $end', ({ day, end }) => {
  expect(endOfNextMonth(day)).toBe(end);
});
