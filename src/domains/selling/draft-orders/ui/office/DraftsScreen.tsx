/** The list of draft orders. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router';
import { draftListMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftRow } from '#domains/selling/draft-orders/office-contract.ts';
import { orderListMessages } from '#domains/selling/orders/messages/office.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { draftCalls } from './draft-calls.ts';
import { DRAFT_COLUMNS, DRAFT_LIMITS, DRAFT_VIEWS, draftFilters } from './draft-list-spec.tsx';
import type { loadDrafts } from './load-drafts.ts';
import { NewDraft, NewDraftDialog } from './NewDraft.tsx';

const keyOf = ({ id }: DraftRow): string => id;
const nameOf = ({ email }: DraftRow): string => text.rowName(email);
const pathOf = ({ id }: DraftRow): string => `/draft-orders/${id}`;

export function DraftsScreen() {
  const { first, input } = useLoaderData<typeof loadDrafts>();
  const { markets } = useMe();
  const grid = useListGrid('draft_orders', DRAFT_LIMITS, DRAFT_VIEWS);
  const filters = useMemo(() => draftFilters(markets), [markets]);
  const loadPage = useCallback((cursor: string) => draftCalls.draftOrders({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const [isCreating, setIsCreating] = useState(false);
  useScreenActions({ newDraftOrder: () => setIsCreating(true) });
  useLiveReload('draft_order');
  return (
    <div className="list-screen">
      <PageHeader title={text.title} parent={{ label: orderListMessages.title, to: '/orders' }} actions={<NewDraft />} />
      <DataGrid
        label={text.title}
        path="/draft-orders"
        noun={text.noun}
        columns={DRAFT_COLUMNS}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        changedRows={0}
        empty={
          <ScreenState icon="orders" title={text.emptyTitle} text={text.emptyText}>
            <NewDraft />
          </ScreenState>
        }
      />
      {isCreating && <NewDraftDialog onClose={() => setIsCreating(false)} />}
    </div>
  );
}
