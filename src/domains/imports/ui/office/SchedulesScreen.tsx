/** The schedules of imports. */
import { useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { IMPORT_STATE_LABELS, importListMessages, scheduleMessages as text } from '#domains/imports/messages/office.ts';
import { IMPORT_STATES } from '#domains/imports/model/import-state.ts';
import type { ImportSchedule } from '#domains/imports/schedule-contract.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { scheduleCalls } from './import-calls.ts';
import { IMPORT_TONES } from './import-list-spec.tsx';
import type { loadSchedules } from './load-imports.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import './imports.css';

function LastImport({ schedule: { lastImport, lastProblem } }: { readonly schedule: ImportSchedule }) {
  const state = IMPORT_STATES.find((each) => each === lastImport?.state);
  if (lastImport === null || state === undefined) return <span className="text-muted">{text.never}</span>;
  return (
    <Link className="link" to={`/imports/${lastImport.id}`} title={lastProblem}>
      <Badge tone={IMPORT_TONES[state]}>{IMPORT_STATE_LABELS[state]}</Badge>
    </Link>
  );
}

export function SchedulesScreen() {
  const { rows, saved, hasFolder } = useLoaderData<typeof loadSchedules>();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [edited, setEdited] = useState<ImportSchedule | 'new' | null>(null);
  const [removed, setRemoved] = useState<ImportSchedule | null>(null);
  const [running, setRunning] = useState<number | null>(null);
  const run = async (id: number): Promise<void> => {
    setRunning(id);
    const result = await scheduleCalls.runImportSchedule({ id });
    setRunning(null);
    if (!result.ok) return toastFailed(result.title);
    await navigate(`/imports/${result.value.importId}`);
  };
  const remove = async ({ id }: ImportSchedule): Promise<void> => {
    const result = await scheduleCalls.deleteImportSchedule({ id });
    setRemoved(null);
    if (!result.ok) return toastFailed(result.title);
    toastDone(text.removed);
    await revalidator.revalidate();
  };
  const add = (
    <Button tone="primary" icon="plus" isDisabled={saved.length === 0} onPress={() => setEdited('new')}>
      {text.add}
    </Button>
  );
  return (
    <div className="screen">
      <PageHeader title={text.title} parent={{ label: importListMessages.title, to: '/imports' }} actions={add} />
      {rows.length === 0 ? (
        <ScreenState icon="imports" title={text.emptyTitle} text={saved.length === 0 ? text.needsMapping : text.emptyText} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
        <section className="panel table-scroll" aria-label={text.title} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{text.columns.name}</th>
                <th scope="col">{text.columns.supplier}</th>
                <th scope="col">{text.columns.next}</th>
                <th scope="col">{text.columns.last}</th>
                <th scope="col">
                  <span className="visually-hidden">{text.columns.state}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((schedule) => (
                <tr key={schedule.id}>
                  <th scope="row">{schedule.name}</th>
                  <td>{schedule.supplier}</td>
                  <td>
                    {schedule.nextRunAt === null ? (
                      <Badge>{text.off}</Badge>
                    ) : (
                      `${formatRelative(schedule.nextRunAt, timeZoneOf(schedule.market))} ${schedule.market}`
                    )}
                  </td>
                  <td>
                    <LastImport schedule={schedule} />
                  </td>
                  <td>
                    <div className="act-row">
                      <Button isPending={running === schedule.id} onPress={() => void run(schedule.id)}>
                        {text.run}
                      </Button>
                      <Button onPress={() => setEdited(schedule)}>{text.edit}</Button>
                      <Button onPress={() => setRemoved(schedule)}>{text.remove}</Button>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {edited !== null && (
        <ScheduleDialog
          schedule={edited === 'new' ? null : edited}
          saved={saved}
          hasFolder={hasFolder}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void revalidator.revalidate();
          }}
        />
      )}
      {removed !== null && (
        <ConfirmDialog
          title={text.removeTitle(removed.name)}
          isOpen
          onClose={() => setRemoved(null)}
          onConfirm={() => void remove(removed)}
          action={text.remove}
          consequences={text.removeConsequences}
          isDanger
        />
      )}
    </div>
  );
}
