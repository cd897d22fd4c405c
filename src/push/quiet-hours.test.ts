import { describe, expect, test } from 'vitest';
import { isQuiet, parseQuietHours } from './quiet-hours.ts';

const TABLE = parseQuietHours('AU=21-8, SG=22-9') ?? {};

describe('by the clock of the market', () => {
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

test('a day can be quiet throughout, or never', () => {
  expect(isQuiet(parseQuietHours('AU=0-24') ?? {}, 'AU', new Date())).toBe(true);
  expect(isQuiet(parseQuietHours('none') ?? {}, 'AU', new Date())).toBe(false);
});

test.each(['21-8', 'AU=25-8', 'NZ=1-2', 'AU=1'])('%s is no table', (text) => expect(parseQuietHours(text)).toBeNull());
