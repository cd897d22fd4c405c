import { expect, test } from 'vitest';
import { endOfNextMonth, formatDate, instantIn, todayIn } from './market-day.ts';

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

test.each([
  { market: 'AU', local: '2026-12-01T00:00', instant: '2026-11-30T13:00:00.000Z' },
  { market: 'AU', local: '2026-06-01T00:00', instant: '2026-05-31T14:00:00.000Z' },
  // Clocks go from 2:00 to 3:00 on 4 October 2026.
  { market: 'AU', local: '2026-10-04T03:00', instant: '2026-10-03T16:00:00.000Z' },
  { market: 'SG', local: '2026-12-01T00:00', instant: '2026-11-30T16:00:00.000Z' },
] as const)('returns the instant of $local in $market', ({ market, local, instant }) => {
  expect(instantIn(market, local)?.toISOString()).toBe(instant);
});

test.each(['2026-12-01', '2026-13-01T00:00', 'tomorrow'])('returns null for %s, which is no local time', (text) => {
  expect(instantIn('AU', text)).toBeNull();
});

test('makes a formatter once, because each has native memory that is freed late', () => {
  const Original = Intl.DateTimeFormat;
  let made = 0;
  class Counted extends Original {
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      super(locale, options);
      made += 1;
    }
  }
  Object.assign(Intl, { DateTimeFormat: Counted });
  const format = (): void => {
    todayIn('AU', new Date());
    formatDate('AU', new Date());
    instantIn('AU', '2026-12-01T00:00');
  };

  format();
  const first = made;
  for (let call = 0; call < 50; call += 1) format();
  Object.assign(Intl, { DateTimeFormat: Original });

  expect(made).toBe(first);
});
