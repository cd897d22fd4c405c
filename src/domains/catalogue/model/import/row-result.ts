/** Results of reading a file row by row. */

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

/** Reason why a row was rejected [CAT-29]. */
export interface RowError {
  readonly code: RejectCode;
  /** Header of the invalid column in the file. Empty if the whole row is invalid. */
  readonly column: string;
  /** Sentence for the retailer. */
  readonly reason: string;
}

/** A rejected row, as written to the rejects file. */
export interface Reject extends RowError {
  readonly file: string;
  readonly line: number;
  /** The row as in the file without its line ending. Only the beginning of very long rows. */
  readonly raw: string;
  /** Header row of the file. Set on the first reject of a table, so that a rejects file can be corrected and imported. */
  readonly header?: string;
}

/** Picture files that a row names for its offer. */
export interface NamedPictures {
  readonly offerId: string;
  readonly files: readonly string[];
  /** Alternative text of each picture. Can be shorter than `files`. */
  readonly alt: readonly string[];
}

/** A decision that is not certain. */
export interface ImportWarning {
  readonly column: string;
  readonly message: string;
}

/** A row of a table of changes as in the file, and the header row, to correct it if its offer does not exist. */
export interface RowSource {
  readonly raw: string;
  readonly header: string;
}

/** Result of a row: the records that it becomes, or its rejection. */
export type RowResult<R> = { readonly file: string; readonly line: number } & (
  | {
      readonly records: readonly R[];
      readonly warnings: readonly ImportWarning[];
      readonly pictures?: NamedPictures;
      readonly costCents?: number;
      readonly source?: RowSource;
    }
  | { readonly reject: Reject }
);

/** Progress of reading [CAT-27]. Updated in place, so a progress bar can read it at any time. */
export interface ImportProgress {
  /** Bytes on disk (compressed size for compressed files). Files that are read twice count twice. */
  readonly bytesTotal: number;
  readonly bytesRead: number;
  /** Rows that are not empty, without headers. */
  readonly rows: number;
  readonly blankRows: number;
  /** Rows that became records. */
  readonly accepted: number;
  /** Valid rows that a later row with the same identity replaced. */
  readonly duplicates: number;
  readonly rejected: number;
  /** Number of rejects by code and column, for example `missing price`. */
  readonly rejectsBy: Readonly<Record<string, number>>;
  /** Number of uncertain values by column. */
  readonly doubtsBy: Readonly<Record<string, number>>;
  /** Notices about the file as a whole, as sentences. */
  readonly notices: readonly string[];
}
