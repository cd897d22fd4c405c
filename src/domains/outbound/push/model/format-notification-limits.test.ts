import { expect, test } from 'vitest';
import { formatNotificationLimits } from './format-notification-limits.ts';

test.each([
  [{ quiet: { from: 21, to: 8 }, hoursBetween: 20 }, 'One a day at most, none from 9 pm to 8 am.'],
  [{ quiet: { from: 22, to: 24 }, hoursBetween: 2 }, 'One in 2 hours at most, none from 10 pm to midnight.'],
  [{ quiet: { from: 0, to: 12 }, hoursBetween: 0 }, 'None from midnight to midday.'],
  [{ quiet: null, hoursBetween: 72 }, 'One in 72 hours at most.'],
  [{ quiet: null, hoursBetween: 0 }, ''],
])('%j is said as %s', (limits, words) => {
  expect(formatNotificationLimits(limits)).toBe(words);
});
