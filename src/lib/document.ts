/** Printed documents as data: what stands on them. `server/documents/render-pdf.ts` draws them. */

export interface TableCell {
  readonly text: string;
  /** Smaller lines below the text. */
  readonly details?: readonly string[];
  readonly isBold?: boolean;
}

export interface TableColumn {
  readonly heading: string;
  /** `fill` takes what is left, `fit` as much as the texts need. */
  readonly width: 'fill' | 'fit';
  readonly isNumber?: boolean;
}

export interface TotalRow {
  readonly label: string;
  readonly amount: string;
  /** True for the amount that the rest leads to. */
  readonly isStrong?: boolean;
}

export type DocumentBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Text in a frame, to be seen before the rest. */
  | { readonly kind: 'notice'; readonly title: string; readonly text: string }
  /** Lines that belong together, such as an address. */
  | { readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[]; readonly size?: 'large' }
  | { readonly kind: 'fields'; readonly items: readonly { readonly label: string; readonly value: string }[] }
  | { readonly kind: 'columns'; readonly columns: readonly (readonly DocumentBlock[])[] }
  /** The heading is repeated on each page. A row is never split. */
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly TableCell[])[] }
  /** Amounts at the right. */
  | { readonly kind: 'totals'; readonly rows: readonly TotalRow[] }
  /** A code that a scanner or a camera reads. */
  | { readonly kind: 'code'; readonly value: string; readonly label: string };

/** A part of a document that begins on a page of its own. */
export interface DocumentSection {
  readonly blocks: readonly DocumentBlock[];
}

/** Paper that documents are printed on: A4, half of it to give away, or a label of 100 × 150 mm. */
export type Paper = 'a4' | 'card' | 'label';

export interface PrintedDocument {
  /** Default: A4. */
  readonly paper?: Paper;
  readonly title: string;
  readonly author: string;
  /** Language of the texts: `en-AU`. */
  readonly language: string;
  /** When it was made. */
  readonly createdAt: Date;
  readonly sections: readonly DocumentSection[];
  /** At the foot of each page, before its number. Labels have none. */
  readonly footer: string;
}
