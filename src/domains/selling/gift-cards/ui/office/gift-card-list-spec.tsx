/** Columns, filters and views of the list of gift cards. */

import { DELIVERY_LABELS, STATE_LABELS, giftCardListMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { GIFT_CARD_DELIVERIES, GIFT_CARD_STATES, maskCode } from '#domains/selling/gift-cards/model/gift-card-list.ts';
import type { GiftCardRow } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { formatDate } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { DELIVERY_TONES, STATE_TONES } from './gift-card-tones.ts';

function Recipient({ row }: { readonly row: GiftCardRow }) {
  return (
    <span className="cell-two">
      <span>{row.recipientName || row.recipientEmail}</span>
      {row.recipientName && row.recipientEmail && <span className="text-muted small">{row.recipientEmail}</span>}
    </span>
  );
}

export const GIFT_CARD_COLUMNS: readonly GridColumn<GiftCardRow>[] = [
  {
    key: 'code',
    label: text.columns.code,
    width: '142px',
    isKey: true,
    phone: '1-start',
    render: ({ ending, market }) => (
      <span className="num">
        {maskCode(ending)} <span className="market">{market}</span>
      </span>
    ),
  },
  {
    key: 'created',
    label: text.columns.created,
    sort: 'created',
    width: MARKET_TIME_WIDTH,
    phone: '3-start',
    render: ({ createdAt, market }) => <MarketTime at={createdAt} market={market} />,
  },
  {
    key: 'recipient',
    label: text.columns.recipient,
    width: 'minmax(170px, 1.2fr)',
    phone: '2-start',
    render: (row) => <Recipient row={row} />,
  },
  { key: 'sender', label: text.columns.sender, width: 'minmax(110px, 0.8fr)', render: ({ senderName }) => senderName },
  {
    key: 'state',
    label: text.columns.state,
    width: '104px',
    phone: '2-end',
    render: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'delivery',
    label: text.columns.delivery,
    width: '118px',
    phone: '3-end',
    render: ({ delivery }) => <Badge tone={DELIVERY_TONES[delivery]}>{DELIVERY_LABELS[delivery]}</Badge>,
  },
  {
    key: 'order',
    label: text.columns.order,
    width: '118px',
    render: ({ orderNumber }) => (
      <span className="num">{orderNumber === null ? <span className="text-muted">{text.free}</span> : text.order(orderNumber)}</span>
    ),
  },
  {
    key: 'balance',
    label: text.columns.balance,
    sort: 'balance',
    width: '104px',
    isNumeric: true,
    phone: '1-end',
    render: ({ balance, market }) => formatAmount(market, balance),
  },
  {
    key: 'initial',
    label: text.columns.initial,
    width: '104px',
    isNumeric: true,
    render: ({ initial, market }) => formatAmount(market, initial),
  },
  {
    key: 'expires',
    label: text.columns.expires,
    sort: 'expires',
    width: '152px',
    isExtra: true,
    render: ({ expiresAt, market }) => <span className="num">{formatDate(market, new Date(expiresAt))}</span>,
  },
];

/** Returns the filters. Someone with one market has none by market. */
export const giftCardFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: GIFT_CARD_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    key: 'delivery',
    label: text.filters.delivery,
    kind: 'options',
    options: GIFT_CARD_DELIVERIES.map((value) => ({ value, label: DELIVERY_LABELS[value] })),
  },
  { key: 'balance', label: text.filters.balance, kind: 'money' },
  { key: 'created', label: text.filters.created, kind: 'date' },
  { key: 'expires', label: text.filters.expires, kind: 'date' },
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

export const GIFT_CARD_LIMITS: GridLimits = {
  filters: ['state', 'delivery', 'balance', 'created', 'expires', 'market'],
  sorts: ['created', 'balance', 'expires'],
  defaultSort: { key: 'created', isDescending: true },
  columns: GIFT_CARD_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const GIFT_CARD_VIEWS: readonly GridView[] = [
  builtInView(GIFT_CARD_LIMITS, 'all', text.views.all),
  builtInView(GIFT_CARD_LIMITS, 'active', text.views.active, { state: 'active' }),
  builtInView(GIFT_CARD_LIMITS, 'bounced', text.views.bounced, { delivery: 'failed' }),
  builtInView(GIFT_CARD_LIMITS, 'scheduled', text.views.scheduled, { delivery: 'scheduled' }),
  builtInView(GIFT_CARD_LIMITS, 'expiring', text.views.expiring, { state: 'active' }, { key: 'expires', isDescending: false }),
];
