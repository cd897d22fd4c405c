/**
 * The grid of a list: views, search, filters and columns above, rows that the server sorts and filters, a bar for actions on several. Its
 * state is in the URL (grid-state.ts). Only the rows in view are drawn.
 */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useNavigation, useRevalidator } from 'react-router';
import { LoadFailure } from '../LoadFailure.tsx';
import { BulkBar } from './BulkBar.tsx';
import { GridTable } from './GridTable.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import { GridViews } from './GridViews.tsx';
import { formatGridState, type GridLimits, type GridState, toListInput } from './grid-state.ts';
import type { BulkTarget, GridColumn, GridFilter, GridLoad, GridNoun, GridView } from './grid-types.ts';
import { withAllView } from './grid-views.ts';
import { recallList, rememberList } from './list-memory.ts';
import { NoMatches } from './NoMatches.tsx';
import { NOTHING_SELECTED, selectedCount } from './selection.ts';
import { useFittingColumns } from './use-fitting-columns.ts';
import { useGridPages } from './use-grid-pages.ts';
import { useGridRows } from './use-grid-rows.ts';

export interface DataGridProps<Row> {
  /** Name of the list for screen readers: `Orders`. */
  readonly label: string;
  /** Path of the list, to which records lead back. */
  readonly path: string;
  readonly noun: GridNoun;
  readonly columns: readonly GridColumn<Row>[];
  readonly filters: readonly GridFilter[];
  readonly limits: GridLimits;
  readonly state: GridState;
  readonly onStateChange: (state: GridState) => void;
  readonly first: GridLoad<Row>;
  readonly loadPage: (cursor: string) => Promise<GridLoad<Row>>;
  readonly getKey: (row: Row) => string;
  /** Name of a row for screen readers: `order #1000023`. */
  readonly getName: (row: Row) => string;
  readonly getPath: (row: Row) => string;
  readonly views: readonly GridView[];
  readonly onSaveView?: (name: string, isShared: boolean) => Promise<string | null>;
  readonly onUpdateView?: (view: GridView) => void;
  readonly onDeleteView?: (view: GridView) => void;
  /** Actions on the selected rows. */
  readonly bulkActions?: (target: BulkTarget) => ReactNode;
  /** Exports what matches, or what is selected. */
  readonly onExport?: (target: BulkTarget | null) => void;
  /** Number of rows that changed since the list was loaded. */
  readonly changedRows: number;
  /** Shown in place of rows if the list has none at all. */
  readonly empty: ReactNode;
}

/** Rows that PageUp and PageDown move by. */
const PAGE_ROWS = 12;

export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, noun, columns, state, onStateChange, first, getKey, getName, getPath, changedRows } = props;
  const id = useId();
  const navigate = useNavigate();
  const { state: navigation } = useNavigation();
  const revalidator = useRevalidator();
  const { rows, total, hasMore, moreError, loadMore } = useGridPages(first, props.loadPage);
  const scroll = useRef<{ toIndex: (index: number) => void }>(null);
  const rowId = useCallback((index: number) => `${id}-row-${index}`, [id]);
  const query = formatGridState(state, props.limits).toString();
  const [memory] = useState(() => recallList(props.path, query));
  const top = useRef(memory?.top ?? 0);
  const open = (index: number): void => {
    const row = rows[index];
    if (row !== undefined) void navigate(getPath(row));
  };
  const grid = useGridRows({
    keys: rows.map(getKey),
    pageSize: PAGE_ROWS,
    open,
    scrollTo: (index) => scroll.current?.toIndex(index),
    rowId,
    resetKey: JSON.stringify(toListInput(state)),
    firstActive: memory?.active ?? 0,
  });
  // After every change, because a record reads the place before the list is gone.
  const remember = (): void => rememberList(props.path, { query, active: grid.active, rows: rows.length, top: top.current });
  useEffect(remember);
  const isFiltered = state.q !== '' || Object.keys(state.filters).length > 0;
  const totalRows = typeof total === 'number' ? total : total.atLeast;
  const { screen, visible, defaults } = useFittingColumns(columns, rows, state.columns, props.bulkActions !== undefined);
  const clear = (): void => grid.setSelection(NOTHING_SELECTED);
  const target: BulkTarget = { selection: grid.selection, count: selectedCount(grid.selection, totalRows), clear };
  const clearFilters = (): void =>
    onStateChange({ q: '', filters: {}, sort: props.limits.defaultSort, columns: state.columns, view: null });

  return (
    <div className="grid-screen" ref={screen}>
      <GridViews
        label={label}
        views={withAllView(props.views, props.limits)}
        state={state}
        onChoose={(view) => onStateChange({ ...view.state, view: view.id })}
        onSave={props.onSaveView}
        onUpdate={props.onUpdateView}
        onDelete={props.onDeleteView}
      />
      <GridToolbar
        label={label}
        noun={noun}
        total={first.ok ? total : null}
        columns={columns}
        visible={visible}
        defaults={defaults}
        filters={props.filters}
        state={state}
        onStateChange={onStateChange}
        onExport={props.onExport && (() => props.onExport?.(null))}
        changedRows={changedRows}
        onUpdate={() => void revalidator.revalidate()}
      />
      {!first.ok ? (
        <LoadFailure
          status={first.status}
          text={first.title}
          onRetry={() => void revalidator.revalidate()}
          isPending={revalidator.state === 'loading'}
        />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <NoMatches onClear={clearFilters} />
        ) : (
          props.empty
        )
      ) : (
        <GridTable
          ref={scroll}
          label={label}
          columns={columns}
          visible={visible}
          state={state}
          onSort={(sort) => onStateChange({ ...state, sort })}
          rows={rows}
          totalRows={totalRows}
          getKey={getKey}
          getName={getName}
          getPath={getPath}
          rowId={rowId}
          grid={grid}
          onOpen={open}
          isBusy={navigation === 'loading' || revalidator.state === 'loading'}
          hasMore={hasMore}
          moreError={moreError}
          onMore={loadMore}
          canSelect={props.bulkActions !== undefined}
          firstTop={memory?.top ?? 0}
          onScroll={(position) => {
            top.current = position;
            remember();
          }}
        />
      )}
      {props.bulkActions && target.count > 0 && (
        <BulkBar
          target={target}
          total={total}
          noun={noun}
          shownRows={rows.length}
          setSelection={grid.setSelection}
          onExport={props.onExport && (() => props.onExport?.(target))}
        >
          {props.bulkActions(target)}
        </BulkBar>
      )}
    </div>
  );
}
