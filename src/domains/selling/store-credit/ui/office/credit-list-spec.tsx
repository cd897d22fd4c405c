/** Columns, filters and views of the list of store credit. */

import { CREDIT_KIND_LABELS, creditMessages, creditListMessages as text } from '#domains/selling/store-credit/messages/office.ts';
import { CREDIT_KINDS } from '#domains/selling/store-credit/model/credit-list.ts';
import { formatChange } from '#domains/selling/store-credit/model/format-amount.ts';
import type { CreditRow } from '#domains/selling/store-credit/office-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

/** Names a kind of entry. Imports may have others. */
export function nameKind(kind: string): string {
  const known = CREDIT_KINDS.find((one) => one === kind);
  return known === undefined ? creditMessages.other(kind) : CREDIT_KIND_LABELS[known];
}

/** The name of a customer, or what stays of an erased one. */
export const nameCustomer = ({ name, email, customerId }: Pick<CreditRow, 'name' | 'email' | 'customerId'>): string =>
  name || email || text.erased(customerId);

export const CREDIT_COLUMNS: readonly GridColumn<CreditRow>[] = [
  {
    key: 'customer',
    label: text.columns.customer,
    width: 'minmax(190px, 1.2fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => (
      <span className="cell-two">
        <span>
          {nameCustomer(row)} <span className="market">{row.market}</span>
        </span>
        {row.name && <span className="text-muted small">{row.email}</span>}
      </span>
    ),
  },
  {
    key: 'at',
    label: text.columns.at,
    sort: 'at',
    width: MARKET_TIME_WIDTH,
    phone: '3-start',
    render: ({ at, market }) => <MarketTime at={at} market={market} />,
  },
  { key: 'kind', label: text.columns.kind, width: '170px', phone: '2-start', render: ({ kind }) => nameKind(kind) },
  { key: 'note', label: text.columns.note, width: 'minmax(140px, 1fr)', phone: '3-end', render: ({ note }) => note },
  { key: 'reason', label: text.columns.reason, width: 'minmax(140px, 1fr)', isExtra: true, render: ({ reason }) => reason },
  { key: 'author', label: text.columns.author, width: '140px', render: ({ author }) => author },
  {
    key: 'order',
    label: text.columns.order,
    width: '110px',
    render: ({ orderNumber }) => <span className="num">{orderNumber === null ? '' : text.order(orderNumber)}</span>,
  },
  {
    key: 'amount',
    label: text.columns.amount,
    width: '110px',
    isNumeric: true,
    phone: '1-end',
    render: ({ amount, market }) => formatChange(market, amount),
  },
];

/** Returns the filters. Someone with one market has none by market. */
export const creditFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'kind',
    label: text.filters.kind,
    kind: 'options',
    options: CREDIT_KINDS.map((value) => ({ value, label: CREDIT_KIND_LABELS[value] })),
  },
  { key: 'amount', label: text.filters.amount, kind: 'money' },
  { key: 'at', label: text.filters.at, kind: 'date' },
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

export const CREDIT_LIMITS: GridLimits = {
  filters: ['kind', 'amount', 'at', 'market', 'customer'],
  sorts: ['at'],
  defaultSort: { key: 'at', isDescending: true },
  columns: CREDIT_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const CREDIT_VIEWS: readonly GridView[] = [
  builtInView(CREDIT_LIMITS, 'all', text.views.all),
  builtInView(CREDIT_LIMITS, 'given', text.views.given, { kind: 'grant' }),
  builtInView(CREDIT_LIMITS, 'spent', text.views.spent, { kind: 'spend' }),
  builtInView(CREDIT_LIMITS, 'reversed', text.views.reversed, { kind: 'reversal' }),
];
