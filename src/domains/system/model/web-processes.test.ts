import { expect, test } from 'vitest';
import { countWebProcesses, watchWebProcesses } from './web-processes.ts';

test('counts the processes that serve pages', () => {
  expect(countWebProcesses([{ role: 'all' }, { role: 'web' }, { role: 'worker' }])).toBe(2);
});

test('warns once when the number of web processes has differed for five minutes', () => {
  let now = 0;
  const warnings: string[] = [];
  const check = watchWebProcesses(
    1,
    (message) => warnings.push(message),
    () => now,
  );
  const at = (seconds: number, count: number): number => {
    now = seconds * 1_000;
    check(count);
    return warnings.length;
  };

  // A restart, and then a second process that stays.
  expect([at(0, 2), at(299, 2), at(300, 1)]).toEqual([0, 0, 0]);
  expect([at(310, 2), at(609, 2), at(610, 2), at(900, 2)]).toEqual([0, 0, 1, 1]);
  expect(warnings[0]).toMatch(/^WEB_PROCESSES is 1, and 2 web processes run\./);
  expect([at(910, 1), at(920, 2), at(1_220, 2)]).toEqual([1, 1, 2]);
});
