/** Claims to a supplier: the file and its text. It names no buyer. */
import { csvValue } from '#lib/csv-value.ts';
import { PROBLEM_LABELS } from '../messages/claims.ts';
import { supplierClaimMessages as m } from '../messages/supplier.ts';
import type { ClaimProblem } from './claim.ts';

/** Claims that one call takes. */
export const MAX_SUPPLIER_CLAIMS = 200;

/** A wine that a buyer claimed. */
export interface SupplierLine {
  readonly claimId: string;
  readonly position: number;
  readonly wine: string;
  readonly vintage: string;
  readonly sku: string;
  readonly bottles: number;
  readonly problem: ClaimProblem;
  /** ISO days. */
  readonly orderedOn: string;
  readonly sentOn: string | null;
  readonly reportedOn: string;
  readonly order: number;
  readonly photos: number;
}

const COLUMNS: readonly (readonly [string, (line: SupplierLine) => string | number])[] = [
  ['wine', ({ wine }) => wine],
  ['vintage', ({ vintage }) => vintage],
  ['sku', ({ sku }) => sku],
  ['bottles', ({ bottles }) => bottles],
  ['reason', ({ problem }) => PROBLEM_LABELS[problem]],
  ['ordered', ({ orderedOn }) => orderedOn],
  ['sent', ({ sentOn }) => sentOn ?? ''],
  ['reported', ({ reportedOn }) => reportedOn],
  ['order', ({ order }) => order],
  ['photos', ({ photos }) => photos],
  ['claim', ({ claimId }) => claimId],
];

/** Writes the file. Text that a spreadsheet would run is made harmless. */
export const supplierCsv = (lines: readonly SupplierLine[]): string =>
  [COLUMNS.map(([heading]) => heading), ...lines.map((line) => COLUMNS.map(([, value]) => csvValue(value(line))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');

/** Returns the name of the file: `claim-fox-hill-2026-11-28.csv`. */
export function supplierFileName(producer: string, day: string): string {
  const slug = producer
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `claim-${slug === '' ? 'wines' : slug}-${day}.csv`;
}

/** Returns the sentences of the email. */
export const supplierParagraphs = (shopName: string, producer: string): string[] => [m.greeting, m.text(shopName, producer), m.ask];
