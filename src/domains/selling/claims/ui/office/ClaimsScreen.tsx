/** The list of claims. */
import { useCallback, useMemo, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import { supplierClaimMessages as supplierText } from '#domains/selling/claims/messages/supplier.ts';
import type { ClaimRow } from '#domains/selling/claims/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { claimCalls } from './claim-calls.ts';
import { CLAIM_COLUMNS, CLAIM_LIMITS, CLAIM_VIEWS, claimFilters } from './claim-list-spec.tsx';
import type { loadClaims } from './load-claims.ts';
import { SupplierDialog } from './SupplierDialog.tsx';
import { collectClaimIds } from './selected-claims.ts';
import './claims.css';

const keyOf = ({ id }: ClaimRow): string => id;
const nameOf = ({ number }: ClaimRow): string => text.rowName(number);
const pathOf = ({ id }: ClaimRow): string => `/claims/${id}`;

export function ClaimsScreen() {
  const { first, input } = useLoaderData<typeof loadClaims>();
  const me = useMe();
  const may = useMay();
  const changed = useChangedRows('claim', first);
  const revalidator = useRevalidator();
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const [claimed, setClaimed] = useState<BulkTarget | null>(null);
  const grid = useListGrid('claims', CLAIM_LIMITS, CLAIM_VIEWS);
  const columns = useMemo(
    () => (me.markets.length > 1 ? CLAIM_COLUMNS : CLAIM_COLUMNS.filter(({ key }) => key !== 'market')),
    [me.markets],
  );
  const filters = useMemo(() => claimFilters(me.markets), [me.markets]);
  const loadPage = useCallback((cursor: string) => claimCalls.claims({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          may('reports.read') && (
            <Link className="act" to="/claims/report">
              {text.report}
            </Link>
          )
        }
      />
      <DataGrid
        label={text.title}
        path="/claims"
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
          ? {
              bulkActions: (target: BulkTarget) => (
                <Button icon="mail" onPress={() => setClaimed(target)}>
                  {supplierText.action}
                </Button>
              ),
            }
          : {})}
        {...(may('orders.export') ? { onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') } : {})}
        changedRows={changed}
        empty={<ScreenState icon="warning" title={text.emptyTitle} text={text.emptyText} />}
      />
      {exported !== null && (
        <ExportDialog
          fileName="claims"
          text={text}
          selection={exported === 'matching' ? null : exported.selection}
          collect={(chosen, onProgress) => collectClaimIds(chosen, toListInput(grid.state), onProgress)}
          loadPage={(ids, cursor) =>
            claimCalls.exportClaims({
              ...toListInput(grid.state),
              ...(ids === null ? {} : { ids: [...ids] }),
              ...(cursor === undefined ? {} : { cursor }),
            })
          }
          onClose={() => setExported(null)}
        />
      )}
      {claimed !== null && (
        <SupplierDialog
          selection={claimed.selection}
          input={toListInput(grid.state)}
          onClose={() => {
            setClaimed(null);
            void revalidator.revalidate();
          }}
        />
      )}
    </div>
  );
}
