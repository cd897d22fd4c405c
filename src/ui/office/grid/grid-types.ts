/** What a list tells the grid about its columns, filters, views and rows. */
import type { ReactNode } from 'react';
import type { GridState } from './grid-state.ts';
import type { GridSelection } from './selection.ts';

export interface GridColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** True for a column whose content explains itself: only screen readers get the heading. */
  readonly isLabelHidden?: boolean;
  readonly render: (row: Row) => ReactNode;
  /** Name by which the server sorts. Left out for columns that cannot be sorted. */
  readonly sort?: string;
  /** Track of the CSS grid: `minmax(120px, 1fr)`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** True for columns that are shown only if a person chooses them. */
  readonly isExtra?: boolean;
  /**
   * Where there is no room for all columns, those of the highest rank are left out first. Default: 1, for what only the third line of a
   * phone shows 2, for what phones do not show 3.
   */
  readonly rank?: number;
  /** Left out where every row has content. Where no row has, the column is left out if others would be cut off. */
  readonly hasContent?: (row: Row) => boolean;
  /** True for the column that is always shown and opens the row. */
  readonly isKey?: boolean;
  /** Line and side where a phone shows it. Left out if phones do not show it. */
  readonly phone?: `${1 | 2 | 3}-${'start' | 'end'}`;
  /** True if a phone, which has no headings, shows the label in front of the value. */
  readonly isNamedOnPhone?: boolean;
}

export type GridFilter =
  | {
      readonly key: string;
      readonly label: string;
      readonly kind: 'options' | 'choice';
      readonly options: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly key: string; readonly label: string; readonly kind: 'date' | 'money' }
  | { readonly key: string; readonly label: string; readonly kind: 'text'; readonly placeholder?: string };

/** A named state of the grid. */
export interface GridView {
  readonly id: string;
  readonly name: string;
  readonly state: GridState;
  /** True for views that come with the office. */
  readonly isBuiltIn: boolean;
  /** True if the person may change or delete it. */
  readonly isOwn: boolean;
}

export interface GridPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  /** Exact up to a limit. */
  readonly total: number | { readonly atLeast: number };
}

export type GridLoad<Row> =
  | { readonly ok: true; readonly value: GridPage<Row> }
  | { readonly ok: false; readonly status: number; readonly title: string };

export interface GridNoun {
  readonly one: string;
  readonly many: string;
}

/** The rows that a bulk action is about. */
export interface BulkTarget {
  readonly selection: GridSelection;
  readonly count: number;
  /** Ends the selection after the action. */
  readonly clear: () => void;
}
