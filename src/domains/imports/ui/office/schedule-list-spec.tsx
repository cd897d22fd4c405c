/** Columns, filters and rules of the list of schedules. */
import { Link } from 'react-router';
import { IMPORT_STATE_LABELS, scheduleMessages as text } from '#domains/imports/messages/office.ts';
import { IMPORT_STATES, type ImportState } from '#domains/imports/model/import-state.ts';
import type { ImportSchedule } from '#domains/imports/schedule-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import type { LocalRules } from '#ui/office/grid/local-rows.ts';
import { RowMenu } from '#ui/office/grid/RowMenu.tsx';
import { IMPORT_TONES } from './import-list-spec.tsx';

/** The state of the last import. Null before the first. */
const lastState = ({ lastImport }: ImportSchedule): ImportState | null => IMPORT_STATES.find((each) => each === lastImport?.state) ?? null;

/** `Mon, Tue 06:30, 14:00`. */
const describeTimes = ({ weekdays, times }: ImportSchedule): string =>
  [weekdays.length === 7 ? text.everyDay : weekdays.map((day) => text.weekdays[day - 1]?.slice(0, 3)).join(', '), times.join(', ')].join(
    ' ',
  );

function LastImport({ schedule }: { readonly schedule: ImportSchedule }) {
  const { lastImport, lastProblem } = schedule;
  const state = lastState(schedule);
  if (lastImport === null || state === null) return <span className="text-muted">{text.never}</span>;
  return (
    <Link className="link" to={`/imports/${lastImport.id}`} title={lastProblem} tabIndex={-1}>
      <Badge tone={IMPORT_TONES[state]}>{IMPORT_STATE_LABELS[state]}</Badge>
    </Link>
  );
}

export interface ScheduleActions {
  /** Id of the schedule that runs now. */
  readonly running: number | null;
  readonly onRun: (schedule: ImportSchedule) => void;
  readonly onEdit: (schedule: ImportSchedule) => void;
  readonly onRemove: (schedule: ImportSchedule) => void;
}

function Actions({ schedule, actions }: { readonly schedule: ImportSchedule; readonly actions: ScheduleActions }) {
  const { running, onRun, onEdit, onRemove } = actions;
  return (
    <span className="act-row">
      <Button aria-label={text.runOf(schedule.name)} isPending={running === schedule.id} onPress={() => onRun(schedule)}>
        {text.run}
      </Button>
      <RowMenu
        name={schedule.name}
        actions={[
          { id: 'edit', label: text.edit, run: () => onEdit(schedule) },
          { id: 'remove', label: text.remove, run: () => onRemove(schedule), isDanger: true },
        ]}
      />
    </span>
  );
}

export const scheduleColumns = (actions: ScheduleActions): readonly GridColumn<ImportSchedule>[] => [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(160px, 1.2fr)',
    isKey: true,
    phone: '1-start',
    render: ({ name }) => (
      <span className="cell-two">
        <span className="cell-wrap">{name}</span>
      </span>
    ),
  },
  {
    key: 'supplier',
    label: text.columns.supplier,
    sort: 'supplier',
    width: 'minmax(120px, 1fr)',
    phone: '2-start',
    render: ({ supplier }) => supplier,
  },
  { key: 'times', label: text.columns.times, width: 'minmax(170px, 1fr)', render: describeTimes },
  {
    key: 'next',
    label: text.columns.next,
    sort: 'next',
    width: MARKET_TIME_WIDTH,
    phone: '3-start',
    rank: 1,
    render: ({ nextRunAt, market }) => (nextRunAt === null ? <Badge>{text.off}</Badge> : <MarketTime at={nextRunAt} market={market} />),
  },
  { key: 'last', label: text.columns.last, width: '130px', phone: '2-end', render: (schedule) => <LastImport schedule={schedule} /> },
  {
    key: 'source',
    label: text.columns.source,
    width: 'minmax(160px, 1fr)',
    isExtra: true,
    render: ({ location }) => location,
  },
  {
    key: 'actions',
    label: text.columns.actions,
    isLabelHidden: true,
    width: '156px',
    phone: '1-end',
    rank: 0,
    render: (schedule) => <Actions schedule={schedule} actions={actions} />,
  },
];

export const SCHEDULE_FILTERS: readonly GridFilter[] = [
  {
    key: 'state',
    label: text.columns.state,
    kind: 'choice',
    options: [
      { value: 'on', label: text.on },
      { value: 'off', label: text.off },
    ],
  },
  {
    key: 'last',
    label: text.columns.last,
    kind: 'options',
    options: IMPORT_STATES.map((value) => ({ value, label: IMPORT_STATE_LABELS[value] })),
  },
];

export const SCHEDULE_LIMITS: GridLimits = {
  filters: SCHEDULE_FILTERS.map(({ key }) => key),
  sorts: ['name', 'supplier', 'next'],
  defaultSort: { key: 'name', isDescending: false },
  columns: ['name', 'supplier', 'times', 'next', 'last', 'source', 'actions'],
};

const viewOf = (id: keyof typeof text.views, filters: Readonly<Record<string, string>>): GridView =>
  builtInView(SCHEDULE_LIMITS, id, text.views[id], filters);

export const SCHEDULE_VIEWS: readonly GridView[] = [
  viewOf('waiting', { last: 'mapping,ready,held' }),
  viewOf('failed', { last: 'failed' }),
];

/** Schedules that do not run come last. */
const NEVER = '9999';

export const SCHEDULE_RULES: LocalRules<ImportSchedule> = {
  texts: ({ name, supplier, location }) => [name, supplier, location],
  filters: {
    state: ({ nextRunAt }, value) => (nextRunAt === null ? 'off' : 'on') === value,
    last: (schedule, value) => value.split(',').includes(lastState(schedule) ?? ''),
  },
  sorts: { name: ({ name }) => name, supplier: ({ supplier }) => supplier, next: ({ nextRunAt }) => nextRunAt ?? NEVER },
  csv: [
    { label: text.columns.name, value: ({ name }) => name },
    { label: text.columns.supplier, value: ({ supplier }) => supplier },
    { label: text.columns.source, value: ({ location }) => location },
    { label: text.columns.times, value: describeTimes },
    { label: text.market, value: ({ market }) => market },
    { label: text.columns.next, value: ({ nextRunAt }) => nextRunAt ?? '' },
    {
      label: text.columns.last,
      value: (schedule) => {
        const state = lastState(schedule);
        return state === null ? '' : IMPORT_STATE_LABELS[state];
      },
    },
  ],
};
