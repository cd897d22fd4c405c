/** The list of claims. */
import { useCallback, useMemo } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import type { ClaimRow } from '#domains/selling/claims/office-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { useSavedViews } from '#domains/staff/ui/office/use-saved-views.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { claimCalls } from './claim-calls.ts';
import { CLAIM_COLUMNS, CLAIM_LIMITS, CLAIM_VIEWS, claimFilters } from './claim-list-spec.tsx';
import type { loadClaims } from './load-claims.ts';
import './claims.css';

const keyOf = ({ id }: ClaimRow): string => id;
const nameOf = ({ number }: ClaimRow): string => text.rowName(number);
const pathOf = ({ id }: ClaimRow): string => `/claims/${id}`;

export function ClaimsScreen() {
  const { first, input } = useLoaderData<typeof loadClaims>();
  const me = useMe();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const changed = useChangedRows('claim', first);
  const state = useMemo(() => parseGridState(params, CLAIM_LIMITS), [params]);
  const saved = useSavedViews('claims', CLAIM_LIMITS, state);
  const columns = useMemo(
    () => (me.markets.length > 1 ? CLAIM_COLUMNS : CLAIM_COLUMNS.filter(({ key }) => key !== 'market')),
    [me.markets],
  );
  const filters = useMemo(() => claimFilters(me.markets), [me.markets]);
  const views = useMemo(() => [...CLAIM_VIEWS, ...saved.views], [saved.views]);
  const loadPage = useCallback((cursor: string) => claimCalls.claims({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <DataGrid
        label={text.title}
        path="/claims"
        noun={text.noun}
        columns={columns}
        filters={filters}
        limits={CLAIM_LIMITS}
        state={state}
        onStateChange={(next) => void navigate({ search: formatGridState(next, CLAIM_LIMITS).toString() }, { replace: next.q !== state.q })}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={views}
        onSaveView={saved.save}
        onUpdateView={saved.update}
        onDeleteView={saved.remove}
        changedRows={changed}
        empty={<ScreenState icon="warning" title={text.emptyTitle} text={text.emptyText} />}
      />
    </div>
  );
}
