/** The list of staff. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { staffListMessages as text } from '#domains/staff/messages/people.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { InviteDialog } from './InviteDialog.tsx';
import type { loadStaffList } from './load-people.ts';
import { useMay } from './me.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { peopleCalls } from './people-calls.ts';
import { STAFF_COLUMNS, STAFF_LIMITS, STAFF_VIEWS, type StaffMember, staffFilters } from './staff-list-spec.tsx';
import { useSavedViews } from './use-saved-views.ts';

const keyOf = ({ id }: StaffMember): string => String(id);
const nameOf = ({ name, email }: StaffMember): string => name || email;
const pathOf = ({ id }: StaffMember): string => `/staff/${id}`;

export function StaffListScreen() {
  const { first, input, roles } = useLoaderData<typeof loadStaffList>();
  const may = useMay();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [isInviting, setIsInviting] = useState(false);
  const changed = useChangedRows('staff', first);
  const state = useMemo(() => parseGridState(params, STAFF_LIMITS), [params]);
  const saved = useSavedViews('staff', STAFF_LIMITS, state);
  const filters = useMemo(() => staffFilters(roles), [roles]);
  const views = useMemo(() => [...STAFF_VIEWS, ...saved.views], [saved.views]);
  const loadPage = useCallback((cursor: string) => peopleCalls.staffList({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const mayInvite = may('staff.write');
  useScreenActions({ inviteStaff: mayInvite && (() => setIsInviting(true)) });
  const invite = mayInvite && (
    <Button tone="primary" icon="plus" onPress={() => setIsInviting(true)}>
      {text.invite}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader title={text.title} actions={invite} />
      <PeopleTabs />
      <DataGrid
        label={text.title}
        path="/staff"
        noun={text.noun}
        columns={STAFF_COLUMNS}
        filters={filters}
        limits={STAFF_LIMITS}
        state={state}
        onStateChange={(next) => void navigate({ search: formatGridState(next, STAFF_LIMITS).toString() }, { replace: next.q !== state.q })}
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
        empty={<ScreenState icon="staff" title={text.emptyTitle} text={text.emptyText} />}
      />
      {isInviting && <InviteDialog roles={roles} onClose={() => setIsInviting(false)} />}
    </div>
  );
}
