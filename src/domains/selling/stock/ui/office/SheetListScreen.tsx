/** The lists of deliveries and counts. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { sheetListMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import type { SheetKind } from '#domains/selling/stock/model/sheet.ts';
import type { SheetRow } from '#domains/selling/stock/sheets-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
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
  const grid = useListGrid(kind === 'delivery' ? 'stock_deliveries' : 'stock_counts', SHEET_LIMITS, SHEET_VIEWS[kind]);
  const filters = useMemo(() => sheetFilters(kind, markets), [kind, markets]);
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
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={sheetName}
        getPath={sheetPath}
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
