/** Columns, filters and views of the list of customers. */

import {
  CONSENT_LABELS,
  KIND_LABELS,
  MEMBER_LABELS,
  TIER_LABELS,
  customerListMessages as text,
} from '#domains/customers/account/messages/office.ts';
import { CONSENT_STATES, CUSTOMER_KINDS, MEMBER_STATES } from '#domains/customers/account/model/customer-list.ts';
import type { CustomerRow } from '#domains/customers/account/office-contract.ts';
import { TIERS } from '#domains/customers/identity/model/tiers.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { TIER_TONES } from './customer-tones.ts';

function Name({ row }: { readonly row: CustomerRow }) {
  return (
    <span className="cell-two">
      <span>{row.name || <span className="text-muted">{text.noName}</span>}</span>
      <span className="text-muted small">{row.email}</span>
    </span>
  );
}

function Marketing({ row }: { readonly row: CustomerRow }) {
  const agreed = [...(row.emailConsent ? [CONSENT_LABELS.email] : []), ...(row.smsConsent ? [CONSENT_LABELS.sms] : [])];
  return agreed.length === 0 ? <span className="text-muted">{CONSENT_LABELS.none}</span> : agreed.join(', ');
}

const CUSTOMER_COLUMNS: readonly GridColumn<CustomerRow>[] = [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(200px, 1.4fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => <Name row={row} />,
  },
  {
    key: 'tier',
    label: text.columns.tier,
    width: '118px',
    phone: '1-end',
    render: ({ tier }) => (tier === null ? <Badge>{KIND_LABELS.guest}</Badge> : <Badge tone={TIER_TONES[tier]}>{TIER_LABELS[tier]}</Badge>),
  },
  {
    key: 'orders',
    label: text.columns.orders,
    sort: 'orders',
    width: '88px',
    isNumeric: true,
    render: ({ orders }) => orders.toLocaleString('en-AU'),
  },
  {
    key: 'spent',
    label: text.columns.spent,
    sort: 'spent',
    width: '124px',
    isNumeric: true,
    phone: '2-end',
    render: ({ spent, market }) => formatMoneyIn(market, spent),
  },
  {
    key: 'last',
    label: text.columns.last,
    sort: 'last',
    width: '186px',
    phone: '2-start',
    render: ({ lastOrderAt, market }) =>
      lastOrderAt === null ? <span className="text-muted">{text.never}</span> : <MarketTime at={lastOrderAt} market={market} />,
  },
  { key: 'consent', label: text.columns.consent, width: 'minmax(110px, 0.7fr)', render: (row) => <Marketing row={row} /> },
  {
    key: 'club',
    label: text.columns.club,
    width: '104px',
    render: ({ isMember }) => (isMember ? <Badge tone="info">{text.member}</Badge> : ''),
  },
  { key: 'phone', label: text.columns.phone, width: '136px', isExtra: true, render: ({ phone }) => <span className="num">{phone}</span> },
  {
    key: 'since',
    label: text.columns.since,
    sort: 'since',
    width: MARKET_TIME_WIDTH,
    isExtra: true,
    render: ({ since, market }) => <MarketTime at={since} market={market} />,
  },
  { key: 'market', label: text.columns.market, width: '84px', render: ({ market }) => market },
];

/** Returns the columns. Someone with one market needs no column for it. */
export const customerColumns = (markets: readonly Market[]): readonly GridColumn<CustomerRow>[] =>
  markets.length === 1 ? CUSTOMER_COLUMNS.filter(({ key }) => key !== 'market') : CUSTOMER_COLUMNS;

const optionsOf = <T extends string>(values: readonly T[], labels: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Returns the filters. Someone with one market has none by market. */
export const customerFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  { key: 'tier', label: text.filters.tier, kind: 'options', options: optionsOf(TIERS, TIER_LABELS) },
  { key: 'kind', label: text.filters.kind, kind: 'choice', options: optionsOf(CUSTOMER_KINDS, KIND_LABELS) },
  { key: 'consent', label: text.filters.consent, kind: 'choice', options: optionsOf(CONSENT_STATES, CONSENT_LABELS) },
  { key: 'club', label: text.filters.club, kind: 'choice', options: optionsOf(MEMBER_STATES, MEMBER_LABELS) },
  { key: 'spent', label: text.filters.spent, kind: 'money' },
  { key: 'last', label: text.filters.last, kind: 'date' },
  { key: 'since', label: text.filters.since, kind: 'date' },
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

export const CUSTOMER_LIMITS: GridLimits = {
  filters: ['kind', 'tier', 'consent', 'club', 'spent', 'last', 'since', 'market'],
  sorts: ['name', 'since', 'orders', 'spent', 'last'],
  defaultSort: { key: 'last', isDescending: true },
  columns: CUSTOMER_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const CUSTOMER_VIEWS: readonly GridView[] = [
  builtInView(CUSTOMER_LIMITS, 'all', text.views.all),
  builtInView(CUSTOMER_LIMITS, 'best', text.views.best, {}, { key: 'spent', isDescending: true }),
  builtInView(CUSTOMER_LIMITS, 'members', text.views.members, { club: 'member' }),
  builtInView(CUSTOMER_LIMITS, 'mail', text.views.mail, { consent: 'email' }),
  builtInView(CUSTOMER_LIMITS, 'guests', text.views.guests, { kind: 'guest' }),
];
