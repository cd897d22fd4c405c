/** The lists of deliveries and counts. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { sheetListMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import type { SheetKind } from '#domains/selling/stock/model/sheet.ts';
import type { SheetRow } from '#domains/selling/stock/sheets-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { useSavedViews } from '#domains/staff/ui/office/use-saved-views.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import type { GridLoad } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { StockTabs } from './StockTabs.tsx';
import { sheetCalls } from './sheet-calls.ts';
import { SHEET_COLUMNS, SHEET_LIMITS, SHEET_VIEWS, sheetFilters, sheetListPath, sheetName, sheetPath } from './sheet-list-spec.tsx';

const keyOf = ({ id }: SheetRow): string => String(id);

export interface SheetListProps {
  readonly kind: SheetKind;
  readonly data: { readonly first: GridLoad<SheetRow>; readonly input: Readonly<Record<string, string>> };
  /** The button that begins one. Null for people who may only read. */
  readonly action: ReactNode;
}

export function SheetListScreen({ kind, data: { first, input }, action }: SheetListProps) {
  const { markets } = useMe();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = useMemo(() => parseGridState(params, SHEET_LIMITS), [params]);
  const saved = useSavedViews(kind === 'delivery' ? 'stock_deliveries' : 'stock_counts', SHEET_LIMITS, state);
  const filters = useMemo(() => sheetFilters(kind, markets), [kind, markets]);
  const views = useMemo(() => [...SHEET_VIEWS[kind], ...saved.views], [kind, saved.views]);
  const loadPage = useCallback((cursor: string) => sheetCalls.stockSheets({ ...input, kind, cursor, limit: PAGE_ROWS }), [input, kind]);
  useLiveReload('stock_sheet');
  return (
    <div className="list-screen">
      <PageHeader title={text.titles[kind]} actions={action} />
      <StockTabs />
      <DataGrid
        label={text.titles[kind]}
        path={sheetListPath(kind)}
        noun={text.nouns[kind]}
        columns={SHEET_COLUMNS[kind]}
        filters={filters}
        limits={SHEET_LIMITS}
        state={state}
        onStateChange={(next) => void navigate({ search: formatGridState(next, SHEET_LIMITS).toString() }, { replace: next.q !== state.q })}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={sheetName}
        getPath={sheetPath}
        views={views}
        onSaveView={saved.save}
        onUpdateView={saved.update}
        onDeleteView={saved.remove}
        changedRows={0}
        empty={
          <ScreenState icon={kind === 'delivery' ? 'van' : 'barcode'} title={text.emptyTitle[kind]} text={text.emptyText[kind]}>
            {action}
          </ScreenState>
        }
      />
    </div>
  );
}
