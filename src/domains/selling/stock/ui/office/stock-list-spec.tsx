/** Columns, filters and views of the list of stock. */
import { STATE_LABELS, stockMessages as text } from '#domains/selling/stock/messages/office.ts';
import { STOCK_STATES, type StockState } from '#domains/selling/stock/model/stock.ts';
import type { StockRow } from '#domains/selling/stock/office-contract.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits, GridSort } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { BinCell } from './BinCell.tsx';
import { stockName } from './stock-name.ts';

const STATE_TONES: Readonly<Record<StockState, Tone>> = { low: 'wait', out: 'bad', oversold: 'bad', reserved: 'info' };

const number = (value: number): string => value.toLocaleString('en-AU');

export function StateBadges({ states }: { readonly states: readonly StockState[] }) {
  return (
    <span className="act-row">
      {states.map((state) => (
        <Badge key={state} tone={STATE_TONES[state]}>
          {STATE_LABELS[state]}
        </Badge>
      ))}
    </span>
  );
}

function Wine({ row }: { readonly row: StockRow }) {
  return (
    <span className="cell-two">
      <span>{stockName(row)}</span>
      <span className="text-muted small">{row.sku}</span>
    </span>
  );
}

const COLUMNS: readonly GridColumn<StockRow>[] = [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(290px, 3fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => <Wine row={row} />,
  },
  { key: 'sku', label: text.columns.sku, sort: 'sku', width: '120px', isExtra: true, render: ({ sku }) => sku },
  { key: 'gtin', label: text.columns.gtin, width: '140px', isExtra: true, render: ({ gtin }) => <span className="num">{gtin}</span> },
  { key: 'market', label: text.columns.market, width: '80px', isExtra: true, phone: '2-start', render: ({ market }) => market },
  {
    key: 'state',
    label: text.columns.state,
    width: 'minmax(100px, 0.6fr)',
    hasContent: ({ states }) => states.length > 0,
    phone: '3-start',
    render: ({ states }) => <StateBadges states={states} />,
  },
  { key: 'bin', label: text.columns.bin, width: '104px', rank: 2, render: (row) => <BinCell row={row} /> },
  {
    key: 'available',
    label: text.columns.available,
    sort: 'available',
    width: '100px',
    isNumeric: true,
    phone: '1-end',
    isNamedOnPhone: true,
    render: ({ available }) => <strong>{number(available)}</strong>,
  },
  {
    key: 'reserved',
    label: text.columns.reserved,
    width: '92px',
    isNumeric: true,
    hasContent: ({ reserved }) => reserved !== 0,
    render: ({ reserved }) => (reserved === 0 ? '' : number(reserved)),
  },
  { key: 'level', label: text.columns.level, width: '92px', isNumeric: true, render: ({ level }) => number(level) },
  { key: 'shelf', label: text.columns.shelf, width: '104px', isNumeric: true, render: ({ shelf }) => number(shelf) },
  {
    key: 'oversold',
    label: text.columns.oversold,
    width: '92px',
    isNumeric: true,
    isExtra: true,
    render: ({ oversold }) => (oversold === 0 ? '' : number(oversold)),
  },
  {
    key: 'sold',
    label: text.columns.sold,
    sort: 'sold',
    width: '136px',
    isNumeric: true,
    hasContent: ({ sold }) => sold !== 0,
    render: ({ sold }) => (sold === 0 ? '' : number(sold)),
  },
  {
    key: 'cover',
    label: text.columns.cover,
    sort: 'cover',
    width: '96px',
    isNumeric: true,
    phone: '2-end',
    isNamedOnPhone: true,
    hasContent: ({ cover }) => cover !== null,
    render: ({ cover }) => (cover === null ? text.none : text.days(cover)),
  },
  {
    key: 'threshold',
    label: text.columns.threshold,
    width: '80px',
    isNumeric: true,
    render: ({ threshold, isOwnThreshold }) => <span className={isOwnThreshold ? '' : 'text-muted'}>{number(threshold)}</span>,
  },
];

/** Returns the columns. Where a person has several markets, the market is shown. */
export const stockColumns = (markets: readonly Market[]): readonly GridColumn<StockRow>[] =>
  COLUMNS.map((column) => (column.key === 'market' ? { ...column, isExtra: markets.length === 1 } : column));

export const stockFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'choice',
    options: STOCK_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  { key: 'bin', label: text.filters.bin, kind: 'text', placeholder: text.placeholders.bin },
  { key: 'available', label: text.filters.available, kind: 'text', placeholder: text.placeholders.available },
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

export const STOCK_LIMITS: GridLimits = {
  filters: ['state', 'market', 'bin', 'available'],
  sorts: ['name', 'sku', 'available', 'sold', 'cover'],
  defaultSort: { key: 'name', isDescending: false },
  columns: COLUMNS.map(({ key }) => key),
};

const FEWEST: GridSort = { key: 'available', isDescending: false };

/** The views that every shop has. */
export const STOCK_VIEWS: readonly GridView[] = [
  builtInView(STOCK_LIMITS, 'all', text.views.all),
  builtInView(STOCK_LIMITS, 'low', text.views.low, { state: 'low' }, FEWEST),
  builtInView(STOCK_LIMITS, 'out', text.views.out, { state: 'out' }),
  builtInView(STOCK_LIMITS, 'oversold', text.views.oversold, { state: 'oversold' }),
  builtInView(STOCK_LIMITS, 'reserved', text.views.reserved, { state: 'reserved' }),
  builtInView(STOCK_LIMITS, 'soon', text.views.soon, {}, { key: 'cover', isDescending: false }),
];
