/** Columns, filters and views of the list of imports. */

import {
  IMPORT_KIND_LABELS,
  IMPORT_SOURCE_LABELS,
  IMPORT_STATE_LABELS,
  importListMessages as text,
} from '#domains/imports/messages/office.ts';
import { IMPORT_SOURCES, IMPORT_STATES, type ImportState } from '#domains/imports/model/import-state.ts';
import type { ImportRow } from '#domains/imports/office-contract.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const IMPORT_TONES: Readonly<Record<ImportState, Tone>> = {
  uploading: 'info',
  inspecting: 'info',
  mapping: 'wait',
  comparing: 'info',
  ready: 'wait',
  held: 'wait',
  applying: 'info',
  done: 'good',
  cancelled: 'plain',
  failed: 'bad',
  undoing: 'info',
  undone: 'plain',
};

/** A state, with how far it is. */
export function ImportStateBadge({
  row: { state, progress, progressTotal },
}: {
  readonly row: Pick<ImportRow, 'state' | 'progress' | 'progressTotal'>;
}) {
  const percent = text.percent(progress, progressTotal);
  return (
    <Badge tone={IMPORT_TONES[state]}>{percent === '' ? IMPORT_STATE_LABELS[state] : `${IMPORT_STATE_LABELS[state]} ${percent}`}</Badge>
  );
}

const countColumn = (key: 'new' | 'changed' | 'unchanged' | 'rejected', label: string): GridColumn<ImportRow> => ({
  key,
  label,
  width: '80px',
  isNumeric: true,
  ...(key === 'unchanged' ? { isExtra: true } : {}),
  render: ({ counts }) => (counts === null ? '' : counts[key].toLocaleString('en-AU')),
});

export const IMPORT_COLUMNS: readonly GridColumn<ImportRow>[] = [
  {
    key: 'file',
    label: text.columns.file,
    width: 'minmax(200px, 1.6fr)',
    isKey: true,
    phone: '1-start',
    render: ({ file, kind, mapping }) => (
      <span className="cell-two">
        <span>{file}</span>
        <span className="text-muted small">{mapping === '' ? IMPORT_KIND_LABELS[kind] : mapping}</span>
      </span>
    ),
  },
  { key: 'state', label: text.columns.state, width: '168px', phone: '2-start', render: (row) => <ImportStateBadge row={row} /> },
  {
    key: 'started',
    label: text.columns.started,
    sort: 'started',
    width: '152px',
    phone: '2-end',
    render: ({ startedAt }) => <span className="num">{formatRelative(startedAt, timeZoneOf(DEFAULT_MARKET))}</span>,
  },
  { key: 'by', label: text.columns.by, width: 'minmax(120px, 0.8fr)', rank: 4, render: ({ by }) => by || text.commandLine },
  countColumn('new', text.columns.counts),
  countColumn('changed', text.columns.changed),
  countColumn('unchanged', text.columns.unchanged),
  countColumn('rejected', text.columns.rejected),
];

export const IMPORT_FILTERS: readonly GridFilter[] = [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: IMPORT_STATES.map((value) => ({ value, label: IMPORT_STATE_LABELS[value] })),
  },
  {
    key: 'source',
    label: text.filters.source,
    kind: 'options',
    options: IMPORT_SOURCES.map((value) => ({ value, label: IMPORT_SOURCE_LABELS[value] })),
  },
  { key: 'started', label: text.filters.started, kind: 'date' },
];

export const IMPORT_LIMITS: GridLimits = {
  filters: ['state', 'source', 'started'],
  sorts: ['started'],
  defaultSort: { key: 'started', isDescending: true },
  columns: IMPORT_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const IMPORT_VIEWS: readonly GridView[] = [
  builtInView(IMPORT_LIMITS, 'all', text.views.all),
  builtInView(IMPORT_LIMITS, 'waiting', text.views.waiting, { state: 'mapping,ready,held' }),
  builtInView(IMPORT_LIMITS, 'failed', text.views.failed, { state: 'failed' }),
];
