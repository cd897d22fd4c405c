/** The list of stock. */
import { useCallback, useMemo, useState } from 'react';
import { Menu, MenuTrigger, Popover } from 'react-aria-components';
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { sheetListMessages } from '#domains/selling/stock/messages/sheets.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { useShownRows } from '#ui/office/grid/use-shown-rows.ts';
import type { LiveChange } from '#ui/office/live.ts';
import { MenuAction } from '#ui/office/MenuAction.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { CameraButton } from '#ui/office/scan/CameraButton.tsx';
import { useWedge } from '#ui/office/scan/use-wedge.ts';
import { BinEditing } from './BinCell.tsx';
import { BinDialog } from './BinDialog.tsx';
import { BulkStock } from './BulkStock.tsx';
import { DefaultsDialog } from './DefaultsDialog.tsx';
import { ExportStock } from './ExportStock.tsx';
import type { loadStock } from './load-stock.ts';
import { NewDelivery } from './NewDelivery.tsx';
import { StartCountDialog } from './StartCountDialog.tsx';
import { StockTabs } from './StockTabs.tsx';
import { collectStockIds } from './selected-stock.ts';
import { stockCalls } from './stock-calls.ts';
import { STOCK_LIMITS, STOCK_VIEWS, stockColumns, stockFilters } from './stock-list-spec.tsx';
import { stockName } from './stock-name.ts';
import './stock.css';

const matching = (total: number | { readonly atLeast: number }): number => (typeof total === 'number' ? total : total.atLeast);
const keyOf = ({ id }: StockRow): string => id;
const ownThresholdOf = ({ threshold, isOwnThreshold }: StockRow): number | null => (isOwnThreshold ? threshold : null);
const nameOf = (row: StockRow): string => text.rowName(stockName(row));
const pathOf = ({ id }: StockRow): string => `/stock/${id}`;

const STOCK_KINDS = ['stock', 'stock_default', 'stock_delivery', 'stock_count'];
/** Deliveries and counts change the stock once they are posted, and when that is taken back. */
const changesLevels = ({ kind, event }: LiveChange): boolean =>
  kind === 'stock' || kind === 'stock_default' || event === 'posted' || event === 'undone';

export function StockScreen() {
  const { first, input } = useLoaderData<typeof loadStock>();
  const me = useMe();
  const may = useMay();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const [dialog, setDialog] = useState<'default' | 'count' | null>(null);
  const [binOf, setBinOf] = useState<StockRow | null>(null);
  const changed = useChangedRows(STOCK_KINDS, first, changesLevels);
  const grid = useListGrid('stock', STOCK_LIMITS, STOCK_VIEWS);
  const columns = useMemo(() => stockColumns(me.markets), [me.markets]);
  const filters = useMemo(() => stockFilters(me.markets), [me.markets]);
  const shown = useShownRows(
    first,
    useCallback((cursor: string) => stockCalls.stock({ ...input, cursor, limit: PAGE_ROWS }), [input]),
    keyOf,
    ownThresholdOf,
  );
  const reload = (): void => void revalidator.revalidate();

  /** A scanned code opens its wine, or lists the wines that have it. */
  const openCode = async (code: string): Promise<void> => {
    const found = await Promise.all(me.markets.map((market) => stockCalls.findStock({ code, market })));
    const rows = found.flatMap((result) => (result.ok ? result.value.rows : []));
    const [only] = rows;
    if (rows.length === 1 && only) void navigate(pathOf(only));
    else void navigate({ search: String(new URLSearchParams({ q: code })) });
  };
  useWedge((code) => void openCode(code));
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <>
            <CameraButton onCode={(code) => void openCode(code)} />
            {may('stock.write') && (
              <MenuTrigger>
                <Button icon="more">{text.more}</Button>
                <Popover className="menu" placement="bottom end">
                  <Menu onAction={(key) => setDialog(key === 'count' ? 'count' : 'default')}>
                    <MenuAction id="count" icon="barcode" label={sheetListMessages.countMatching} />
                    <MenuAction id="default" icon="settings" label={text.defaultThreshold} />
                  </Menu>
                </Popover>
              </MenuTrigger>
            )}
            {may('stock.write') && <NewDelivery />}
          </>
        }
      />
      <StockTabs />
      <BinEditing value={may('stock.write') ? setBinOf : null}>
        <DataGrid
          label={text.title}
          path="/stock"
          noun={text.noun}
          columns={columns}
          filters={filters}
          {...grid}
          first={first}
          loadPage={shown.loadPage}
          getKey={keyOf}
          getName={nameOf}
          getPath={pathOf}
          {...(may('stock.write')
            ? {
                bulkActions: (target: BulkTarget) => (
                  <BulkStock target={target} input={toListInput(grid.state)} shown={shown} onDone={reload} />
                ),
              }
            : {})}
          onExport={(target) => setExported(target ?? 'matching')}
          changedRows={changed}
          empty={
            <ScreenState icon="stock" title={text.emptyTitle} text={text.emptyText}>
              {may('catalogue.import') && (
                <Link className="act" to="/imports">
                  {text.importList}
                </Link>
              )}
            </ScreenState>
          }
        />
      </BinEditing>
      {binOf && <BinDialog item={binOf} onClose={() => setBinOf(null)} onDone={reload} />}
      {exported !== null && (
        <ExportStock
          selection={exported === 'matching' ? null : exported.selection}
          input={toListInput(grid.state)}
          onClose={() => setExported(null)}
        />
      )}
      {dialog === 'default' && <DefaultsDialog onClose={() => setDialog(null)} onDone={reload} />}
      {dialog === 'count' && (
        <StartCountDialog
          count={first.ok ? matching(first.value.total) : 0}
          collect={(goOn) => collectStockIds({ isAllMatching: true, keys: new Set() }, toListInput(grid.state), goOn)}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
