/** Columns, filters and views of the list of wines. */

import {
  AUDIENCE_LABELS,
  INVENTORY_LABELS,
  STATE_LABELS,
  STOCK_LABELS,
  TIER_LABELS,
  wineListMessages as text,
} from '#domains/catalogue/messages/office.ts';
import { CATEGORY_NAMES } from '#domains/catalogue/model/category.ts';
import { formatVolume } from '#domains/catalogue/model/format-offer.ts';
import { INVENTORY_STATUSES, TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { STOCK_STATES, WINE_AUDIENCES, WINE_STATES } from '#domains/catalogue/model/wine-list.ts';
import type { WineRow } from '#domains/catalogue/office-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { TagBadge } from '#ui/office/Badge.tsx';
import type { GridState } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { formatIn } from './format-field.ts';
import { EndsCell, NameCell, PriceCell, StartsCell, StateCell, StockCell, TiersCell } from './wine-cells.tsx';
import { type WINE_COLUMN_KEYS, WINE_LIMITS } from './wine-limits.ts';

type ColumnKey = (typeof WINE_COLUMN_KEYS)[number];
type WineColumn = GridColumn<WineRow> & { readonly key: ColumnKey };

export const WINE_COLUMNS: readonly WineColumn[] = [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(220px, 2fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => <NameCell row={row} />,
  },
  { key: 'state', label: text.columns.state, width: '100px', phone: '2-start', render: (row) => <StateCell row={row} /> },
  {
    key: 'price',
    label: text.columns.price,
    sort: 'price',
    width: '112px',
    isNumeric: true,
    phone: '1-end',
    render: (row) => <PriceCell row={row} />,
  },
  {
    key: 'stock',
    label: text.columns.stock,
    width: '80px',
    isNumeric: true,
    phone: '2-end',
    isNamedOnPhone: true,
    render: (row) => <StockCell row={row} />,
  },
  { key: 'starts', label: text.columns.starts, sort: 'starts', width: '126px', render: (row) => <StartsCell row={row} /> },
  {
    key: 'ends',
    label: text.columns.ends,
    sort: 'ends',
    width: '126px',
    phone: '3-end',
    isNamedOnPhone: true,
    render: (row) => <EndsCell row={row} />,
  },
  { key: 'tiers', label: text.columns.tiers, width: 'minmax(110px, 0.7fr)', render: (row) => <TiersCell row={row} /> },
  {
    key: 'sales',
    label: text.columns.sales,
    sort: 'sales',
    width: '104px',
    isNumeric: true,
    render: ({ sales }) => (sales === 0 ? '' : sales.toLocaleString('en-AU')),
  },
  {
    key: 'tags',
    label: text.columns.tags,
    width: 'minmax(100px, 0.7fr)',
    isExtra: true,
    render: ({ tags }) => (
      <span className="act-row">
        {tags.map((tag) => (
          <TagBadge key={tag}>{tag}</TagBadge>
        ))}
      </span>
    ),
  },
  { key: 'category', label: text.columns.category, width: '96px', phone: '3-start', render: ({ category }) => category },
  {
    key: 'producer',
    label: text.columns.producer,
    sort: 'producer',
    width: 'minmax(130px, 0.8fr)',
    isExtra: true,
    render: ({ brand }) => brand,
  },
  { key: 'vintage', label: text.columns.vintage, sort: 'vintage', width: '84px', isExtra: true, render: ({ vintage }) => vintage },
  {
    key: 'region',
    label: text.columns.region,
    width: 'minmax(140px, 0.8fr)',
    isExtra: true,
    render: ({ region, country }) => region || country,
  },
  {
    key: 'pack',
    label: text.columns.pack,
    width: '110px',
    isExtra: true,
    render: ({ packSize, bottleMl }) => `${packSize} × ${formatVolume(bottleMl)}`,
  },
  {
    key: 'rrp',
    label: text.columns.rrp,
    width: '110px',
    isNumeric: true,
    isExtra: true,
    render: ({ rrp, market }) => (rrp === null ? '' : formatIn(market, rrp)),
  },
  { key: 'sku', label: text.columns.sku, width: '130px', isExtra: true, render: ({ sku }) => sku },
  {
    key: 'changed',
    label: text.columns.changed,
    sort: 'changed',
    width: MARKET_TIME_WIDTH,
    isExtra: true,
    render: ({ updatedAt, market }) => <MarketTime at={updatedAt} market={market} />,
  },
  { key: 'markets', label: text.columns.markets, width: '90px', isExtra: true, render: ({ otherMarkets }) => otherMarkets.join(', ') },
];

const options = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

const PICTURES = ['own', 'drawn'] as const;

export const WINE_FILTERS: readonly GridFilter[] = [
  { key: 'state', label: text.filters.state, kind: 'options', options: options(WINE_STATES, STATE_LABELS) },
  { key: 'stock', label: text.filters.stock, kind: 'options', options: options(STOCK_STATES, STOCK_LABELS) },
  { key: 'category', label: text.filters.category, kind: 'options', options: CATEGORY_NAMES.map((value) => ({ value, label: value })) },
  { key: 'producer', label: text.filters.producer, kind: 'text' },
  { key: 'vintage', label: text.filters.vintage, kind: 'text', placeholder: text.placeholders.vintage },
  { key: 'country', label: text.filters.country, kind: 'text', placeholder: text.placeholders.country },
  { key: 'price', label: text.filters.price, kind: 'money' },
  { key: 'starts', label: text.filters.starts, kind: 'date' },
  { key: 'ends', label: text.filters.ends, kind: 'date' },
  { key: 'audience', label: text.filters.audience, kind: 'choice', options: options(WINE_AUDIENCES, AUDIENCE_LABELS) },
  { key: 'tier', label: text.filters.tier, kind: 'options', options: options(TIERS_ELIGIBLE, TIER_LABELS) },
  { key: 'status', label: text.filters.status, kind: 'options', options: options(INVENTORY_STATUSES, INVENTORY_LABELS) },
  { key: 'tag', label: text.filters.tag, kind: 'text', placeholder: text.placeholders.tag },
  { key: 'picture', label: text.filters.picture, kind: 'choice', options: options(PICTURES, text.pictures) },
  { key: 'source', label: text.filters.source, kind: 'text', placeholder: text.placeholders.source },
];

const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** Returns the views that every shop has, in a market. @param isFirst true for the market that a list without a filter shows */
export function wineViews(market: Market, isFirst: boolean, now: Date): readonly GridView[] {
  const own = (id: string, name: string, filters: GridState['filters'] = {}, sort?: GridState['sort']): GridView =>
    builtInView(WINE_LIMITS, id, name, isFirst ? filters : { market, ...filters }, sort);
  const soon = `${todayIn(market, now)}..${todayIn(market, new Date(now.getTime() + SOON_DAYS * DAY_MS))}`;
  const byEnd = { key: 'ends', isDescending: false };
  return [
    own('all', text.views.all),
    own('on_sale', text.views.onSale, { state: 'on_sale' }),
    own('scheduled', text.views.scheduled, { state: 'scheduled' }, { key: 'starts', isDescending: false }),
    own('ending', text.views.ending, { state: 'on_sale', ends: soon }, byEnd),
    own('low', text.views.low, { state: 'on_sale', stock: 'low,none' }),
    own('ended', text.views.ended, { state: 'ended' }, { key: 'ends', isDescending: true }),
    own('no_price', text.views.noPrice, { state: 'not_sold' }),
  ];
}
