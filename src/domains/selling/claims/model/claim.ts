/** What buyers report about an order, and its limits. */

export const CLAIM_PROBLEMS = ['wrong', 'broken', 'faulty', 'missing', 'late'] as const;
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

export const CLAIM_STATES = ['open', 'refunded', 'credited', 'replaced', 'declined'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIM_SORTS = ['received', '-received'] as const;
export type ClaimSort = (typeof CLAIM_SORTS)[number];

/** Whether a supplier was asked for all that was claimed. */
export const SUPPLIER_STATES = ['due', 'sent'] as const;
export type SupplierState = (typeof SUPPLIER_STATES)[number];

/** How staff can decide. */
export const CLAIM_OUTCOMES = ['refund', 'credit', 'replace', 'decline'] as const;
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number];

export const MAX_CLAIM_TEXT = 2_000;
export const MAX_CLAIM_ANSWER = 200;
export const MAX_PHOTOS_PER_CLAIM = 6;
/** Claims of one order, whatever became of them. */
export const MAX_CLAIMS_PER_ORDER = 5;
/** Photos of one order, sent or not, so that nobody fills the database. */
export const MAX_PHOTOS_PER_ORDER = 20;
/** Largest file, in bytes. Phones write about 5 MB. */
export const MAX_PHOTO_BYTES = 12 * 1024 * 1024;

/** A line as the buyer reports it. */
export interface ReportedLine {
  readonly position: number;
  readonly problem: ClaimProblem;
  readonly bottles: number;
}

/** A line of the order that something can be wrong with. */
export interface ClaimableLine {
  readonly position: number;
  readonly name: string;
  /** All bottles of the line. */
  readonly bottles: number;
}

/** Returns the first reported line that the order does not have, or not with as many bottles. */
export function findWrongLine(lines: readonly ClaimableLine[], reported: readonly ReportedLine[]): ReportedLine | null {
  const seen = new Set<number>();
  for (const line of reported) {
    const own = lines.find(({ position }) => position === line.position);
    if (!own || line.bottles > own.bottles || seen.has(line.position)) return line;
    seen.add(line.position);
  }
  return null;
}
