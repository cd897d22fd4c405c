/** What reading a file yields, row by row. */

export const REJECT_CODES = [
  'missing',
  'bad-price',
  'ambiguous-price',
  'bad-number',
  'left-out',
  'cell-count',
  'open-quote',
  'too-long',
  'cut-short',
  'not-json',
  'invalid-record',
  'unknown-offer',
] as const;
export type RejectCode = (typeof REJECT_CODES)[number];

/** Why one row gives no record. */
export interface RowError {
  readonly code: RejectCode;
  /** The file's header of the column at fault; empty when the whole row is. */
  readonly column: string;
  /** A sentence. */
  readonly reason: string;
}

export interface Reject extends RowError {
  readonly file: string;
  readonly line: number;
  /** The row as it stands in the file, without its line end; the head of it when it is endless. */
  readonly raw: string;
  /** The file's header row; on the first reject of a table, so that a file of rejects can be mended and read like the first. */
  readonly header?: string;
}

/** Files of pictures that a row names for its offer, as the row has them. */
export interface NamedPictures {
  readonly offerId: string;
  readonly files: readonly string[];
  /** What each shows, in words, as far as the row says. */
  readonly alt: readonly string[];
}

/** Something that was decided without being certain. */
export interface ImportWarning {
  readonly column: string;
  readonly says: string;
}

export type RowResult<R> = { readonly file: string; readonly line: number } & (
  | { readonly records: readonly R[]; readonly doubts: readonly ImportWarning[]; readonly pictures?: NamedPictures }
  | { readonly reject: Reject }
);

/** How far a reading is; the same object all the way, so a progress bar can look at it whenever it likes. */
export interface ImportProgress {
  /** Bytes on disk, compressed where the file is. Files that are read twice count twice. */
  readonly bytesTotal: number;
  readonly bytesRead: number;
  /** Rows with something in them, headers apart. */
  readonly rows: number;
  readonly blankRows: number;
  /** Rows that gave records. */
  readonly accepted: number;
  /** Sound rows that a later row of the same identity stands for. */
  readonly duplicates: number;
  readonly rejected: number;
  /** Rejects by code and column, `missing price`. */
  readonly rejectsBy: Readonly<Record<string, number>>;
  /** Doubts by column. */
  readonly doubtsBy: Readonly<Record<string, number>>;
  /** What a file as a whole made necessary, as sentences. */
  readonly notices: readonly string[];
}
