/** The difference between a file and the shop as a grid. A row opens what changes, or its cells to correct. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { importMessages as text } from '#domains/imports/messages/office.ts';
import type { DifferenceRow } from '#domains/imports/office-contract.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState, toListInput } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { ExportRows } from './ExportRows.tsx';
import { importCalls } from './import-calls.ts';
import type { loadImport } from './load-imports.ts';
import { RowDialog } from './RowDialog.tsx';
import { ROW_COLUMNS, ROW_FILTERS, ROW_LIMITS, rowViews } from './row-list-spec.tsx';

const keyOf = ({ seq }: DifferenceRow): string => String(seq);
const nameOf = ({ line, title }: DifferenceRow): string => text.rowName(line, title);
/** Parameter that names the open row. */
const ROW = 'row';

export function DifferenceGrid() {
  const { found, first, input } = useLoaderData<typeof loadImport>();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [isExporting, setIsExporting] = useState(false);
  const { id } = found;
  const state = useMemo(() => parseGridState(params, ROW_LIMITS), [params]);
  const views = useMemo(() => rowViews(found.counts), [found.counts]);
  const later = useRef(new Map<number, DifferenceRow>());
  const loadPage = useCallback(
    async (cursor: string) => {
      const page = await importCalls.importRows({ ...input, id, cursor, limit: PAGE_ROWS });
      if (page.ok) for (const row of page.value.rows) later.current.set(row.seq, row);
      return page;
    },
    [id, input],
  );
  const queryOf = (row: number | null): string => {
    const query = formatGridState(state, ROW_LIMITS);
    if (row !== null) query.set(ROW, String(row));
    return query.toString();
  };
  const openSeq = Number(params.get(ROW) ?? '0');
  const shown = (first.ok ? first.value.rows.find(({ seq }) => seq === openSeq) : undefined) ?? later.current.get(openSeq) ?? null;
  return (
    <>
      <DataGrid
        label={text.difference}
        path={`/imports/${id}`}
        noun={text.noun}
        columns={ROW_COLUMNS}
        filters={ROW_FILTERS}
        limits={ROW_LIMITS}
        state={state}
        onStateChange={(next) => void navigate({ search: formatGridState(next, ROW_LIMITS).toString() }, { replace: next.q !== state.q })}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={({ seq }) => `/imports/${id}?${queryOf(seq)}`}
        views={views}
        onExport={() => setIsExporting(true)}
        changedRows={0}
        empty={<ScreenState icon="imports" title={text.noRows} text={text.noRowsText} />}
      />
      {shown !== null && (
        <RowDialog
          importId={id}
          row={shown}
          canFix={found.actions.canFix}
          onClose={() => void navigate({ search: queryOf(null) }, { replace: true })}
        />
      )}
      {isExporting && <ExportRows id={id} input={toListInput(state)} onClose={() => setIsExporting(false)} />}
    </>
  );
}
