/** Claims as CSV, for the export of the list. */
import { csvValue } from '#lib/csv-value.ts';
import { PROBLEM_LABELS } from '../messages/claims.ts';
import type { ClaimRow } from '../office-contract.ts';

const COLUMNS: readonly (readonly [string, (claim: ClaimRow) => string | number])[] = [
  ['claim', ({ id }) => id],
  ['order', ({ number }) => number],
  ['market', ({ market }) => market],
  ['received', ({ receivedAt }) => receivedAt],
  ['buyer', ({ name }) => name],
  ['reported', ({ lines }) => lines.map(({ name, problem, bottles }) => `${name}: ${PROBLEM_LABELS[problem]}, ${bottles}`).join('; ')],
  ['bottles', ({ lines }) => lines.reduce((sum, { bottles }) => sum + bottles, 0)],
  ['photos', ({ photos }) => photos],
  ['state', ({ state }) => state],
  ['given back', ({ amount }) => amount ?? ''],
  ['decided by', ({ decidedBy }) => decidedBy],
];

/** Writes claims as lines. Text that a spreadsheet would run is made harmless. @param hasHead true for the first page */
export const claimCsv = (claims: readonly ClaimRow[], hasHead: boolean): string =>
  [...(hasHead ? [COLUMNS.map(([heading]) => heading)] : []), ...claims.map((claim) => COLUMNS.map(([, value]) => csvValue(value(claim))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
