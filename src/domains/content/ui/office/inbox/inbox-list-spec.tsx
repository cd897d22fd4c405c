/** Columns, filters and views of the inbox. */

import type { EntryRow } from '#domains/content/inbox-office-contract.ts';
import { ENTRY_STATE_LABELS, inboxMessages as text } from '#domains/content/messages/office-inbox.ts';
import { ENTRY_STATES, type EntryState } from '#domains/content/model/inbox.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import type { Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const ENTRY_TONES: Readonly<Record<EntryState, Tone>> = { open: 'wait', handled: 'good', spam: 'plain' };

export const INBOX_COLUMNS: readonly GridColumn<EntryRow>[] = [
  {
    key: 'from',
    label: text.columns.from,
    width: 'minmax(180px, 1fr)',
    isKey: true,
    phone: '1-start',
    render: ({ email }) => email ?? text.noSender,
  },
  {
    key: 'text',
    label: text.columns.text,
    width: 'minmax(220px, 2fr)',
    phone: '2-start',
    render: (row) => (
      <span className="cell-two">
        <span className="inbox-text">{row.text}</span>
        {row.hasNote && <span className="text-muted small">{text.note}</span>}
      </span>
    ),
  },
  { key: 'form', label: text.columns.form, width: '150px', render: ({ form }) => text.formName(form) },
  { key: 'market', label: text.columns.market, width: '90px', render: ({ market }) => market },
  {
    key: 'state',
    label: text.columns.state,
    width: '150px',
    phone: '3-start',
    render: ({ state, handledBy }) => (
      <span className="inbox-state">
        <Badge tone={ENTRY_TONES[state]}>{ENTRY_STATE_LABELS[state]}</Badge>
        {handledBy !== '' && <span className="text-muted small">{handledBy}</span>}
      </span>
    ),
  },
  {
    key: 'received',
    label: text.columns.received,
    sort: 'received',
    width: MARKET_TIME_WIDTH,
    phone: '3-end',
    render: ({ receivedAt, market }) => <MarketTime at={receivedAt} market={market} />,
  },
];

/** Returns the filters. Someone with one market has none by market. */
export const inboxFilters = (markets: readonly Market[], forms: readonly string[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: ENTRY_STATES.map((value) => ({ value, label: ENTRY_STATE_LABELS[value] })),
  },
  { key: 'form', label: text.filters.form, kind: 'choice', options: forms.map((value) => ({ value, label: text.formName(value) })) },
  ...(markets.length > 1
    ? [{ key: 'market', label: text.filters.market, kind: 'options' as const, options: markets.map((value) => ({ value, label: value })) }]
    : []),
];

export const INBOX_LIMITS: GridLimits = {
  filters: ['state', 'form', 'market'],
  sorts: ['received'],
  defaultSort: { key: 'received', isDescending: true },
  columns: INBOX_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const INBOX_VIEWS: readonly GridView[] = [
  builtInView(INBOX_LIMITS, 'all', text.views.all),
  builtInView(INBOX_LIMITS, 'open', text.views.open, { state: 'open' }),
  builtInView(INBOX_LIMITS, 'handled', text.views.handled, { state: 'handled' }),
  builtInView(INBOX_LIMITS, 'spam', text.views.spam, { state: 'spam' }),
];
