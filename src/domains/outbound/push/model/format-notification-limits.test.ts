import { expect, test } from 'vitest';
import { formatNotificationLimits } from './format-notification-limits.ts';

test.each([
  [{ quiet: { from: 21, to: 8 }, hoursBetween: 20 }, 'At most one a day, none between 9 pm and 8 am.'],
  [{ quiet: { from: 22, to: 24 }, hoursBetween: 2 }, 'At most one every 2 hours, none between 10 pm and midnight.'],
  [{ quiet: { from: 0, to: 12 }, hoursBetween: 0 }, 'None between midnight and midday.'],
  [{ quiet: null, hoursBetween: 72 }, 'At most one every 72 hours.'],
  [{ quiet: null, hoursBetween: 0 }, ''],
])('describes %j as %s', (limits, expected) => {
  expect(formatNotificationLimits(limits)).toBe(expected);
});
