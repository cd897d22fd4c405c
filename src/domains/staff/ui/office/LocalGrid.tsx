/**
 * The grid of a list that is loaded as a whole, because it never has more than some dozens of records: roles, schedules, clubs. It has
 * what other grids have, but search, filters, order and export work on the rows that are there.
 */
import { useCallback, useMemo } from 'react';
import { DataGrid, type DataGridProps } from '#ui/office/grid/DataGrid.tsx';
import type { GridLoad } from '#ui/office/grid/grid-types.ts';
import { type LocalRules, rowsToCsv, selectRows } from '#ui/office/grid/local-rows.ts';
import { saveFile } from '#ui/office/save-file.ts';
import { useListGrid } from './use-list-grid.ts';

type Shared = 'label' | 'path' | 'noun' | 'columns' | 'filters' | 'limits' | 'getKey' | 'getName' | 'getPath' | 'views' | 'empty';

export interface LocalGridProps<Row> extends Pick<DataGridProps<Row>, Shared> {
  /** Name of the list in saved views. Exports are named after it. */
  readonly list: string;
  readonly rows: readonly Row[];
  readonly rules: LocalRules<Row>;
}

export function LocalGrid<Row>({ list, rows, rules, ...props }: LocalGridProps<Row>) {
  const grid = useListGrid(list, props.limits, props.views);
  const found = useMemo(() => selectRows(rows, grid.state, rules), [rows, grid.state, rules]);
  const first = useMemo((): GridLoad<Row> => ({ ok: true, value: { rows: found, nextCursor: null, total: found.length } }), [found]);
  return (
    <DataGrid
      {...props}
      {...grid}
      first={first}
      loadPage={useCallback(() => Promise.resolve(first), [first])}
      onExport={() =>
        saveFile(
          `${list.replaceAll('_', '-')}-${new Date().toISOString().slice(0, 10)}.csv`,
          rowsToCsv(found, rules),
          'text/csv;charset=utf-8',
        )
      }
      changedRows={0}
    />
  );
}
