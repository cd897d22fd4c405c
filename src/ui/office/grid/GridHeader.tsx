/** Column headings that sort, and the box that selects all rows shown. */
import { gridMessages } from '../messages.ts';
import { OfficeIcon } from '../OfficeIcon.tsx';
import type { GridSort } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';

export interface GridHeaderProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort;
  readonly onSort: (sort: GridSort) => void;
  readonly label: string;
  /** Null for grids without selection. */
  readonly selection: { readonly isOn: boolean; readonly isPartly: boolean } | null;
  readonly onSelectAll: (isOn: boolean) => void;
}

export function GridHeader<Row>({ columns, sort, onSort, label, selection, onSelectAll }: GridHeaderProps<Row>) {
  return (
    <div role="rowgroup" className="grid-header">
      <div role="row" className="grid-head" aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className="grid-cell grid-check">
            <label>
              <input
                type="checkbox"
                checked={selection.isOn}
                ref={(box) => {
                  if (box) box.indeterminate = selection.isPartly;
                }}
                onChange={(event) => onSelectAll(event.currentTarget.checked)}
              />
              <span className="visually-hidden">{gridMessages.selectAll(label.toLowerCase())}</span>
            </label>
          </div>
        )}
        {columns.map((column) => {
          const isSorted = column.sort !== undefined && column.sort === sort.key;
          const order = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
          return (
            <div key={column.key} role="columnheader" aria-sort={order} className={column.isNumeric ? 'grid-cell is-numeric' : 'grid-cell'}>
              {column.isLabelHidden ? (
                <span className="visually-hidden">{column.label}</span>
              ) : column.sort === undefined ? (
                column.label
              ) : (
                <button
                  type="button"
                  className="grid-sort"
                  onClick={() =>
                    column.sort !== undefined && onSort({ key: column.sort, isDescending: isSorted ? !sort.isDescending : false })
                  }
                >
                  {column.label}
                  {isSorted && <OfficeIcon name={sort.isDescending ? 'descending' : 'ascending'} />}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
