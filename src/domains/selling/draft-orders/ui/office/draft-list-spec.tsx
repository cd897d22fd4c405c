/** Columns, filters and views of the list of drafts. */
import { DRAFT_STATE_LABELS, draftListMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import { DRAFT_STATES, type DraftState } from '#domains/selling/draft-orders/model/draft-order.ts';
import type { DraftRow } from '#domains/selling/draft-orders/office-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

const STATE_TONES: Readonly<Record<DraftState, Tone>> = {
  open: 'wait',
  sent: 'info',
  expired: 'plain',
  placed: 'good',
  cancelled: 'plain',
};

export function DraftBadge({ state }: { readonly state: DraftState }) {
  return <Badge tone={STATE_TONES[state]}>{DRAFT_STATE_LABELS[state]}</Badge>;
}

/** The order has the buyer's data once it is placed. */
const nameOf = ({ name, email, state }: DraftRow): string => name || email || DRAFT_STATE_LABELS[state];

export const DRAFT_COLUMNS: readonly GridColumn<DraftRow>[] = [
  {
    key: 'customer',
    label: text.columns.customer,
    width: 'minmax(190px, 2fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => (
      <span className="cell-two">
        <span>{nameOf(row)}</span>
        <span className="text-muted small">{[row.name === '' ? '' : row.email, row.market].filter(Boolean).join(' · ')}</span>
      </span>
    ),
  },
  { key: 'state', label: text.columns.state, width: '120px', phone: '1-end', render: ({ state }) => <DraftBadge state={state} /> },
  {
    key: 'cases',
    label: text.columns.cases,
    width: '80px',
    isNumeric: true,
    phone: '2-end',
    isNamedOnPhone: true,
    render: ({ cases }) => cases,
  },
  { key: 'author', label: text.columns.author, width: '150px', render: ({ author }) => author },
  { key: 'market', label: text.columns.market, width: '80px', isExtra: true, render: ({ market }) => market },
  {
    key: 'changed',
    label: text.columns.changed,
    sort: 'changed',
    width: MARKET_TIME_WIDTH,
    phone: '2-start',
    render: ({ changedAt, market }) => <MarketTime at={changedAt} market={market} />,
  },
];

/** Returns the filters. Someone with one market has none by market. */
export const draftFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: DRAFT_STATES.map((value) => ({ value, label: DRAFT_STATE_LABELS[value] })),
  },
  ...(markets.length > 1
    ? [
        {
          key: 'market',
          label: text.filters.market,
          kind: 'options' as const,
          options: MARKETS.filter((market) => markets.includes(market)).map((value) => ({ value, label: value })),
        },
      ]
    : []),
];

export const DRAFT_LIMITS: GridLimits = {
  filters: ['state', 'market'],
  sorts: ['changed'],
  defaultSort: { key: 'changed', isDescending: true },
  columns: DRAFT_COLUMNS.map(({ key }) => key),
};

export const DRAFT_VIEWS = [
  builtInView(DRAFT_LIMITS, 'open', text.views.open, { state: 'open' }),
  builtInView(DRAFT_LIMITS, 'sent', text.views.sent, { state: 'sent' }),
  builtInView(DRAFT_LIMITS, 'all', text.views.all),
];
