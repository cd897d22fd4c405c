/** Prints measurements with budget, ratio and load of the machine as Markdown. A missed budget is not an error. */
import { appendFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { BUDGETS, type Budget, type BudgetName } from './budgets.ts';

export interface Row {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly budget?: BudgetName;
  /** Load average of the last minute when the row was measured, which includes the benchmark itself. */
  readonly load: number;
}

/** Variable with the file to which a run of several benchmarks adds the cells of its rows with a budget, each row a line of JSON. */
export const RESULTS_VARIABLE = 'BENCH_RESULTS';

/** Creates a row with the current load. */
export const row = (what: string, figure: number, unit: string, budget?: BudgetName): Row => ({
  what,
  figure,
  unit,
  ...(budget && { budget }),
  load: loadavg()[0] ?? 0,
});

/** Formats a figure. `none`: what was measured did not happen. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const size = Math.abs(value);
  return size >= 100 ? Math.round(value).toLocaleString('en-AU') : value.toFixed(size >= 10 ? 1 : size >= 0.1 ? 2 : 3);
}

/** Returns whether a figure is within a budget. NaN is not. */
export const holds = (figure: number, budget: Budget): boolean => ('atMost' in budget ? figure <= budget.atMost : figure >= budget.atLeast);

const limitOf = (budget: Budget): number => ('atMost' in budget ? budget.atMost : budget.atLeast);

function cells({ what, figure, unit, budget: name, load }: Row): readonly string[] {
  const budget = name && BUDGETS[name];
  return [
    what,
    `${digits(figure)} ${unit}`.trim(),
    budget ? `${'atMost' in budget ? '≤' : '≥'} ${limitOf(budget).toLocaleString('en-AU')}` : '',
    budget && Number.isFinite(figure) ? (figure / limitOf(budget)).toFixed(2) : '',
    load.toFixed(1),
    budget ? (holds(figure, budget) ? 'holds' : 'misses') : '',
  ];
}

const HEAD = ['What', 'Figure', 'Budget', 'Ratio', 'Load', 'Result'];
const isText = (column: number): boolean => column === 0 || column === HEAD.length - 1;

/** Formats lines of cells as a Markdown table. */
export function formatCells(lines: readonly (readonly string[])[]): string {
  const widths = HEAD.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const format = (line: readonly string[]): string =>
    `| ${widths.map((width, column) => (isText(column) ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isText(column) ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [format(HEAD), rule, ...lines.map(format)].join('\n');
}

/** Formats rows as a Markdown table. */
export const formatRows = (rows: readonly Row[]): string => formatCells(rows.map(cells));

/** Prints a table, and adds its rows with a budget to the results of the run. */
export function printRows(title: string, rows: readonly Row[]): void {
  console.log(`\n${title} (${cpus().length} cores)\n\n${formatRows(rows)}`);
  const file = process.env[RESULTS_VARIABLE];
  if (!file) return;
  for (const each of rows.filter(({ budget }) => budget))
    appendFileSync(file, `${JSON.stringify(cells({ ...each, what: `${title}: ${each.what}` }))}\n`);
}

/** Returns the q-quantile of samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

/** Returns the middle of samples, or the mean of the two in the middle. */
export const median = (samples: readonly number[]): number => {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
};

export const mean = (samples: readonly number[]): number => samples.reduce((sum, each) => sum + each, 0) / samples.length;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the line with the least squares through points: its value at 0 and its slope. */
export function straightLine(points: readonly Point[]): { readonly start: number; readonly slope: number } {
  const [x, y] = [mean(points.map((each) => each.x)), mean(points.map((each) => each.y))];
  const spread = mean(points.map((each) => (each.x - x) ** 2));
  const slope = mean(points.map((each) => (each.x - x) * (each.y - y))) / spread;
  return { start: y - slope * x, slope };
}
