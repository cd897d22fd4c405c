/** The rows of a grid. TanStack Table has the columns, TanStack Virtual the rows in view. */
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../Button.tsx';
import { gridMessages, officeMessages } from '../messages.ts';
import { minWidthOf } from './fit-columns.ts';
import { GridHeader } from './GridHeader.tsx';
import type { GridSort, GridState } from './grid-state.ts';
import type { GridColumn } from './grid-types.ts';
import { isSelected, NOTHING_SELECTED, setRows } from './selection.ts';
import type { GridRows } from './use-grid-rows.ts';

export interface GridTableProps<Row> {
  readonly ref: Ref<{ toIndex: (index: number) => void }>;
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Those that are shown. */
  readonly visible: readonly GridColumn<Row>[];
  readonly state: GridState;
  readonly onSort: (sort: GridSort) => void;
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly getKey: (row: Row) => string;
  readonly getName: (row: Row) => string;
  readonly getPath: (row: Row) => string;
  readonly rowId: (index: number) => string;
  readonly grid: GridRows;
  readonly onOpen: (index: number) => void;
  readonly isBusy: boolean;
  readonly hasMore: boolean;
  readonly moreError: string | null;
  readonly onMore: () => void;
  readonly canSelect: boolean;
  /** Scroll position to begin at, in px. */
  readonly firstTop: number;
  readonly onScroll: (top: number) => void;
}

const FEATURES = tableFeatures({ columnVisibilityFeature });
/** Height of a row before it is measured, in px. */
const ROW_HEIGHT = 44;
/** Rows drawn beyond those in view, and rows before the end at which the next page is loaded. */
const OVERSCAN = 12;
const LOAD_AHEAD = 30;
export const CHECK_WIDTH = 44;

/** Custom properties of an element's style. */
type Properties = CSSProperties & Readonly<Record<`--${string}`, string>>;

export function GridTable<Row>(props: GridTableProps<Row>) {
  const { columns, visible, rows, state, grid, getKey, getName, getPath, rowId, onOpen, hasMore, onMore, canSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollPaddingStart: ROW_HEIGHT,
    initialOffset: props.firstTop,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : getKey(row);
    },
  });
  useImperativeHandle(props.ref, () => ({ toIndex: (index) => virtual.scrollToIndex(index) }), [virtual]);

  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof FEATURES, { readonly row: Row }>();
    return helper.columns(
      columns.map((column) => helper.display({ id: column.key, header: column.label, cell: ({ row }) => column.render(row.original.row) })),
    );
  }, [columns]);
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const columnVisibility = Object.fromEntries(columns.map((column) => [column.key, visible.includes(column)]));
  const table = useTable({ features: FEATURES, columns: definitions, data, state: { columnVisibility } });
  const tableRows = table.getRowModel().rows;

  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastShown >= rows.length - LOAD_AHEAD) onMore();
  }, [hasMore, lastShown, rows.length, onMore]);

  const widths = [...(canSelect ? [`${CHECK_WIDTH}px`] : []), ...visible.map(({ width }) => width)];
  const tracks: Properties = {
    '--grid-tracks': widths.join(' '),
    '--grid-min': `${widths.reduce((sum, width) => sum + minWidthOf(width), 0)}px`,
  };
  const shownKeys = rows.map(getKey);
  const areAllShownSelected = shownKeys.every((key) => isSelected(grid.selection, key));

  const handleClick = (event: MouseEvent<HTMLElement>, index: number): void => {
    if (event.target instanceof Element && event.target.closest('a,button,label,input')) return;
    if (window.getSelection()?.isCollapsed === false) return;
    if (event.shiftKey) grid.select(index, true);
    else onOpen(index);
  };

  return (
    <div className="grid-scroll" ref={scroller} onScroll={(event) => props.onScroll(event.currentTarget.scrollTop)}>
      <div
        role="grid"
        className="grid"
        aria-label={props.label}
        aria-rowcount={props.totalRows + 1}
        aria-multiselectable={canSelect}
        aria-busy={props.isBusy}
        aria-description={gridMessages.keyboardHelp}
        style={tracks}
      >
        <GridHeader
          columns={visible}
          sort={state.sort}
          onSort={props.onSort}
          label={props.label}
          selection={
            canSelect ? { isOn: areAllShownSelected, isPartly: !areAllShownSelected && grid.selection !== NOTHING_SELECTED } : null
          }
          onSelectAll={(isOn) => grid.setSelection(isOn ? setRows(grid.selection, shownKeys, true) : NOTHING_SELECTED)}
        />
        <div role="rowgroup" className="grid-rows" style={{ height: virtual.getTotalSize() }} onKeyDown={grid.handleKeyDown}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            const tableRow = tableRows[index];
            if (row === undefined || tableRow === undefined) return null;
            const key = getKey(row);
            const isOn = isSelected(grid.selection, key);
            return (
              <div
                key={key}
                id={rowId(index)}
                ref={virtual.measureElement}
                data-index={index}
                role="row"
                className={isOn ? 'grid-row is-on' : 'grid-row'}
                aria-rowindex={index + 2}
                aria-selected={canSelect ? isOn : undefined}
                tabIndex={index === grid.active ? 0 : -1}
                style={{ transform: `translateY(${start}px)` }}
                onClick={(event) => handleClick(event, index)}
                onFocus={(event) => event.target === event.currentTarget && grid.setActive(index)}
              >
                {canSelect && (
                  <div role="gridcell" className="grid-cell grid-check">
                    <label>
                      <input
                        type="checkbox"
                        tabIndex={-1}
                        checked={isOn}
                        onChange={(event) => grid.select(index, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
                      />
                      <span className="visually-hidden">{gridMessages.selectRow(getName(row))}</span>
                    </label>
                  </div>
                )}
                {tableRow.getVisibleCells().map((cell) => {
                  const column = visible.find((one) => one.key === cell.column.id);
                  const kind = column?.isNumeric ? 'is-numeric' : column?.isLabelHidden ? 'is-actions' : '';
                  const classes = ['grid-cell', kind, `phone-${column?.phone ?? 'none'}`];
                  return (
                    <div
                      key={cell.id}
                      role="gridcell"
                      className={classes.join(' ')}
                      data-label={column?.isNamedOnPhone ? column.label : undefined}
                    >
                      {column?.isKey ? (
                        <Link className="grid-link" to={getPath(row)} tabIndex={-1}>
                          <table.FlexRender cell={cell} />
                        </Link>
                      ) : (
                        <table.FlexRender cell={cell} />
                      )}
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
      <div className="grid-end">
        {props.moreError === null ? (
          <p className="text-muted small">{hasMore ? gridMessages.loadingMore : gridMessages.end}</p>
        ) : (
          <div className="act-row" role="alert">
            <p className="alert">{props.moreError}</p>
            <Button onPress={onMore}>{officeMessages.tryAgain}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
