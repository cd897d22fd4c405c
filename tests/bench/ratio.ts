/** Compares two ways of one thing that were measured in turns. */

/** Rounds without which an interval says little. */
export const MIN_ROUNDS = 10;
/** Quantile of Student's distribution for 95 % of ten rounds; more rounds need less. */
const T_QUANTILE = 2.26;

export interface Ratio {
  /** Geometric mean of the ratios of the rounds. */
  readonly mean: number;
  /** Bounds between which the true ratio is with 95 %. */
  readonly low: number;
  readonly high: number;
}

/** Returns how many times as much the second of each pair is. */
export function ratioOf(rounds: readonly (readonly [before: number, after: number])[]): Ratio {
  if (rounds.length < MIN_ROUNDS) throw new Error(`${MIN_ROUNDS} rounds are needed, and ${rounds.length} were measured.`);
  const logs = rounds.map(([before, after]) => Math.log(after / before));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
  const half = T_QUANTILE * Math.sqrt(variance / logs.length);
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
