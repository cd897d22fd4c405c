/** Columns, filters and rules of the list of clubs. */
import type { z } from 'zod';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { clubRecordOfficeContract } from '#domains/selling/clubs/club-record-office-contract.ts';
import { CLUB_STATE_BADGES, clubListMessages as text } from '#domains/selling/clubs/messages/club-records.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { Badge } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import type { LocalRules } from '#ui/office/grid/local-rows.ts';
import { CLUB_STATE_TONES } from './club-state-tones.ts';

export type ClubRow = z.output<(typeof clubRecordOfficeContract)['clubRecords']['output']>['rows'][number];

const CLUB_COLUMNS: readonly GridColumn<ClubRow>[] = [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(180px, 1.6fr)',
    isKey: true,
    phone: '1-start',
    render: ({ name }) => name,
  },
  {
    key: 'state',
    label: text.columns.state,
    width: '104px',
    phone: '1-end',
    render: ({ state }) => <Badge tone={CLUB_STATE_TONES[state]}>{CLUB_STATE_BADGES[state]}</Badge>,
  },
  {
    key: 'cases',
    label: text.columns.cases,
    width: 'minmax(120px, 1fr)',
    phone: '2-start',
    render: ({ cases, fromPrice, market }) => text.cases(cases, formatMoneyIn(market, fromPrice)),
  },
  {
    key: 'members',
    label: text.columns.members,
    sort: 'members',
    width: '96px',
    isNumeric: true,
    phone: '2-end',
    isNamedOnPhone: true,
    render: ({ members }) => members.toLocaleString('en-AU'),
  },
  {
    key: 'changed',
    label: text.columns.changed,
    sort: 'changed',
    width: MARKET_TIME_WIDTH,
    render: ({ changedAt, market }) => <MarketTime at={changedAt} market={market} />,
  },
  { key: 'market', label: text.columns.market, width: '80px', rank: 1, render: ({ market }) => market },
];

/** Returns the columns. Someone with one market needs no column for it. */
export const clubColumns = (markets: readonly Market[]): readonly GridColumn<ClubRow>[] =>
  markets.length === 1 ? CLUB_COLUMNS.filter(({ key }) => key !== 'market') : CLUB_COLUMNS;

const STATES: readonly ClubRow['state'][] = ['draft', 'open', 'full', 'closed'];

/** Returns the filters. Someone with one market has none by market. */
export const clubFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.columns.state,
    kind: 'options',
    options: STATES.map((value) => ({ value, label: CLUB_STATE_BADGES[value] })),
  },
  ...(markets.length > 1
    ? [
        {
          key: 'market',
          label: text.columns.market,
          kind: 'options' as const,
          options: MARKETS.filter((market) => markets.includes(market)).map((value) => ({ value, label: value })),
        },
      ]
    : []),
];

export const CLUB_LIMITS: GridLimits = {
  filters: ['state', 'market'],
  sorts: ['order', 'name', 'members', 'changed'],
  // As they were loaded: in the order of the shop.
  defaultSort: { key: 'order', isDescending: false },
  columns: CLUB_COLUMNS.map(({ key }) => key),
};

export const CLUB_VIEWS: readonly GridView[] = (['open', 'draft', 'closed'] as const).map((state) =>
  builtInView(CLUB_LIMITS, state, CLUB_STATE_BADGES[state], { state }),
);

const isOneOf = (value: string, chosen: string): boolean => chosen.split(',').includes(value);

export const CLUB_RULES: LocalRules<ClubRow> = {
  texts: ({ name }) => [name],
  filters: { state: ({ state }, chosen) => isOneOf(state, chosen), market: ({ market }, chosen) => isOneOf(market, chosen) },
  sorts: { name: ({ name }) => name, members: ({ members }) => members, changed: ({ changedAt }) => changedAt },
  csv: [
    { label: text.columns.name, value: ({ name }) => name },
    { label: text.columns.market, value: ({ market }) => market },
    { label: text.columns.state, value: ({ state }) => CLUB_STATE_BADGES[state] },
    { label: text.columns.cases, value: ({ cases }) => cases },
    { label: text.lowestPrice, value: ({ fromPrice }) => fromPrice },
    { label: text.columns.members, value: ({ members }) => members },
    { label: text.columns.changed, value: ({ changedAt }) => changedAt },
  ],
};
