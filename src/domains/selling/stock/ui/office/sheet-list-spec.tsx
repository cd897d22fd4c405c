/** Columns, filters and views of the lists of deliveries and counts. */

import { SHEET_STATE_LABELS, sheetMessages, sheetListMessages as text } from '#domains/selling/stock/messages/sheets.ts';
import { SHEET_STATES, type SheetKind, type SheetState } from '#domains/selling/stock/model/sheet.ts';
import type { SheetRow } from '#domains/selling/stock/sheets-contract.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { MARKETS, type Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

const STATE_TONES: Readonly<Record<SheetState, Tone>> = { open: 'wait', posted: 'good', undone: 'plain', cancelled: 'plain' };

export function SheetBadge({ kind, state }: Pick<SheetRow, 'kind' | 'state'>) {
  return <Badge tone={STATE_TONES[state]}>{SHEET_STATE_LABELS[kind][state]}</Badge>;
}

type Named = Pick<SheetRow, 'id' | 'kind' | 'supplier' | 'note'>;

/** The name of a sheet: its supplier, or what is counted. */
export const sheetName = ({ id, kind, supplier, note }: Named): string =>
  kind === 'delivery' ? sheetMessages.deliveryTitle(supplier, id) : sheetMessages.countTitle(note, id);

export const sheetListPath = (kind: SheetKind): string => (kind === 'delivery' ? '/stock/deliveries' : '/stock/counts');

export const sheetPath = ({ id, kind }: Pick<SheetRow, 'id' | 'kind'>): string => `${sheetListPath(kind)}/${id}`;

const number = (value: number): string => value.toLocaleString('en-AU');

const columnsOf = (kind: SheetKind): readonly GridColumn<SheetRow>[] => [
  {
    key: 'name',
    label: text.columns.name[kind],
    width: 'minmax(190px, 2fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => (
      <span className="cell-two">
        <span>{kind === 'delivery' ? row.supplier || sheetName(row) : sheetName(row)}</span>
        <span className="text-muted small">
          {[row.market, kind === 'delivery' ? row.reference : '', row.isBlind ? sheetMessages.blind : ''].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    label: text.columns.state,
    width: '120px',
    phone: '1-end',
    render: ({ state }) => <SheetBadge kind={kind} state={state} />,
  },
  { key: 'market', label: text.columns.market, width: '80px', isExtra: true, render: ({ market }) => market },
  {
    key: 'progress',
    label: kind === 'count' ? text.columns.progress : text.columns.wines,
    width: '110px',
    isNumeric: true,
    phone: '2-end',
    isNamedOnPhone: true,
    render: ({ entered, lines }) => (kind === 'count' ? text.progress(entered, lines) : number(lines)),
  },
  { key: 'cases', label: text.columns.cases, width: '90px', isNumeric: true, render: ({ cases }) => number(cases) },
  { key: 'author', label: text.columns.author, width: '140px', render: ({ author }) => author },
  {
    key: 'created',
    label: text.columns.created,
    sort: 'created',
    width: MARKET_TIME_WIDTH,
    phone: '2-start',
    render: ({ createdAt, market }) => <MarketTime at={createdAt} market={market} />,
  },
  {
    key: 'changed',
    label: text.columns.changed,
    width: MARKET_TIME_WIDTH,
    render: ({ changedAt, market }) => <MarketTime at={changedAt} market={market} />,
  },
];

export const SHEET_COLUMNS: Readonly<Record<SheetKind, readonly GridColumn<SheetRow>[]>> = {
  delivery: columnsOf('delivery'),
  count: columnsOf('count'),
};

/** Returns the filters. Someone with one market has none by market. */
export const sheetFilters = (kind: SheetKind, markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: SHEET_STATES.map((value) => ({ value, label: SHEET_STATE_LABELS[kind][value] })),
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

export const SHEET_LIMITS: GridLimits = {
  filters: ['state', 'market'],
  sorts: ['created'],
  defaultSort: { key: 'created', isDescending: true },
  columns: columnsOf('delivery').map(({ key }) => key),
};

const viewsOf = (kind: SheetKind): readonly GridView[] => [
  builtInView(SHEET_LIMITS, 'all', text.views.all),
  builtInView(SHEET_LIMITS, 'open', text.views.open[kind], { state: 'open' }),
  builtInView(SHEET_LIMITS, 'posted', text.views.posted[kind], { state: 'posted' }),
];

/** The views that every shop has. */
export const SHEET_VIEWS: Readonly<Record<SheetKind, readonly GridView[]>> = { delivery: viewsOf('delivery'), count: viewsOf('count') };
