/** The list of orders. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { labelMessages } from '#domains/selling/orders/messages/labels.ts';
import { orderListMessages as text } from '#domains/selling/orders/messages/office.ts';
import { outcomeMessages } from '#domains/selling/orders/messages/outcomes.ts';
import type { OrderRow } from '#domains/selling/orders/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { BulkOrders } from './BulkOrders.tsx';
import { ExportOrders } from './ExportOrders.tsx';
import { ManifestDialog } from './labels/ManifestDialog.tsx';
import type { loadOrders } from './load-orders.ts';
import { orderCalls } from './order-calls.ts';
import { ORDER_LIMITS, ORDER_VIEWS, orderColumns, orderFilters } from './order-list-spec.tsx';
import { exportRecord } from './outcomes/export-record.ts';

const keyOf = ({ id }: OrderRow): string => id;
const nameOf = ({ number }: OrderRow): string => text.rowName(number);
const pathOf = ({ id }: OrderRow): string => `/orders/${id}`;

function NoOrders() {
  const maySetUp = useMay()('settings.read');
  return (
    <ScreenState icon="orders" title={text.emptyTitle} text={text.emptyText}>
      {maySetUp && (
        <Link className="act" to="/setup">
          {text.setup}
        </Link>
      )}
    </ScreenState>
  );
}

/** @param newOrder the button that begins an order by phone */
export function OrdersScreen({ newOrder }: { readonly newOrder: ReactNode }) {
  const { first, input } = useLoaderData<typeof loadOrders>();
  const me = useMe();
  const may = useMay();
  const revalidator = useRevalidator();
  const changed = useChangedRows('order', first);
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const [isManifestOpen, setIsManifestOpen] = useState(false);
  const grid = useListGrid('orders', ORDER_LIMITS, ORDER_VIEWS);
  const columns = useMemo(() => orderColumns(me.markets), [me.markets]);
  const filters = useMemo(() => orderFilters(me.markets), [me.markets]);

  const loadPage = useCallback((cursor: string) => orderCalls.orders({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const reload = (): void => void revalidator.revalidate();
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <>
            {may('orders.export') && (
              <Button icon="download" onPress={() => void exportRecord()}>
                {outcomeMessages.exportRecord}
              </Button>
            )}
            {may('orders.ship') && (
              <Button icon="van" onPress={() => setIsManifestOpen(true)}>
                {labelMessages.manifestTitle}
              </Button>
            )}
            {may('orders.create') && (
              <>
                <Link className="act" to="/draft-orders">
                  {text.drafts}
                </Link>
                {newOrder}
              </>
            )}
          </>
        }
      />
      <DataGrid
        label={text.title}
        path="/orders"
        noun={text.noun}
        columns={columns}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('orders.write')
          ? { bulkActions: (target: BulkTarget) => <BulkOrders target={target} input={toListInput(grid.state)} onDone={reload} /> }
          : {})}
        {...(may('orders.export') ? { onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') } : {})}
        changedRows={changed}
        empty={<NoOrders />}
      />
      {isManifestOpen && <ManifestDialog onClose={() => setIsManifestOpen(false)} />}
      {exported !== null && (
        <ExportOrders
          selection={exported === 'matching' ? null : exported.selection}
          input={toListInput(grid.state)}
          onClose={() => setExported(null)}
        />
      )}
    </div>
  );
}
