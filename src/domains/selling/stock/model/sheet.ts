/** Rules of stock sheets: deliveries and counts, which are entered line by line and posted in one transaction. */
import type { CorrectionKind } from './stock.ts';

export const SHEET_KINDS = ['delivery', 'count'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** `undone`: posted, and taken back by counter-movements. */
export const SHEET_STATES = ['open', 'posted', 'undone', 'cancelled'] as const;
export type SheetState = (typeof SHEET_STATES)[number];

export const SHEET_SORTS = ['created', '-created'] as const;
export type SheetSort = (typeof SHEET_SORTS)[number];

/** Most wines of a sheet. */
export const MAX_SHEET_LINES = 2_000;
/** An entry that waited longer for a connection may be older than what happened on the shelf since. */
export const FRESH_SECONDS = 30;

/** The kind of movement that posting a sheet writes. */
export const MOVEMENT_OF = { delivery: 'receipt', count: 'count' } as const satisfies Readonly<Record<SheetKind, CorrectionKind>>;

export interface SheetLineNumbers {
  /** Cases that came or were counted. Null until they are entered. */
  readonly quantity: number | null;
  readonly expected: number | null;
}

/** Returns how many cases more or fewer there are than expected. @returns null if one of the numbers is missing */
export const differenceOf = ({ quantity, expected }: SheetLineNumbers): number | null =>
  quantity === null || expected === null ? null : quantity - expected;

/** Returns what posting a line adds to the stock. @returns null if the line changes nothing and is not recorded */
export function postedQuantity(kind: SheetKind, line: SheetLineNumbers & { readonly isSkipped: boolean }): number | null {
  if (line.isSkipped || line.quantity === null) return null;
  if (kind === 'delivery') return line.quantity === 0 ? null : line.quantity;
  return differenceOf(line);
}

export interface SheetSummary {
  readonly lines: number;
  /** Lines with a quantity. */
  readonly entered: number;
  readonly cases: number;
  /** Lines whose quantity is not what was expected, and the cases that are missing and too many. */
  readonly different: number;
  readonly missing: number;
  readonly surplus: number;
  /** What the differences are worth in cents, as far as prices are known. */
  readonly differenceCents: number;
  /** Lines with a difference and no price. */
  readonly unpriced: number;
  /** Lines that were corrected after they were counted. */
  readonly undecided: number;
}

interface SummedLine extends SheetLineNumbers {
  readonly isSkipped: boolean;
  readonly priceCents: number | null;
  readonly conflict: unknown;
}

/** Sums the lines of a sheet. Lines that are left out count as lines only. */
export function summarizeSheet(lines: readonly SummedLine[]): SheetSummary {
  const sum = {
    lines: lines.length,
    entered: 0,
    cases: 0,
    different: 0,
    missing: 0,
    surplus: 0,
    differenceCents: 0,
    unpriced: 0,
    undecided: 0,
  };
  for (const line of lines) {
    if (line.isSkipped || line.quantity === null) continue;
    const difference = differenceOf(line) ?? 0;
    sum.entered += 1;
    sum.cases += line.quantity;
    if (line.conflict !== null) sum.undecided += 1;
    if (difference === 0) continue;
    sum.different += 1;
    sum.missing += Math.max(0, -difference);
    sum.surplus += Math.max(0, difference);
    sum.differenceCents += difference * (line.priceCents ?? 0);
    if (line.priceCents === null) sum.unpriced += 1;
  }
  return sum;
}
