/** Columns, filters and views of webhooks and errors. */
import {
  ERROR_STATUS_LABELS,
  errorMessages,
  WEBHOOK_EVENTS,
  WEBHOOK_STATE_LABELS,
  webhookMessages,
} from '#domains/system/messages/records.ts';
import { ERROR_STATUSES, type ErrorStatus, WEBHOOK_STATES, type WebhookState } from '#domains/system/model/record-states.ts';
import type { SystemErrorGroup, SystemWebhook } from '#domains/system/records-contract.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

const relative = (iso: string): string => formatRelative(iso, ownTimeZone());

export const WEBHOOK_TONES: Readonly<Record<WebhookState, Tone>> = { pending: 'wait', delivered: 'good', failed: 'bad' };
export const nameEvent = (event: string): string => WEBHOOK_EVENTS[event] ?? event;

export const WEBHOOK_COLUMNS: readonly GridColumn<SystemWebhook>[] = [
  {
    key: 'event',
    label: webhookMessages.columns.event,
    width: 'minmax(170px, 1fr)',
    isKey: true,
    phone: '1-start',
    render: ({ event, order }) => (
      <span className="cell-two">
        <span>{nameEvent(event)}</span>
        <span className="text-muted small">{webhookMessages.order(order.number, order.market)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    label: webhookMessages.columns.state,
    width: '120px',
    phone: '1-end',
    render: ({ state }) => <Badge tone={WEBHOOK_TONES[state]}>{WEBHOOK_STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'response',
    label: webhookMessages.columns.response,
    width: 'minmax(140px, 1fr)',
    phone: '2-start',
    render: ({ lastResponse }) => (lastResponse === '' ? webhookMessages.noAnswer : webhookMessages.answered(lastResponse)),
  },
  { key: 'attempts', label: webhookMessages.columns.attempts, width: '90px', isNumeric: true, render: ({ attempts }) => attempts },
  { key: 'url', label: webhookMessages.columns.url, width: 'minmax(160px, 1.2fr)', render: ({ url }) => url },
  {
    key: 'created',
    label: webhookMessages.columns.created,
    width: '164px',
    phone: '2-end',
    render: ({ createdAt }) => <span className="num">{relative(createdAt)}</span>,
  },
];

export const WEBHOOK_FILTERS: readonly GridFilter[] = [
  {
    key: 'state',
    label: webhookMessages.filters.state,
    kind: 'choice',
    options: WEBHOOK_STATES.map((value) => ({ value, label: WEBHOOK_STATE_LABELS[value] })),
  },
];

const limitsOf = (filters: readonly GridFilter[], columns: readonly { readonly key: string }[], sort: string): GridLimits => ({
  filters: filters.map(({ key }) => key),
  sorts: [],
  defaultSort: { key: sort, isDescending: true },
  columns: columns.map(({ key }) => key),
});

export const WEBHOOK_LIMITS = limitsOf(WEBHOOK_FILTERS, WEBHOOK_COLUMNS, 'created');
export const WEBHOOK_VIEWS: readonly GridView[] = [
  builtInView(WEBHOOK_LIMITS, 'failed', webhookMessages.views.failed, { state: 'failed' }),
  builtInView(WEBHOOK_LIMITS, 'waiting', webhookMessages.views.waiting, { state: 'pending' }),
];

export const ERROR_TONES: Readonly<Record<ErrorStatus, Tone>> = { open: 'bad', resolved: 'good', ignored: 'plain' };

export const ERROR_COLUMNS: readonly GridColumn<SystemErrorGroup>[] = [
  {
    key: 'error',
    label: errorMessages.columns.error,
    width: 'minmax(240px, 2.4fr)',
    isKey: true,
    phone: '1-start',
    render: ({ title, component }) => (
      <span className="cell-two">
        <span>{title}</span>
        <span className="text-muted small">{component}</span>
      </span>
    ),
  },
  {
    key: 'status',
    label: errorMessages.columns.status,
    width: '110px',
    phone: '2-start',
    render: ({ status }) => <Badge tone={ERROR_TONES[status]}>{ERROR_STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'count',
    label: errorMessages.columns.count,
    width: '80px',
    isNumeric: true,
    render: ({ occurrences }) => occurrences.toLocaleString('en-AU'),
  },
  {
    key: 'source',
    label: errorMessages.columns.source,
    width: '100px',
    render: ({ source }) => errorMessages.sources[source] ?? source,
  },
  {
    key: 'first',
    label: errorMessages.columns.first,
    width: '164px',
    isExtra: true,
    render: ({ firstSeen }) => <span className="num">{relative(firstSeen)}</span>,
  },
  {
    key: 'last',
    label: errorMessages.columns.last,
    width: '164px',
    phone: '2-end',
    render: ({ lastSeen }) => <span className="num">{relative(lastSeen)}</span>,
  },
];

export const ERROR_FILTERS: readonly GridFilter[] = [
  {
    key: 'status',
    label: errorMessages.filters.status,
    kind: 'choice',
    options: ERROR_STATUSES.map((value) => ({ value, label: ERROR_STATUS_LABELS[value] })),
  },
  {
    key: 'source',
    label: errorMessages.filters.source,
    kind: 'choice',
    options: Object.entries(errorMessages.sources).map(([value, label]) => ({ value, label })),
  },
];

export const ERROR_LIMITS = limitsOf(ERROR_FILTERS, ERROR_COLUMNS, 'seen');
export const ERROR_VIEWS: readonly GridView[] = [builtInView(ERROR_LIMITS, 'open', errorMessages.views.open, { status: 'open' })];
