/** The list of staff. */
import { useCallback, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router';
import { staffListMessages as text } from '#domains/staff/messages/people.ts';
import { Button } from '#ui/office/Button.tsx';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
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
import { useListGrid } from './use-list-grid.ts';

const keyOf = ({ id }: StaffMember): string => String(id);
const nameOf = ({ name, email }: StaffMember): string => name || email;
const pathOf = ({ id }: StaffMember): string => `/staff/${id}`;

export function StaffListScreen() {
  const { first, input, roles } = useLoaderData<typeof loadStaffList>();
  const may = useMay();
  const [isInviting, setIsInviting] = useState(false);
  const changed = useChangedRows('staff', first);
  const grid = useListGrid('staff', STAFF_LIMITS, STAFF_VIEWS);
  const filters = useMemo(() => staffFilters(roles), [roles]);
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
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        changedRows={changed}
        empty={<ScreenState icon="staff" title={text.emptyTitle} text={text.emptyText} />}
      />
      {isInviting && <InviteDialog roles={roles} onClose={() => setIsInviting(false)} />}
    </div>
  );
}
