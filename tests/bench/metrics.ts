/** Prints measurements with their budgets. An exceeded budget is not an error. */
export interface Metric {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  /** Budget of ARCHITECTURE.md. `target` states whether it is a minimum or a maximum. */
  readonly budget?: number;
  readonly target?: 'at least' | 'at most';
}

const iteration = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-AU') : value.toFixed(value >= 10 ? 1 : 2);

/** Prints a table of measurements. */
export function print(title: string, metrics: readonly Metric[]): void {
  console.log(`\n${title}`);
  for (const { what, figure, unit, budget, target } of metrics) {
    const comparison =
      budget === undefined
        ? ''
        : `   budget ${target} ${iteration(budget)} ${unit}, ${target === 'at least' ? 'is' : 'uses'} ${(figure / budget).toFixed(2)} of it`;
    console.log(`  ${what.padEnd(52)} ${iteration(figure).padStart(9)} ${unit.padEnd(8)}${comparison}`);
  }
}

/** Returns the q-quantile of samples. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}
