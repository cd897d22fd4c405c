import { describe, expect, test } from 'vitest';
import { formatDate, formatOrigin, formatTime } from './page-dates.ts';

const zone = 'Australia/Melbourne';

describe('dates of pages', () => {
  test.each([
    {
      name: 'an evening in summer time',
      facts: { startsAt: '2026-12-04T07:00:00Z', endsAt: '2026-12-04T09:30:00Z', timeZone: zone },
      expected: 'Friday 4 December 2026, 6 pm to 8:30 pm',
    },
    {
      name: 'past midnight',
      facts: { startsAt: '2026-12-31T11:00:00Z', endsAt: '2026-12-31T14:00:00Z', timeZone: zone },
      expected: 'Thursday 31 December 2026, 10 pm to Friday 1 January 2027, 1 am',
    },
    {
      name: 'the same instant in Singapore',
      facts: { startsAt: '2026-12-04T07:00:00Z', endsAt: '2026-12-04T09:30:00Z', timeZone: 'Asia/Singapore' },
      expected: 'Friday 4 December 2026, 3 pm to 5:30 pm',
    },
  ])('$name', ({ facts, expected }) => {
    expect(formatTime(facts, 'en-AU').replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

test('formats a date in the time zone of the shop, not of the reader', () => {
  expect(formatDate('2026-11-13T20:00:00Z', 'en-AU')).toBe('14 November 2026');
});

test('leaves out commas if street or postcode is missing', () => {
  const event = { startsAt: '', endsAt: '', timeZone: zone, price: 0, seats: 0, venue: 'The cellar', street: '', state: '', postcode: '' };
  expect(formatOrigin({ ...event, suburb: 'Collingwood' })).toBe('The cellar, Collingwood');
});
