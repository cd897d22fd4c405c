import { expect, test } from 'vitest';
import { formatRows, holds, median, straightLine } from './report.ts';

test('formats a row with figure, budget, ratio, load and result', () => {
  const [, , late, fast, free] = formatRows([
    { what: 'start', figure: 1.8, unit: 's', budget: 'secondStartSeconds', load: 2 },
    { what: 'pages', figure: 12_000, unit: 'req/s', budget: 'cachedPagesPerSecond', load: 0.44 },
    { what: 'heap', figure: 96.04, unit: 'MB', load: 0 },
  ]).split('\n');

  const cellsOf = (line: string | undefined) =>
    line
      ?.split('|')
      .map((cell) => cell.trim())
      .slice(1, -1);
  expect(cellsOf(late)).toEqual(['start', '1.80 s', '≤ 1.5', '1.20', '2.0', 'misses']);
  expect(cellsOf(fast)).toEqual(['pages', '12,000 req/s', '≥ 10,000', '1.20', '0.4', 'holds']);
  expect(cellsOf(free)).toEqual(['heap', '96.0 MB', '', '', '0.0', '']);
});

test('says none for what did not happen', () => {
  expect(formatRows([{ what: 'tap', figure: Number.POSITIVE_INFINITY, unit: 'ms', budget: 'reactionMs', load: 0 }])).toMatch(
    /none.*misses/,
  );
});

test('a figure that could not be measured holds no budget', () => {
  expect([holds(Number.NaN, { atMost: 1 }), holds(Number.NaN, { atLeast: 1 })]).toEqual([false, false]);
});

test('the median of an even number of samples is the mean of the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]);
  expect(median([])).toBeNaN();
});

test('the straight line through points has their slope and start', () => {
  const line = straightLine([0, 1, 2, 3].map((x) => ({ x, y: 300 + 4 * x })));
  expect(line.slope).toBeCloseTo(4);
  expect(line.start).toBeCloseTo(300);
  expect(
    straightLine([
      { x: 0, y: 310 },
      { x: 1, y: 290 },
      { x: 2, y: 310 },
      { x: 3, y: 290 },
    ]).slope,
  ).toBeCloseTo(-4);
});
