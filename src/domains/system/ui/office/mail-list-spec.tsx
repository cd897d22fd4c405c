/** Columns, filters and views of the log of emails. */
import { MAIL_KIND_LABELS, MAIL_STATE_LABELS, mailMessages as text } from '#domains/outbound/mail/messages/office.ts';
import { MAIL_KINDS, MAIL_STATES, type MailState } from '#domains/outbound/mail/model/mail-log.ts';
import type { MailRow } from '#domains/outbound/mail/office-contract.ts';
import type { Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const MAIL_TONES: Readonly<Record<MailState, Tone>> = {
  queued: 'wait',
  sent: 'good',
  failed: 'bad',
  suppressed: 'bad',
  skipped: 'plain',
  bounced: 'bad',
  complaint: 'bad',
};

const relative = (iso: string): string => formatRelative(iso, ownTimeZone());

export const MAIL_COLUMNS: readonly GridColumn<MailRow>[] = [
  {
    key: 'recipient',
    label: text.columns.recipient,
    width: 'minmax(220px, 1.4fr)',
    isKey: true,
    phone: '1-start',
    render: ({ recipient, isSuppressed }) => (
      <span className="cell-two">
        <span>{recipient === '' ? text.noAddress : recipient}</span>
        {isSuppressed && <span className="text-muted small">{text.suppressedTag}</span>}
      </span>
    ),
  },
  {
    key: 'subject',
    label: text.columns.subject,
    width: 'minmax(220px, 1.8fr)',
    phone: '2-start',
    render: ({ subject, kind }) => (
      <span className="cell-two">
        <span>{subject === '' ? MAIL_KIND_LABELS[kind] : subject}</span>
        {subject !== '' && <span className="text-muted small">{MAIL_KIND_LABELS[kind]}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    label: text.columns.state,
    width: '116px',
    phone: '1-end',
    render: ({ state }) => <Badge tone={MAIL_TONES[state]}>{MAIL_STATE_LABELS[state]}</Badge>,
  },
  { key: 'order', label: text.columns.order, width: '110px', isNumeric: true, render: ({ order }) => order && text.order(order.number) },
  { key: 'market', label: text.columns.market, width: '90px', render: ({ market }) => market ?? text.allMarkets },
  { key: 'attempts', label: text.columns.attempts, width: '90px', isNumeric: true, isExtra: true, render: ({ attempts }) => attempts },
  {
    key: 'sent',
    label: text.columns.sent,
    width: '152px',
    isExtra: true,
    render: ({ sentAt }) => sentAt !== null && <span className="num">{relative(sentAt)}</span>,
  },
  {
    key: 'created',
    label: text.columns.created,
    width: '152px',
    phone: '2-end',
    render: ({ createdAt }) => <span className="num">{relative(createdAt)}</span>,
  },
];

/** Returns the filters. Someone with one market has none by market. */
export const mailFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'choice',
    options: MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
  },
  {
    key: 'kind',
    label: text.filters.kind,
    kind: 'choice',
    options: MAIL_KINDS.map((value) => ({ value, label: MAIL_KIND_LABELS[value] })),
  },
  ...(markets.length > 1
    ? [{ key: 'market', label: text.filters.market, kind: 'choice' as const, options: markets.map((value) => ({ value, label: value })) }]
    : []),
  { key: 'created', label: text.filters.created, kind: 'date' },
];

export const MAIL_LIMITS: GridLimits = {
  filters: ['state', 'kind', 'market', 'created'],
  sorts: [],
  defaultSort: { key: 'created', isDescending: true },
  columns: MAIL_COLUMNS.map(({ key }) => key),
};

const viewOf = (id: string, name: string, state: MailState): GridView => builtInView(MAIL_LIMITS, id, name, { state });

export const MAIL_VIEWS: readonly GridView[] = [
  viewOf('failed', text.views.failed, 'failed'),
  viewOf('bounced', text.views.bounced, 'bounced'),
  viewOf('held', text.views.held, 'suppressed'),
  viewOf('waiting', text.views.waiting, 'queued'),
];
