/** Columns, filters and views of the list of orders. */

import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { collectionMessages, orderTimingMessages } from '#domains/selling/orders/messages/collection.ts';
import { PAYMENT_LABELS, STATUS_LABELS, TASK_LABELS, orderListMessages as text } from '#domains/selling/orders/messages/office.ts';
import type { ManualStatus } from '#domains/selling/orders/model/manual-status.ts';
import { ORDER_HANDOVERS, ORDER_TASKS, PAYMENT_STATES } from '#domains/selling/orders/model/order-list.ts';
import type { OrderRow } from '#domains/selling/orders/office-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import { Badge, TagBadge } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { PAYMENT_TONES, STATUS_TONES } from './order-tones.ts';

/** Lines of an order that are named in the list. */
const NAMED_ITEMS = 1;

function Items({ row }: { readonly row: OrderRow }) {
  const [first] = row.items;
  const others = row.items.length - NAMED_ITEMS;
  return (
    <span className="cell-two">
      <span>{first?.name ?? ''}</span>
      <span className="text-muted small">
        {text.items(row.cases)}
        {others > 0 && ` · ${text.more(others)}`}
      </span>
    </span>
  );
}

function NumberInMarket({ row }: { readonly row: OrderRow }) {
  return (
    <span className="num">
      {text.number(row.number)} <span className="market">{row.market}</span>
    </span>
  );
}

function Customer({ row }: { readonly row: OrderRow }) {
  return (
    <span className="cell-two">
      <span>{row.name || <span className="text-muted">{text.erased}</span>}</span>
      {row.email && <span className="text-muted small">{row.email}</span>}
    </span>
  );
}

const ORDER_COLUMNS: readonly GridColumn<OrderRow>[] = [
  {
    key: 'number',
    label: text.columns.number,
    sort: 'number',
    width: '108px',
    isKey: true,
    phone: '1-start',
    render: ({ number }) => <span className="num">{text.number(number)}</span>,
  },
  {
    key: 'placed',
    label: text.columns.placed,
    sort: 'placed',
    width: MARKET_TIME_WIDTH,
    phone: '3-end',
    render: ({ placedAt, market }) => <MarketTime at={placedAt} market={market} />,
  },
  {
    key: 'customer',
    label: text.columns.customer,
    sort: 'customer',
    width: 'minmax(190px, 1.2fr)',
    phone: '2-start',
    render: (row) => <Customer row={row} />,
  },
  {
    key: 'status',
    label: text.columns.status,
    width: '142px',
    phone: '2-end',
    render: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'payment',
    label: text.columns.payment,
    width: '142px',
    render: ({ payment }) => <Badge tone={PAYMENT_TONES[payment]}>{PAYMENT_LABELS[payment]}</Badge>,
  },
  { key: 'items', label: text.columns.items, width: 'minmax(150px, 1.4fr)', phone: '3-start', render: (row) => <Items row={row} /> },
  {
    key: 'total',
    label: text.columns.total,
    sort: 'total',
    width: '100px',
    isNumeric: true,
    phone: '1-end',
    render: ({ total, market }) => formatMoneyIn(market, total),
  },
  { key: 'locality', label: text.columns.locality, width: 'minmax(140px, 0.8fr)', isExtra: true, render: ({ locality }) => locality },
  {
    key: 'sendOn',
    label: orderTimingMessages.column,
    width: 'minmax(110px, 0.5fr)',
    hasContent: ({ dispatchOn }) => dispatchOn !== '',
    render: ({ dispatchOn, market }) => (dispatchOn === '' ? '' : formatDay(market, dispatchOn)),
  },
  {
    key: 'collect',
    label: collectionMessages.column,
    width: 'minmax(110px, 0.6fr)',
    hasContent: ({ collectFrom }) => collectFrom !== '',
    render: ({ collectFrom }) => collectFrom,
  },
  { key: 'market', label: text.columns.market, width: '80px', isExtra: true, render: ({ market }) => market },
  {
    key: 'refunded',
    label: text.columns.refunded,
    width: '104px',
    isNumeric: true,
    isExtra: true,
    render: ({ refunded, market }) => (refunded === 0 ? '' : formatMoneyIn(market, refunded)),
  },
  {
    key: 'tags',
    label: text.columns.tags,
    width: 'minmax(90px, 0.6fr)',
    hasContent: ({ tags }) => tags.length > 0,
    render: ({ tags }) => (
      <span className="act-row">
        {tags.map((tag) => (
          <TagBadge key={tag}>{tag}</TagBadge>
        ))}
      </span>
    ),
  },
];

/** Returns the columns. Where a person has several markets, numbers are told apart by the market. */
export const orderColumns = (markets: readonly Market[]): readonly GridColumn<OrderRow>[] =>
  markets.length === 1
    ? ORDER_COLUMNS
    : ORDER_COLUMNS.map((column) =>
        column.key === 'number' ? { ...column, render: (row: OrderRow) => <NumberInMarket row={row} /> } : column,
      );

/** Returns the filters. Someone with one market has none by market. */
export const orderFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'status',
    label: text.filters.status,
    kind: 'options',
    options: ORDER_STATUS_NAMES.filter((name) => !UNPLACED.has(name)).map((value) => ({ value, label: STATUS_LABELS[value] })),
  },
  { key: 'task', label: text.filters.task, kind: 'choice', options: ORDER_TASKS.map((value) => ({ value, label: TASK_LABELS[value] })) },
  {
    key: 'payment',
    label: text.filters.payment,
    kind: 'choice',
    options: PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_LABELS[value] })),
  },
  {
    key: 'handover',
    label: collectionMessages.filter,
    kind: 'choice',
    options: ORDER_HANDOVERS.map((value) => ({ value, label: collectionMessages.filters[value] })),
  },
  { key: 'placed', label: text.filters.placed, kind: 'date' },
  { key: 'sendOn', label: text.filters.sendOn, kind: 'date' },
  { key: 'total', label: text.filters.total, kind: 'money' },
  { key: 'tag', label: text.filters.tag, kind: 'text', placeholder: text.tagPlaceholder },
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
  { key: 'customer', label: text.filters.customer, kind: 'text' },
];

/** Statuses of drafts, which the list never has. */
const UNPLACED: ReadonlySet<string> = new Set(['Incomplete', 'Pending', 'Awaiting Payment', 'Declined']);

export const ORDER_LIMITS: GridLimits = {
  filters: ['status', 'task', 'payment', 'handover', 'placed', 'sendOn', 'total', 'tag', 'market', 'customer'],
  sorts: ['placed', 'number', 'total', 'customer'],
  defaultSort: { key: 'placed', isDescending: true },
  columns: ORDER_COLUMNS.map(({ key }) => key),
};

const PACKED_STATUSES: readonly ManualStatus[] = ['Awaiting Shipment', 'Awaiting Pickup'];

/** From paid to handed over. */
const COLLECT_STATUSES: readonly ManualStatus[] = ['Awaiting Fulfillment', 'Awaiting Shipment', 'Awaiting Pickup'];

/** The views that every shop has. What waits longest is sent first. */
export const ORDER_VIEWS: readonly GridView[] = [
  builtInView(ORDER_LIMITS, 'all', text.views.all),
  builtInView(ORDER_LIMITS, 'send', text.views.send, { task: 'to_send' }, { key: 'placed', isDescending: false }),
  builtInView(ORDER_LIMITS, 'packed', text.views.today, { status: PACKED_STATUSES.join() }, { key: 'placed', isDescending: false }),
  builtInView(
    ORDER_LIMITS,
    'collect',
    collectionMessages.view,
    { handover: 'collect', status: COLLECT_STATUSES.join() },
    { key: 'placed', isDescending: false },
  ),
  builtInView(ORDER_LIMITS, 'decide', text.views.decide, { task: 'to_decide' }),
  builtInView(ORDER_LIMITS, 'undelivered', text.views.undelivered, { task: 'undelivered' }, { key: 'placed', isDescending: false }),
  builtInView(ORDER_LIMITS, 'failed', text.views.failed, { payment: 'refund_refused' }),
];
