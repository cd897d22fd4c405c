import { expect, test } from 'vitest';
import { type ClaimProblem, findWrongLine } from './claim.ts';

const lines = [
  { position: 0, name: 'Shiraz', bottles: 12 },
  { position: 2, name: 'Riesling', bottles: 6 },
];
const report = (position: number, bottles: number, problem: ClaimProblem = 'broken') => ({ position, bottles, problem });

test.each([
  ['lines of the order', [report(0, 12), report(2, 1)], null],
  ['more bottles than were bought', [report(0, 13)], report(0, 13)],
  ['a line that is no bottle, or not in the order', [report(1, 1)], report(1, 1)],
  ['a line twice', [report(0, 1), report(0, 2)], report(0, 2)],
])('finds what is wrong in %s', (_name, reported, wrong) => {
  expect(findWrongLine(lines, reported)).toEqual(wrong);
});
