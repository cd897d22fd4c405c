import { expect, test } from 'vitest';
import { countsOf, reportAfter, testsToRetry, type TestReport } from './test-report.ts';

const report = (files: Readonly<Record<string, readonly [passed: number, failed: number]>>, uncaught = 0): TestReport => ({
  files: Object.entries(files).map(([path, [passed, failed]]) => ({ path, passed, failed })),
  uncaught,
});

test('an error that no test caught counts as one failed', () => {
  expect(countsOf(report({ 'a.test.ts': [2, 0], 'b.test.ts': [3, 1] }, 1))).toEqual({ passed: 5, failed: 2 });
});

test.each<[string, TestReport, readonly string[]]>([
  ['nothing failed', report({ 'a.story.ts': [1, 0] }), []],
  ['a story failed', report({ 'a.story.ts': [1, 1], 'b.test.ts': [1, 0] }), ['a.story.ts']],
  ['a rule failed', report({ 'a.story.ts': [1, 0], 'b.test.ts': [0, 1] }), []],
  ['a story and a rule failed', report({ 'a.story.ts': [0, 1], 'b.test.ts': [0, 1] }), []],
  ['a story failed and something was not caught', report({ 'a.story.ts': [0, 1] }, 1), []],
  ['four stories failed', report({ 'a.story.ts': [0, 1], 'b.story.ts': [0, 1], 'c.story.ts': [0, 1], 'd.story.ts': [0, 1] }), []],
])('what is told again where %s', (_, whole, again) => {
  expect(testsToRetry(whole)).toEqual(again);
});

test.each<[string, TestReport, ReturnType<typeof countsOf>]>([
  ['passes the second time', report({ 'a.story.ts': [2, 0] }), { passed: 3, failed: 0 }],
  ['fails twice', report({ 'a.story.ts': [1, 1] }), { passed: 2, failed: 1 }],
  ['leaves an error that no test caught', report({ 'a.story.ts': [2, 0] }, 1), { passed: 3, failed: 1 }],
])('a story that %s', (_, again, counts) => {
  expect(countsOf(reportAfter(report({ 'a.story.ts': [1, 1], 'b.test.ts': [1, 0] }), again))).toEqual(counts);
});
