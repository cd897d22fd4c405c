/** The list of store credit: what customers were given, earned, got back and spent. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { creditListMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import type { CreditRow } from '#domains/selling/store-credit/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { CreditTabs } from './CreditTabs.tsx';
import { creditCalls } from './credit-calls.ts';
import { CREDIT_COLUMNS, CREDIT_LIMITS, CREDIT_VIEWS, creditFilters, nameCustomer, nameKind } from './credit-list-spec.tsx';
import { ExportCredit } from './ExportCredit.tsx';
import { GrantDialog } from './GrantDialog.tsx';
import { LiabilityStrip } from './LiabilityStrip.tsx';
import type { loadCreditList } from './load-credit.ts';

const keyOf = ({ id }: CreditRow): string => String(id);
const nameOf = (row: CreditRow): string => text.rowName(nameKind(row.kind), nameCustomer(row));
const pathOf = ({ market, customerId }: CreditRow): string => `/credit/${market}/${customerId}`;

export function CreditListScreen() {
  const { first, input, liability } = useLoaderData<typeof loadCreditList>();
  const me = useMe();
  const may = useMay();
  const revalidator = useRevalidator();
  const [dialog, setDialog] = useState<'export' | 'grant' | null>(null);
  const changed = useChangedRows('credit', first);
  const grid = useListGrid('credit', CREDIT_LIMITS, CREDIT_VIEWS);
  const filters = useMemo(() => creditFilters(me.markets), [me.markets]);
  const loadPage = useCallback((cursor: string) => creditCalls.creditEntries({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const close = (): void => setDialog(null);
  const mayGrant = may('credit.write');
  useScreenActions({ grantCredit: mayGrant && (() => setDialog('grant')) });
  const grant = mayGrant && (
    <Button tone="primary" icon="plus" onPress={() => setDialog('grant')}>
      {text.grant}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader title={text.title} actions={grant} />
      <CreditTabs />
      <LiabilityStrip sums={liability.map((sum) => ({ ...sum, detail: text.holders(sum.customers) }))} />
      <DataGrid
        label={text.title}
        path="/credit"
        noun={text.noun}
        columns={CREDIT_COLUMNS}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('credit.export') ? { onExport: () => setDialog('export') } : {})}
        changedRows={changed}
        empty={
          <ScreenState icon="wallet" title={text.emptyTitle} text={text.emptyText}>
            {grant}
          </ScreenState>
        }
      />
      {dialog === 'export' && <ExportCredit input={toListInput(grid.state)} onClose={close} />}
      {dialog === 'grant' && (
        <GrantDialog
          onClose={close}
          onGranted={() => {
            close();
            void revalidator.revalidate();
          }}
        />
      )}
    </div>
  );
}
