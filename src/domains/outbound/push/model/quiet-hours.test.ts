import { describe, expect, test } from 'vitest';
import { isQuiet, parseQuietHours } from './quiet-hours.ts';

const TABLE = parseQuietHours('AU=21-8, SG=22-9') ?? {};

describe('quiet hours of the market', () => {
  test.each([
    ['Sydney, nine in the evening (summer time)', 'AU', '2026-01-10T10:00:00Z', true],
    ['Sydney, a minute before', 'AU', '2026-01-10T09:59:00Z', false],
    ['Sydney, a minute before eight in the morning', 'AU', '2026-01-10T20:59:00Z', true],
    ['Sydney, eight in the morning', 'AU', '2026-01-10T21:00:00Z', false],
    ['Sydney, nine in the evening (winter time)', 'AU', '2026-07-10T11:00:00Z', true],
    ['Singapore, ten in the evening', 'SG', '2026-07-10T14:00:00Z', true],
    ['Singapore, noon', 'SG', '2026-07-10T04:00:00Z', false],
  ] as const)('%s', (_, market, now, quiet) => {
    expect(isQuiet(TABLE, market, new Date(now))).toBe(quiet);
  });
});

describe('quiet hours of the state', () => {
  test.each([
    ['Perth, at nine in the evening of Sydney', 'WA', '2026-07-10T11:00:00Z', false],
    ['Perth, nine in the evening', 'WA', '2026-07-10T13:00:00Z', true],
    ['Perth, a quarter past eight in Sydney in the morning', 'WA', '2026-07-10T22:15:00Z', true],
    ['Brisbane, which has no summer time, an hour after Sydney', 'QLD', '2026-01-10T10:30:00Z', false],
    ['Adelaide, half an hour after', 'SA', '2026-07-10T11:15:00Z', false],
    ['Darwin, half past nine', 'NT', '2026-07-10T12:00:00Z', true],
    ['Melbourne, as Sydney', 'VIC', '2026-07-10T11:00:00Z', true],
    ['a state that there is not, as Sydney', 'XX', '2026-07-10T11:00:00Z', true],
  ] as const)('%s', (_, region, now, quiet) => {
    expect(isQuiet(TABLE, 'AU', new Date(now), region)).toBe(quiet);
  });
});

test('accepts a day that is always or never quiet', () => {
  expect(isQuiet(parseQuietHours('AU=0-24') ?? {}, 'AU', new Date())).toBe(true);
  expect(isQuiet(parseQuietHours('none') ?? {}, 'AU', new Date())).toBe(false);
});

test.each(['21-8', 'AU=25-8', 'NZ=1-2', 'AU=1'])('rejects the table %s', (text) => expect(parseQuietHours(text)).toBeNull());
