/** Columns, filters and views of the difference between a file and the shop. */

import { FIELD_LABELS, OUTCOME_LABELS, importMessages as text } from '#domains/imports/messages/office.ts';
import { OUTCOMES, type Outcome } from '#domains/imports/model/import-state.ts';
import type { DifferenceRow } from '#domains/imports/office-contract.ts';
import { formatMoney, toCents } from '#lib/money.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import type { GridLimits, GridSort } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const OUTCOME_TONES: Readonly<Record<Outcome, Tone>> = {
  new: 'good',
  changed: 'info',
  unchanged: 'plain',
  missing: 'wait',
  rejected: 'bad',
};

const NAMED_CHANGES = 2;
const MAX_VALUE = 60;

/** `packPrice AU` → `Price AU` */
export function fieldLabel(field: string): string {
  const [name = '', market] = field.split(' ');
  const label = FIELD_LABELS[name] ?? name;
  return market === undefined ? label : `${label} ${market}`;
}

/** A value of a field as text. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return text.nothing;
  if (typeof value === 'number') return value.toLocaleString('en-AU', { maximumFractionDigits: 2 });
  const shown =
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value.join(', ')
        : JSON.stringify(value);
  return shown.length > MAX_VALUE ? `${shown.slice(0, MAX_VALUE)}…` : shown;
}

function Changes({ row: { changes, outcome, reason } }: { readonly row: DifferenceRow }) {
  if (outcome === 'rejected') return <span className="text-bad">{reason}</span>;
  const shown = changes.slice(0, NAMED_CHANGES);
  return (
    <span className="diff-changes">
      {shown.map(({ field, before, after }) => (
        <span key={field}>
          {fieldLabel(field)}: <span className="text-muted">{valueText(before)}</span> {text.arrow} {valueText(after)}
        </span>
      ))}
      {changes.length > NAMED_CHANGES && <span className="text-muted small">{text.moreChanges(changes.length - NAMED_CHANGES)}</span>}
    </span>
  );
}

/** A price in the currency of a market. */
function formatPrice(market: Market, amount: number): string {
  const { locale, currency } = getMarketConfig(market);
  return formatMoney(toCents(amount), locale, currency);
}

function Price({ row: { market, oldPrice, newPrice } }: { readonly row: DifferenceRow }) {
  if (market === null || newPrice === null) return null;
  const price = formatPrice(market, newPrice);
  return (
    <span className="cell-two">
      <span>
        {price} <span className="text-muted small">{market}</span>
      </span>
      {oldPrice !== null && oldPrice !== newPrice && <s className="text-muted small">{formatPrice(market, oldPrice)}</s>}
    </span>
  );
}

const percent = (value: number | null, hasSign: boolean): string =>
  value === null ? '' : `${hasSign && value > 0 ? '+' : ''}${value.toLocaleString('en-AU', { maximumFractionDigits: 1 })}%`;

export const ROW_COLUMNS: readonly GridColumn<DifferenceRow>[] = [
  {
    key: 'line',
    label: text.columns.line,
    sort: 'line',
    width: '76px',
    isNumeric: true,
    render: ({ line }) => (line === 0 ? '' : line.toLocaleString('en-AU')),
  },
  {
    key: 'outcome',
    label: text.columns.outcome,
    width: '140px',
    phone: '2-end',
    render: ({ outcome, isApplied }) => (
      <Badge tone={OUTCOME_TONES[outcome]}>
        {isApplied ? `${OUTCOME_LABELS[outcome]}, ${text.applied.toLowerCase()}` : OUTCOME_LABELS[outcome]}
      </Badge>
    ),
  },
  {
    key: 'title',
    label: text.columns.title,
    width: 'minmax(220px, 1.6fr)',
    isKey: true,
    phone: '1-start',
    render: ({ title, sku }) => (
      <span className="cell-two">
        <span className="cell-wrap">{title}</span>
        {sku && <span className="text-muted small">{sku}</span>}
      </span>
    ),
  },
  { key: 'price', label: text.columns.price, width: '132px', isNumeric: true, phone: '1-end', render: (row) => <Price row={row} /> },
  {
    key: 'change',
    label: text.columns.change,
    sort: 'price_change',
    width: '90px',
    isNumeric: true,
    // What one looks at first in a list of a supplier.
    rank: 1,
    hasContent: ({ priceChange }) => priceChange !== null,
    render: ({ priceChange }) => percent(priceChange, true),
  },
  {
    key: 'margin',
    label: text.columns.margin,
    width: '90px',
    isNumeric: true,
    hasContent: ({ margin }) => margin !== null,
    render: ({ margin }) => percent(margin, false),
  },
  { key: 'changes', label: text.columns.changes, width: 'minmax(200px, 1.2fr)', phone: '3-start', render: (row) => <Changes row={row} /> },
];

export const ROW_FILTERS: readonly GridFilter[] = [
  {
    key: 'outcome',
    label: text.filters.outcome,
    kind: 'options',
    options: OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
  },
  { key: 'price_change', label: text.filters.price_change, kind: 'money' },
];

const BY_LINE: GridSort = { key: 'line', isDescending: false };

export const ROW_LIMITS: GridLimits = {
  filters: ['outcome', 'price_change'],
  sorts: ['line', 'price_change'],
  defaultSort: BY_LINE,
  columns: ROW_COLUMNS.map(({ key }) => key),
};

/** The views of a difference, with the number of rows of each. */
export const rowViews = (counts: Readonly<Record<Outcome, number>> | null): readonly GridView[] => [
  builtInView(ROW_LIMITS, 'all', text.views.all),
  ...(['changed', 'new', 'missing', 'rejected', 'unchanged'] as const)
    .filter((outcome) => (counts?.[outcome] ?? 0) > 0)
    .map((outcome) => builtInView(ROW_LIMITS, outcome, text.outcomeCount(text.views[outcome], counts?.[outcome] ?? 0), { outcome })),
];
