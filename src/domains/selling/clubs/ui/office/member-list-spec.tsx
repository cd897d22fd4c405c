/** Columns, filters and views of the list of members. */
import {
  CARD_LABELS,
  DUE_LABELS,
  PROBLEM_LABELS,
  STATUS_NAMES,
  memberListMessages as text,
} from '#domains/selling/clubs/messages/office.ts';
import { CARD_STATES, DUE_RANGES, MEMBER_PROBLEMS } from '#domains/selling/clubs/model/member-list.ts';
import { MEMBERSHIP_STATUSES } from '#domains/selling/clubs/model/membership.ts';
import type { MemberRow } from '#domains/selling/clubs/office-contract.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import type { GridLimits, GridState } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import { formatLongDay, formatShortDay } from './format-day.ts';
import { PROBLEM_TONES, STATUS_TONES } from './member-tones.ts';

function Member({ row, hasMarkets }: { readonly row: MemberRow; readonly hasMarkets: boolean }) {
  return (
    <span className="cell-two">
      <span>
        {row.name || <span className="text-muted">{text.erased}</span>}
        {hasMarkets && <span className="market"> {row.market}</span>}
      </span>
      {row.email && <span className="text-muted small">{row.email}</span>}
    </span>
  );
}

function Next({ row }: { readonly row: MemberRow }) {
  return (
    <span className="cell-two">
      {row.nextOn && <span className="num">{formatShortDay(row.nextOn)}</span>}
      {row.problem && (
        <span>
          <Badge tone={PROBLEM_TONES[row.problem]}>{PROBLEM_LABELS[row.problem]}</Badge>
        </span>
      )}
    </span>
  );
}

function Card({ row: { card } }: { readonly row: MemberRow }) {
  return (
    card && (
      <span className="cell-two">
        <span className="num">{text.card(card.brand, card.last4)}</span>
        {card.state && (
          <span>
            <Badge
              tone={card.state === 'expired' ? 'bad' : 'wait'}
            >{`${CARD_LABELS[card.state]} ${text.expiry(card.expiryMonth, card.expiryYear)}`}</Badge>
          </span>
        )}
      </span>
    )
  );
}

/** Returns the columns. Where a person has several markets, members show theirs. */
export const memberColumns = (markets: readonly Market[]): readonly GridColumn<MemberRow>[] => [
  {
    key: 'name',
    label: text.columns.name,
    sort: 'name',
    width: 'minmax(190px, 1fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => <Member row={row} hasMarkets={markets.length > 1} />,
  },
  {
    key: 'club',
    label: text.columns.club,
    width: 'minmax(190px, 1fr)',
    phone: '2-start',
    render: (row) => (
      <span className="cell-two">
        <span>{row.club}</span>
        <span className="text-muted small">{text.choice(row.variant, row.frequency)}</span>
      </span>
    ),
  },
  {
    key: 'status',
    label: text.columns.status,
    width: '116px',
    phone: '1-end',
    render: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>,
  },
  { key: 'next', label: text.columns.next, sort: 'next', width: '150px', phone: '3-start', render: (row) => <Next row={row} /> },
  { key: 'card', label: text.columns.card, width: '170px', render: (row) => <Card row={row} /> },
  { key: 'paid', label: text.columns.paid, width: '96px', isNumeric: true, render: ({ paid }) => paid },
  {
    key: 'joined',
    label: text.columns.joined,
    sort: 'joined',
    width: '172px',
    render: ({ joinedAt, market }) => formatLongDay(todayIn(market, new Date(joinedAt))),
  },
  { key: 'locality', label: text.columns.locality, width: 'minmax(140px, 0.8fr)', isExtra: true, render: ({ locality }) => locality },
  { key: 'market', label: text.columns.market, width: '80px', isExtra: true, render: ({ market }) => market },
];

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Returns the filters. Someone with one market has none by market. */
export const memberFilters = (
  markets: readonly Market[],
  clubs: readonly { readonly id: string; readonly name: string; readonly market: Market }[],
): readonly GridFilter[] => [
  { key: 'status', label: text.filters.status, kind: 'options', options: optionsOf(MEMBERSHIP_STATUSES, STATUS_NAMES) },
  {
    key: 'club',
    label: text.filters.club,
    kind: 'options',
    options: clubs.map(({ id, name, market }) => ({ value: id, label: markets.length > 1 ? `${name} ${market}` : name })),
  },
  { key: 'problem', label: text.filters.problem, kind: 'choice', options: optionsOf(MEMBER_PROBLEMS, PROBLEM_LABELS) },
  { key: 'due', label: text.filters.due, kind: 'choice', options: optionsOf(DUE_RANGES, DUE_LABELS) },
  { key: 'card', label: text.filters.card, kind: 'choice', options: optionsOf(CARD_STATES, CARD_LABELS) },
  { key: 'next', label: text.filters.next, kind: 'date' },
  { key: 'joined', label: text.filters.joined, kind: 'date' },
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

export const MEMBER_LIMITS: GridLimits = {
  filters: ['status', 'club', 'problem', 'due', 'card', 'next', 'joined', 'market', 'customer'],
  sorts: ['joined', 'next', 'name'],
  defaultSort: { key: 'joined', isDescending: true },
  columns: ['name', 'club', 'status', 'next', 'card', 'paid', 'joined', 'locality', 'market'],
};

const NEXT_FIRST = { key: 'next', isDescending: false } as const;

const view = (id: keyof typeof text.views, filters?: GridState['filters'], sort?: GridState['sort']): GridView =>
  builtInView(MEMBER_LIMITS, id, text.views[id], filters, sort);

/** The views that every shop has. What is charged next comes first. */
export const MEMBER_VIEWS: readonly GridView[] = [
  view('all'),
  view('active', { status: 'active' }),
  view('declined', { problem: 'declined' }, NEXT_FIRST),
  view('week', { due: 'week' }, NEXT_FIRST),
  view('expiring', { card: 'expiring' }, NEXT_FIRST),
  view('paused', { status: 'paused' }),
];
