import { expect, test } from 'vitest';
import { dayRange } from './records.ts';

test.each([undefined, '2026-11-01', '2028-02-29', '2026-11-01..2026-11-30', '2026-11-01..', '..2026-11-30', '..'])('takes %s', (days) => {
  expect(dayRange.parse(days)).toBe(days);
});

test.each(['', '2026-11', '2026-99-99', '2026-02-29', '0000-01-01', '2026-11-31..', '2026-11-01..2026-13-01', '1..2..3', '2026-11-01..x'])(
  'refuses %s',
  (days) => {
    expect(dayRange.safeParse(days).error?.issues).toMatchObject([{ message: 'must be a day or a range such as 2026-11-01..2026-11-30' }]);
  },
);
