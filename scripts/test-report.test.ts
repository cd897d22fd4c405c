import { describe, expect, test } from 'vitest';
import { parsePlaywrightReport, sumCounts, toPathPattern } from './test-report.ts';

test('adds the counts of all runners', () => {
  expect(
    sumCounts([
      { passed: 2, failed: 0 },
      { passed: 3, failed: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 1 });
});

describe('Playwright report', () => {
  test('counts errors outside of tests and flaky tests as failed', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'no server' }] };

    expect(parsePlaywrightReport(JSON.stringify(report))).toEqual({ passed: 7, failed: 3, failures: ['no server'] });
  });

  test('names the failed tests of files and of groups in them', () => {
    const spec = (title: string, ok: boolean) => ({ title, ok, file: 'e2e/cart.spec.ts' });
    const report = {
      stats: { expected: 1, unexpected: 2, flaky: 0 },
      errors: [],
      suites: [{ specs: [spec('adds', true), spec('removes', false)], suites: [{ specs: [spec('counts', false)] }] }],
    };

    expect(parsePlaywrightReport(JSON.stringify(report)).failures).toEqual(['e2e/cart.spec.ts: removes', 'e2e/cart.spec.ts: counts']);
  });

  test.each(['null', '{}', '{"stats":{},"errors":[]}'])('is rejected if it is %s', (text) => {
    expect(() => parsePlaywrightReport(text)).toThrow('report of Playwright');
  });
});

test('escapes a path so that it matches only itself', () => {
  const pattern = new RegExp(toPathPattern('./tests/e2e/cart.spec.ts'));

  expect('/shop/tests/e2e/cart.spec.ts').toMatch(pattern);
  expect('/shop/tests/e2e/cart-spec.ts').not.toMatch(pattern);
});
