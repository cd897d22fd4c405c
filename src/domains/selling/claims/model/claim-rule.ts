/** The rule by which the shop decides small claims at once. Amounts are cents. */
import { z } from 'zod';
import { CLAIM_PROBLEMS, type ClaimProblem } from './claim.ts';

/** A rule as it was when it decided a claim. */
export const claimRule = z.object({
  outcome: z.enum(['refund', 'credit']),
  problems: z.array(z.enum(CLAIM_PROBLEMS)),
  upToCents: z.number().int(),
  perYear: z.number().int(),
});
export type ClaimRule = z.output<typeof claimRule>;

/** A setting of a market, in dollars. */
interface RuleSettings extends Readonly<Record<ClaimProblem, boolean>> {
  readonly outcome: 'off' | 'refund' | 'credit';
  readonly upTo: number;
  readonly perYear: number;
}

/** Returns the rule of a market. @returns null if staff decide every claim */
export function ruleOf({ outcome, upTo, perYear, ...problems }: RuleSettings): ClaimRule | null {
  if (outcome === 'off') return null;
  return { outcome, problems: CLAIM_PROBLEMS.filter((problem) => problems[problem]), upToCents: Math.round(upTo * 100), perYear };
}

/** A reported line with what was bought. */
export interface RuledLine {
  readonly problem: ClaimProblem;
  readonly bottles: number;
  /** Bottles of the whole line. */
  readonly bought: number;
  /** The amount paid for the whole line, after discounts. */
  readonly netCents: number;
  /** Bottles that were sent, and for which nothing was given back before. */
  readonly left: number;
}

export interface RuledClaim {
  readonly lines: readonly RuledLine[];
  /** What can be given back for the order. */
  readonly leftCents: number;
  /** Claims of the buyer that a rule decided in the last twelve months. */
  readonly decided: number;
  readonly hasAccount: boolean;
}

/** Returns what was paid for the bottles of a claim, rounded down per line. */
const claimedCents = (lines: readonly RuledLine[]): number =>
  lines.reduce((sum, { netCents, bottles, bought }) => sum + Math.floor((netCents * bottles) / bought), 0);

/** Returns the amount that a rule gives back for a claim. @returns null if staff decide */
export function applyRule(rule: ClaimRule, { lines, leftCents, decided, hasAccount }: RuledClaim): number | null {
  const cents = claimedCents(lines);
  const isCovered =
    lines.every(({ problem, bottles, left }) => bottles <= left && rule.problems.includes(problem)) &&
    decided < rule.perYear &&
    cents > 0 &&
    cents <= Math.min(rule.upToCents, leftCents) &&
    (rule.outcome === 'refund' || hasAccount);
  return isCovered ? cents : null;
}
