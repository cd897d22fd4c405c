/** The list of draft orders. */
import { useCallback, useMemo } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { draftListMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import type { DraftRow } from '#domains/selling/draft-orders/office-contract.ts';
import { orderListMessages } from '#domains/selling/orders/messages/office.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { useSavedViews } from '#domains/staff/ui/office/use-saved-views.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { draftCalls } from './draft-calls.ts';
import { DRAFT_COLUMNS, DRAFT_LIMITS, DRAFT_VIEWS, draftFilters } from './draft-list-spec.tsx';
import type { loadDrafts } from './load-drafts.ts';
import { NewDraft } from './NewDraft.tsx';

const keyOf = ({ id }: DraftRow): string => id;
const nameOf = ({ email }: DraftRow): string => text.rowName(email);
const pathOf = ({ id }: DraftRow): string => `/draft-orders/${id}`;

export function DraftsScreen() {
  const { first, input } = useLoaderData<typeof loadDrafts>();
  const { markets } = useMe();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const state = useMemo(() => parseGridState(params, DRAFT_LIMITS), [params]);
  const saved = useSavedViews('draft_orders', DRAFT_LIMITS, state);
  const filters = useMemo(() => draftFilters(markets), [markets]);
  const views = useMemo(() => [...DRAFT_VIEWS, ...saved.views], [saved.views]);
  const loadPage = useCallback((cursor: string) => draftCalls.draftOrders({ ...input, cursor, limit: PAGE_ROWS }), [input]);
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
        limits={DRAFT_LIMITS}
        state={state}
        onStateChange={(next) => void navigate({ search: formatGridState(next, DRAFT_LIMITS).toString() }, { replace: next.q !== state.q })}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={views}
        onSaveView={saved.save}
        onUpdateView={saved.update}
        onDeleteView={saved.remove}
        changedRows={0}
        empty={
          <ScreenState icon="orders" title={text.emptyTitle} text={text.emptyText}>
            <NewDraft />
          </ScreenState>
        }
      />
    </div>
  );
}
