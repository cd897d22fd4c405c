/** Columns, filters and views of the list of pages. */
import { PAGE_STATE_LABELS, SHOP_LABELS, TEMPLATE_LABELS, pageListMessages as text } from '#domains/content/messages/office.ts';
import { pageScheduleMessages } from '#domains/content/messages/page-schedule.ts';
import { PAGE_STATES, type PageState } from '#domains/content/model/page-list.ts';
import { TEMPLATE_NAMES } from '#domains/content/model/templates.ts';
import type { PageRow } from '#domains/content/office-contract.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

export const STATE_TONES: Readonly<Record<PageState, Tone>> = {
  live: 'good',
  scheduled: 'info',
  draft: 'plain',
  ended: 'plain',
  archived: 'plain',
};

/** Times of a page are shown as in its first market. */
const zoneOf = ({ markets }: PageRow): string => timeZoneOf(markets[0] ?? MARKETS[0]);

/** Says when a page that is not simply live begins or ends. */
function timesOf(row: PageRow): string {
  const zone = zoneOf(row);
  if (row.scheduledFor && row.scheduleProblem === null) return text.from(formatRelative(row.scheduledFor, zone));
  if (row.state === 'scheduled' && row.publishAt) return text.from(formatRelative(row.publishAt, zone));
  return row.state === 'live' && row.endAt ? text.until(formatRelative(row.endAt, zone)) : '';
}

/** Says that a live page has changes that visitors do not see, and whether they will. */
function Changes({ row: { hasDraft, state, scheduledFor, scheduleProblem } }: { readonly row: PageRow }) {
  if (!hasDraft || state === 'draft') return null;
  if (scheduledFor === null) return <Badge tone="wait">{text.unpublished}</Badge>;
  if (scheduleProblem === null) return <Badge tone="info">{PAGE_STATE_LABELS.scheduled}</Badge>;
  return <Badge tone="bad">{pageScheduleMessages.missedBadge}</Badge>;
}

function State({ row }: { readonly row: PageRow }) {
  const times = timesOf(row);
  return (
    <span className="page-state">
      <Badge tone={STATE_TONES[row.state]}>{PAGE_STATE_LABELS[row.state]}</Badge>
      <Changes row={row} />
      {times !== '' && <span className="text-muted small">{times}</span>}
    </span>
  );
}

function Sites({ row: { markets, shops } }: { readonly row: PageRow }) {
  return (
    <span>
      {shops.length === 2 ? '' : shops.map((shop) => SHOP_LABELS[shop]).join(', ')} {markets.join(', ')}
    </span>
  );
}

function Changed({ row }: { readonly row: PageRow }) {
  return (
    <span className="cell-two">
      <span className="num">{formatRelative(row.changedAt, zoneOf(row))}</span>
      <span className="text-muted small">{text.by(row.changedBy)}</span>
    </span>
  );
}

export const PAGE_COLUMNS: readonly GridColumn<PageRow>[] = [
  {
    key: 'title',
    label: text.columns.title,
    sort: 'title',
    width: 'minmax(200px, 1.6fr)',
    isKey: true,
    phone: '1-start',
    render: ({ title }) => title || text.untitled,
  },
  {
    key: 'path',
    label: text.columns.path,
    sort: 'path',
    width: 'minmax(190px, 1.5fr)',
    phone: '2-start',
    render: ({ path }) => <span className="text-muted">{path}</span>,
  },
  { key: 'template', label: text.columns.template, width: '120px', render: ({ template }) => TEMPLATE_LABELS[template].label },
  { key: 'sites', label: text.columns.sites, width: '120px', phone: '2-end', render: (row) => <Sites row={row} /> },
  { key: 'state', label: text.columns.state, width: 'minmax(160px, 0.7fr)', phone: '3-start', render: (row) => <State row={row} /> },
  { key: 'changed', label: text.columns.changed, sort: 'changed', width: '150px', phone: '3-end', render: (row) => <Changed row={row} /> },
];

/** Returns the filters. Someone with one market has none by market. */
export const pageFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.filters.state,
    kind: 'options',
    options: PAGE_STATES.map((value) => ({ value, label: PAGE_STATE_LABELS[value] })),
  },
  {
    key: 'template',
    label: text.filters.template,
    kind: 'options',
    options: TEMPLATE_NAMES.map((value) => ({ value, label: TEMPLATE_LABELS[value].label })),
  },
  {
    key: 'shop',
    label: text.filters.shop,
    kind: 'options',
    options: (['wine', 'spirits'] as const).map((value) => ({ value, label: SHOP_LABELS[value] })),
  },
  ...(markets.length > 1
    ? [{ key: 'market', label: text.filters.market, kind: 'options' as const, options: markets.map((value) => ({ value, label: value })) }]
    : []),
  { key: 'draft', label: text.filters.draft, kind: 'choice', options: [{ value: 'yes', label: text.unpublished }] },
];

export const PAGE_LIMITS: GridLimits = {
  filters: ['state', 'template', 'shop', 'market', 'draft'],
  sorts: ['changed', 'title', 'path'],
  defaultSort: { key: 'changed', isDescending: true },
  columns: PAGE_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const PAGE_VIEWS: readonly GridView[] = [
  builtInView(PAGE_LIMITS, 'all', text.views.all),
  builtInView(PAGE_LIMITS, 'drafts', text.views.drafts, { draft: 'yes' }),
  builtInView(PAGE_LIMITS, 'scheduled', text.views.scheduled, { state: 'scheduled' }),
  builtInView(PAGE_LIMITS, 'articles', text.views.articles, { template: 'article' }),
  builtInView(PAGE_LIMITS, 'archived', text.views.archived, { state: 'archived' }),
];
