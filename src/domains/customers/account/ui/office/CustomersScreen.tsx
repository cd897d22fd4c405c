/** The list of customers: accounts and guests who ordered. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router';
import { customerListMessages as text } from '#domains/customers/account/messages/office.ts';
import type { CustomerRow } from '#domains/customers/account/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { customerCalls } from './customer-calls.ts';
import { CUSTOMER_LIMITS, CUSTOMER_VIEWS, customerColumns, customerFilters } from './customer-list-spec.tsx';
import { ExportCustomers } from './ExportCustomers.tsx';
import type { loadCustomers } from './load-customers.ts';

const keyOf = ({ id }: CustomerRow): string => String(id);
const nameOf = ({ name, email }: CustomerRow): string => text.rowName(name, email);
const pathOf = ({ key, market }: CustomerRow): string => `/customers/${key}?market=${market}`;

function NoCustomers() {
  return <ScreenState icon="customers" title={text.emptyTitle} text={text.emptyText} />;
}

export function CustomersScreen() {
  const { first, input } = useLoaderData<typeof loadCustomers>();
  const me = useMe();
  const may = useMay();
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const changed = useChangedRows('customer', first);
  const grid = useListGrid('customers', CUSTOMER_LIMITS, CUSTOMER_VIEWS);
  const columns = useMemo(() => customerColumns(me.markets), [me.markets]);
  const filters = useMemo(() => customerFilters(me.markets), [me.markets]);
  const loadPage = useCallback((cursor: string) => customerCalls.customers({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const canExport = may('customers.export');
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <DataGrid
        label={text.title}
        path="/customers"
        noun={text.noun}
        columns={columns}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(canExport ? { bulkActions: () => null, onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') } : {})}
        changedRows={changed}
        empty={<NoCustomers />}
      />
      {exported !== null && (
        <ExportCustomers
          selection={exported === 'matching' ? null : exported.selection}
          input={toListInput(grid.state)}
          onClose={() => setExported(null)}
        />
      )}
    </div>
  );
}
