/** The schedules of imports. */
import { useState } from 'react';
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { importListMessages, scheduleMessages as text } from '#domains/imports/messages/office.ts';
import type { ImportSchedule } from '#domains/imports/schedule-contract.ts';
import { LocalGrid } from '#domains/staff/ui/office/LocalGrid.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatGridState, parseGridState } from '#ui/office/grid/grid-state.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { useScreenActions } from '#ui/office/screen-actions.ts';
import { scheduleCalls } from './import-calls.ts';
import type { loadSchedules } from './load-imports.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { SCHEDULE_FILTERS, SCHEDULE_LIMITS, SCHEDULE_RULES, SCHEDULE_VIEWS, scheduleColumns } from './schedule-list-spec.tsx';
import './imports.css';

const PATH = '/imports/schedules';
/** Parameter of the URL with the id of the open schedule. */
const OPEN = 'schedule';

const keyOf = ({ id }: ImportSchedule): string => String(id);
const nameOf = ({ name }: ImportSchedule): string => name;

export function SchedulesScreen() {
  const { rows, saved, hasFolder } = useLoaderData<typeof loadSchedules>();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const [params] = useSearchParams();
  const [isNew, setIsNew] = useState(false);
  const [removed, setRemoved] = useState<ImportSchedule | null>(null);
  const [running, setRunning] = useState<number | null>(null);
  const query = formatGridState(parseGridState(params, SCHEDULE_LIMITS), SCHEDULE_LIMITS);
  const pathOf = ({ id }: ImportSchedule): string => {
    const withOpen = new URLSearchParams(query);
    withOpen.set(OPEN, String(id));
    return `${PATH}?${withOpen}`;
  };
  const opened = rows.find(({ id }) => String(id) === params.get(OPEN)) ?? null;
  const close = (): void => {
    setIsNew(false);
    if (opened !== null) void navigate({ search: query.toString() }, { replace: true });
  };
  const run = async (id: number): Promise<void> => {
    setRunning(id);
    const result = await scheduleCalls.runImportSchedule({ id });
    setRunning(null);
    if (!result.ok) return toastFailed(result.title);
    await navigate(`/imports/${result.value.importId}`);
  };
  const remove = async ({ id, version }: ImportSchedule): Promise<void> => {
    const result = await scheduleCalls.deleteImportSchedule({ id, version });
    setRemoved(null);
    if (result.ok) toastDone(text.removed);
    else toastFailed(result.title);
    await revalidator.revalidate();
  };
  useScreenActions({ newSchedule: saved.length > 0 && (() => setIsNew(true)) });
  const columns = scheduleColumns({
    running,
    onRun: ({ id }) => void run(id),
    onEdit: (schedule) => void navigate(pathOf(schedule)),
    onRemove: setRemoved,
  });
  const add = (
    <Button tone="primary" icon="plus" isDisabled={saved.length === 0} onPress={() => setIsNew(true)}>
      {text.add}
    </Button>
  );
  return (
    <div className="list-screen">
      <PageHeader title={text.title} parent={{ label: importListMessages.title, to: '/imports' }} actions={add} />
      <LocalGrid
        list="import_schedules"
        label={text.title}
        path={PATH}
        noun={text.noun}
        columns={columns}
        filters={SCHEDULE_FILTERS}
        limits={SCHEDULE_LIMITS}
        rules={SCHEDULE_RULES}
        rows={rows}
        getKey={keyOf}
        getName={nameOf}
        getPath={pathOf}
        views={SCHEDULE_VIEWS}
        empty={
          <ScreenState icon="imports" title={text.emptyTitle} text={saved.length === 0 ? text.needsMapping : text.emptyText}>
            {saved.length === 0 && (
              <Link className="act" to="/imports">
                {text.importFile}
              </Link>
            )}
          </ScreenState>
        }
      />
      {(isNew || opened !== null) && (
        <ScheduleDialog
          key={opened?.id}
          schedule={opened}
          saved={saved}
          hasFolder={hasFolder}
          onClose={close}
          onSaved={() => void revalidator.revalidate().then(close)}
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
