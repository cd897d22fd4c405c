/** Counters of an import [CAT-27]. */
import type { ImportProgress, ImportWarning, RowError } from '#domains/catalogue/model/import/row-result.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** Mutable counters behind the progress of an import. */
export type Counts = Writable<Omit<ImportProgress, 'rejectsBy' | 'doubtsBy' | 'notices'>> & {
  readonly rejectsBy: Record<string, number>;
  readonly doubtsBy: Record<string, number>;
  readonly notices: string[];
};

export const startCounts = (): Counts => ({
  bytesTotal: 0,
  bytesRead: 0,
  rows: 0,
  blankRows: 0,
  accepted: 0,
  duplicates: 0,
  rejected: 0,
  rejectsBy: {},
  doubtsBy: {},
  notices: [],
});

export function countReject(counts: Counts, error: RowError): void {
  counts.rejected++;
  const kind = error.column === '' ? error.code : `${error.code} ${error.column}`;
  counts.rejectsBy[kind] = (counts.rejectsBy[kind] ?? 0) + 1;
}

export function countWarnings(counts: Counts, warnings: readonly ImportWarning[]): void {
  for (const { column } of warnings) counts.doubtsBy[column] = (counts.doubtsBy[column] ?? 0) + 1;
}
