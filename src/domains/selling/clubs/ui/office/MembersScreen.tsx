/** The list of club members. */
import { useCallback, useMemo, useState } from 'react';
import { Link, useLoaderData, useRevalidator } from 'react-router';
import { clubListMessages } from '#domains/selling/clubs/messages/club-records.ts';
import { clubCalendarMessages, exportMemberMessages, memberListMessages as text } from '#domains/selling/clubs/messages/office.ts';
import type { MemberRow } from '#domains/selling/clubs/office-contract.ts';
import { useMay, useMe } from '#domains/staff/ui/office/me.ts';
import { useListGrid } from '#domains/staff/ui/office/use-list-grid.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { toListInput } from '#ui/office/grid/grid-state.ts';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { useChangedRows } from '#ui/office/grid/use-changed-rows.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { BulkMembers } from './BulkMembers.tsx';
import type { loadMembers } from './load-members.ts';
import { memberCalls } from './member-calls.ts';
import { MEMBER_LIMITS, MEMBER_VIEWS, memberColumns, memberFilters } from './member-list-spec.tsx';
import { collectMemberIds } from './selected-members.ts';

const keyOf = ({ id }: MemberRow): string => id;
const nameOf = ({ name, email }: MemberRow): string => name || email || text.erased;
const pathOf = ({ id }: MemberRow): string => `/clubs/members/${id}`;

function NoMembers() {
  return (
    <ScreenState icon="clubs" title={text.emptyTitle} text={text.emptyText}>
      <Link className="act" to="/clubs/records">
        {text.toClubs}
      </Link>
    </ScreenState>
  );
}

export function MembersScreen() {
  const { first, input, clubs } = useLoaderData<typeof loadMembers>();
  const me = useMe();
  const may = useMay();
  const revalidator = useRevalidator();
  const changed = useChangedRows('membership', first);
  const [exported, setExported] = useState<BulkTarget | 'matching' | null>(null);
  const grid = useListGrid('members', MEMBER_LIMITS, MEMBER_VIEWS);
  const columns = useMemo(() => memberColumns(me.markets), [me.markets]);
  const filters = useMemo(() => memberFilters(me.markets, clubs), [me.markets, clubs]);

  const loadPage = useCallback((cursor: string) => memberCalls.members({ ...input, cursor, limit: PAGE_ROWS }), [input]);
  const reload = (): void => void revalidator.revalidate();
  return (
    <div className="list-screen">
      <PageHeader
        title={text.title}
        actions={
          <>
            <Link className="act" to="/clubs/calendar">
              <OfficeIcon name="calendar" />
              {clubCalendarMessages.open}
            </Link>
            <Link className="act" to="/clubs/records">
              <OfficeIcon name="clubs" />
              {clubListMessages.open}
            </Link>
          </>
        }
      />
      <DataGrid
        label={text.label}
        path="/clubs"
        noun={text.noun}
        columns={columns}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        {...(may('clubs.write')
          ? { bulkActions: (target: BulkTarget) => <BulkMembers target={target} input={toListInput(grid.state)} onDone={reload} /> }
          : {})}
        {...(may('customers.export') ? { onExport: (target: BulkTarget | null) => setExported(target ?? 'matching') } : {})}
        changedRows={changed}
        empty={<NoMembers />}
      />
      {exported !== null && (
        <ExportDialog
          fileName="members"
          text={exportMemberMessages}
          selection={exported === 'matching' ? null : exported.selection}
          collect={(selection, onProgress) => collectMemberIds(selection, toListInput(grid.state), onProgress)}
          loadPage={(ids, cursor) =>
            memberCalls.exportMembers({
              ...toListInput(grid.state),
              ...(ids === null ? {} : { ids: [...ids] }),
              ...(cursor === undefined ? {} : { cursor }),
            })
          }
          onClose={() => setExported(null)}
        />
      )}
    </div>
  );
}
