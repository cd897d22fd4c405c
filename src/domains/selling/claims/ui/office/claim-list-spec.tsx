/** Columns, filters and views of the list of claims. */

import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { PROBLEM_LABELS } from '#domains/selling/claims/messages/claims.ts';
import { OFFICE_CLAIM_STATES, officeClaimMessages as text } from '#domains/selling/claims/messages/office.ts';
import { supplierClaimMessages as supplierText } from '#domains/selling/claims/messages/supplier.ts';
import { CLAIM_PROBLEMS, CLAIM_STATES, type ClaimState, SUPPLIER_STATES } from '#domains/selling/claims/model/claim.ts';
import type { ClaimRow } from '#domains/selling/claims/office-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import type { Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const CLAIM_TONES: Readonly<Record<ClaimState, Tone>> = {
  open: 'wait',
  refunded: 'good',
  credited: 'good',
  replaced: 'good',
  declined: 'plain',
};

function Lines({ row: { lines } }: { readonly row: ClaimRow }) {
  const [first] = lines;
  return (
    <span className="cell-two">
      <span className="claim-first">{first && text.line(first.name, PROBLEM_LABELS[first.problem], first.bottles)}</span>
      {lines.length > 1 && <span className="text-muted small">{text.more(lines.length - 1)}</span>}
    </span>
  );
}

export const CLAIM_COLUMNS: readonly GridColumn<ClaimRow>[] = [
  {
    key: 'order',
    label: text.columns.order,
    width: '112px',
    isKey: true,
    phone: '1-start',
    render: ({ number }) => <span className="num">{text.number(number)}</span>,
  },
  {
    key: 'received',
    label: text.columns.received,
    sort: 'received',
    width: MARKET_TIME_WIDTH,
    phone: '3-end',
    render: ({ receivedAt, market }) => <MarketTime at={receivedAt} market={market} />,
  },
  {
    key: 'buyer',
    label: text.columns.buyer,
    width: 'minmax(140px, 0.8fr)',
    phone: '3-start',
    render: ({ name }) => name || <span className="text-muted">{text.erased}</span>,
  },
  { key: 'lines', label: text.columns.lines, width: 'minmax(220px, 2fr)', phone: '2-start', render: (row) => <Lines row={row} /> },
  {
    key: 'state',
    label: text.columns.state,
    width: '132px',
    phone: '1-end',
    render: ({ state }) => <Badge tone={CLAIM_TONES[state]}>{OFFICE_CLAIM_STATES[state]}</Badge>,
  },
  {
    key: 'amount',
    label: text.columns.amount,
    width: '110px',
    isNumeric: true,
    render: ({ amount, market }) => (amount === null ? '' : formatMoneyIn(market, amount)),
  },
  {
    key: 'photos',
    label: text.columns.photos,
    width: '84px',
    isNumeric: true,
    render: ({ photos }) => (photos === 0 ? '' : photos),
  },
  { key: 'market', label: text.columns.market, width: '90px', render: ({ market }) => market },
];

/** Returns the filters. Someone with one market has none by market. */
export const claimFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: CLAIM_STATES.map((value) => ({ value, label: OFFICE_CLAIM_STATES[value] })),
  },
  {
    key: 'problem',
    label: text.filters.problem,
    kind: 'options',
    options: CLAIM_PROBLEMS.map((value) => ({ value, label: PROBLEM_LABELS[value] })),
  },
  {
    key: 'supplier',
    label: supplierText.filter,
    kind: 'choice',
    options: SUPPLIER_STATES.map((value) => ({ value, label: supplierText.filters[value] })),
  },
  { key: 'producer', label: text.filters.producer, kind: 'text' },
  ...(markets.length > 1
    ? [{ key: 'market', label: text.filters.market, kind: 'options' as const, options: markets.map((value) => ({ value, label: value })) }]
    : []),
];

export const CLAIM_LIMITS: GridLimits = {
  filters: ['state', 'problem', 'supplier', 'producer', 'market'],
  sorts: ['received'],
  defaultSort: { key: 'received', isDescending: true },
  columns: CLAIM_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. What waits longest is decided first. */
export const CLAIM_VIEWS: readonly GridView[] = [
  builtInView(CLAIM_LIMITS, 'all', text.views.all),
  builtInView(CLAIM_LIMITS, 'open', text.views.open, { state: 'open' }, { key: 'received', isDescending: false }),
  builtInView(CLAIM_LIMITS, 'decided', text.views.decided, { state: 'refunded,credited,replaced,declined' }),
];
