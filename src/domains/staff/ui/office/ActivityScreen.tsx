/** The activity log: who did what, with the fields before and after. */
import { useCallback, useMemo, useState } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { activityMessages as text } from '#domains/staff/messages/activity.ts';
import { type ActivityEntry, nameAction, nameActor, nameSubject } from '#domains/staff/model/activity-names.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { formatMoment, ownTimeZone } from '#ui/office/format-time.ts';
import { DataGrid } from '#ui/office/grid/DataGrid.tsx';
import { ExportDialog } from '#ui/office/grid/ExportDialog.tsx';
import { formatGridState } from '#ui/office/grid/grid-state.ts';
import { PAGE_ROWS } from '#ui/office/grid/list-loader.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { formatChange, pathOfEntries, pathOfSubject } from './activity.ts';
import { ACTIVITY_COLUMNS, ACTIVITY_LIMITS, activityFilters, toActivityInput } from './activity-list-spec.tsx';
import type { loadActivity } from './load-activity.ts';
import { useMe } from './me.ts';
import { PeopleTabs } from './PeopleTabs.tsx';
import { peopleCalls } from './people-calls.ts';
import { useListGrid } from './use-list-grid.ts';
import './people.css';

/** Parameter of the URL with the number of the open entry. */
const ENTRY = 'entry';

const keyOf = ({ id }: ActivityEntry): string => String(id);
const nameOf = ({ id }: ActivityEntry): string => text.entry(id);

function EntryDialog({ entry, onClose }: { readonly entry: ActivityEntry; readonly onClose: () => void }) {
  const zone = ownTimeZone();
  const path = pathOfSubject(entry.subject);
  return (
    <Dialog title={nameAction(entry.action)} isOpen onClose={onClose} isWide>
      <p>
        {nameSubject(entry.subject)} · {nameActor(entry.actor)} · {formatMoment(entry.at, zone)}
        {entry.ip && <span className="text-muted"> · {entry.ip}</span>}
      </p>
      {entry.changes.length === 0 ? (
        <p className="text-muted">{text.nothingChanged}</p>
      ) : (
        <table className="conflict">
          <caption className="visually-hidden">{text.detailTitle}</caption>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{text.before}</th>
              <th scope="col">{text.after}</th>
            </tr>
          </thead>
          <tbody>
            {entry.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{formatChange(before, zone)}</td>
                <td>{formatChange(after, zone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="act-row">
        {path !== null && (
          <Link className="link" to={path}>
            {text.openRecord}
          </Link>
        )}
        <Link className="link" to={pathOfEntries(entry.subject)}>
          {text.ofRecord}
        </Link>
      </p>
      <DialogEnd>
        <Button tone="primary" onPress={onClose}>
          {officeMessages.close}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

export function ActivityScreen() {
  const { first, input, people, about } = useLoaderData<typeof loadActivity>();
  const me = useMe();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const grid = useListGrid('activity', ACTIVITY_LIMITS);
  const filters = useMemo(() => activityFilters(people, me.markets, about), [people, me.markets, about]);
  const [isExporting, setIsExporting] = useState(false);
  const loadPage = useCallback((cursor: string) => peopleCalls.activity({ ...toActivityInput(input), cursor, limit: PAGE_ROWS }), [input]);
  const query = formatGridState(grid.state, ACTIVITY_LIMITS);
  const open = first.ok ? first.value.rows.find(({ id }) => String(id) === params.get(ENTRY)) : undefined;
  const pathOf = ({ id }: ActivityEntry): string => {
    const withEntry = new URLSearchParams(query);
    withEntry.set(ENTRY, String(id));
    return `/staff/activity?${withEntry}`;
  };
  return (
    <div className="list-screen">
      <PageHeader title={text.title} />
      <PeopleTabs />
      <DataGrid
        label={text.title}
        path="/staff/activity"
        noun={text.noun}
        columns={ACTIVITY_COLUMNS}
        filters={filters}
        {...grid}
        first={first}
        loadPage={loadPage}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        onExport={() => setIsExporting(true)}
        changedRows={0}
        empty={<ScreenState icon="note" title={text.emptyTitle} text={text.emptyText} />}
      />
      {isExporting && (
        <ExportDialog
          fileName="activity"
          text={text}
          selection={null}
          collect={async () => ({ ok: true, ids: [] })}
          loadPage={(_ids, cursor) =>
            peopleCalls.exportActivity({ ...toActivityInput(input), ...(cursor === undefined ? {} : { cursor }) })
          }
          onClose={() => setIsExporting(false)}
        />
      )}
      {open && <EntryDialog entry={open} onClose={() => void navigate({ search: query.toString() }, { replace: true })} />}
    </div>
  );
}
