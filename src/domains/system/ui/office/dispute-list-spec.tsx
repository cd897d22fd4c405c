/** Columns, filters and views of the list of disputes. */
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { MARKET_TIME_WIDTH, MarketTime } from '#domains/staff/ui/office/MarketTime.tsx';
import { disputeMessages as text } from '#domains/system/messages/records.ts';
import { DISPUTE_STATES, type DisputeState } from '#domains/system/model/record-states.ts';
import type { SystemDispute } from '#domains/system/records-contract.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';
import type { LocalRules } from '#ui/office/grid/local-rows.ts';

const TONES: Readonly<Record<DisputeState, Tone>> = { waiting: 'wait', answered: 'info', overdue: 'bad', won: 'good', lost: 'plain' };

const nameReason = (reason: string): string => {
  const words = reason.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

function State({ row: { state, answeredAt, answeredBy, order } }: { readonly row: SystemDispute }) {
  return (
    <span className="cell-two">
      <span>
        <Badge tone={TONES[state]}>{text.states[state]}</Badge>
      </span>
      {answeredAt !== null && (
        <span className="text-muted small">{text.answeredBy(answeredBy, formatRelative(answeredAt, timeZoneOf(order.market)))}</span>
      )}
    </span>
  );
}

function Due({ row: { closedAt, evidenceDueAt, order } }: { readonly row: SystemDispute }) {
  if (closedAt !== null) return <span className="text-muted">{text.closedOn(formatRelative(closedAt, timeZoneOf(order.market)))}</span>;
  if (evidenceDueAt === null) return <span className="text-muted">{text.noDeadline}</span>;
  return <MarketTime at={evidenceDueAt} market={order.market} />;
}

const DISPUTE_COLUMNS: readonly GridColumn<SystemDispute>[] = [
  {
    key: 'order',
    label: text.columns.order,
    width: 'minmax(118px, 0.8fr)',
    isKey: true,
    phone: '1-start',
    render: ({ order }) => (
      <span className="num">
        #{order.number} <span className="market">{order.market}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    label: text.columns.amount,
    sort: 'amount',
    width: '110px',
    isNumeric: true,
    phone: '1-end',
    render: ({ amount, order }) => formatMoneyIn(order.market, amount),
  },
  {
    key: 'reason',
    label: text.columns.reason,
    width: 'minmax(150px, 1.2fr)',
    phone: '3-start',
    render: ({ reason }) => nameReason(reason),
  },
  { key: 'due', label: text.columns.due, sort: 'due', width: MARKET_TIME_WIDTH, phone: '2-start', render: (row) => <Due row={row} /> },
  { key: 'state', label: text.columns.state, width: 'minmax(130px, 1fr)', phone: '2-end', render: (row) => <State row={row} /> },
  {
    key: 'opened',
    label: text.columns.opened,
    sort: 'opened',
    width: MARKET_TIME_WIDTH,
    isExtra: true,
    render: ({ openedAt, order }) => <MarketTime at={openedAt} market={order.market} />,
  },
  { key: 'gateway', label: text.columns.gateway, width: '110px', isExtra: true, render: ({ gateway }) => gateway },
];

/** What the button of a row does. */
export interface AnswerButton {
  /** Key of the dispute that is changed now. */
  readonly pending: string | null;
  readonly onAnswer: (dispute: SystemDispute, isAnswered: boolean) => void;
}

export const disputeKey = ({ gateway, id }: Pick<SystemDispute, 'gateway' | 'id'>): string => `${gateway}:${id}`;

/** Returns the columns. @param answer null for people who may not change orders */
export const disputeColumns = (answer: AnswerButton | null): readonly GridColumn<SystemDispute>[] =>
  answer === null
    ? DISPUTE_COLUMNS
    : [
        ...DISPUTE_COLUMNS,
        {
          key: 'actions',
          label: text.columns.actions,
          isLabelHidden: true,
          width: '178px',
          rank: 0,
          phone: '3-end',
          render: (dispute) =>
            dispute.status === 'open' && (
              <Button
                aria-label={dispute.answeredAt === null ? text.answerOf(dispute.order.number) : text.undoOf(dispute.order.number)}
                isPending={answer.pending === disputeKey(dispute)}
                onPress={() => answer.onAnswer(dispute, dispute.answeredAt === null)}
              >
                {dispute.answeredAt === null ? text.answer : text.undo}
              </Button>
            ),
        },
      ];

/** Returns the filters. Someone with one market has none by market. */
export const disputeFilters = (markets: readonly Market[]): readonly GridFilter[] => [
  {
    key: 'state',
    label: text.columns.state,
    kind: 'options',
    options: DISPUTE_STATES.map((value) => ({ value, label: text.states[value] })),
  },
  ...(markets.length > 1
    ? [
        {
          key: 'market',
          label: text.market,
          kind: 'options' as const,
          options: MARKETS.filter((market) => markets.includes(market)).map((value) => ({ value, label: value })),
        },
      ]
    : []),
];

export const DISPUTE_LIMITS: GridLimits = {
  filters: ['state', 'market'],
  sorts: ['due', 'opened', 'amount'],
  defaultSort: { key: 'due', isDescending: false },
  columns: [...DISPUTE_COLUMNS.map(({ key }) => key), 'actions'],
};

const viewOf = (id: keyof typeof text.views, state: string): GridView => builtInView(DISPUTE_LIMITS, id, text.views[id], { state });

export const DISPUTE_VIEWS: readonly GridView[] = [
  viewOf('open', 'waiting,overdue'),
  viewOf('answered', 'answered'),
  viewOf('closed', 'won,lost'),
];

export const DISPUTE_CSV: LocalRules<SystemDispute>['csv'] = [
  { label: text.columns.order, value: ({ order }) => order.number },
  { label: text.market, value: ({ order }) => order.market },
  { label: text.columns.amount, value: ({ amount }) => amount },
  { label: text.currency, value: ({ currency }) => currency },
  { label: text.columns.reason, value: ({ reason }) => nameReason(reason) },
  { label: text.columns.due, value: ({ evidenceDueAt }) => evidenceDueAt ?? '' },
  { label: text.columns.state, value: ({ state }) => text.states[state] },
  { label: text.columns.opened, value: ({ openedAt }) => openedAt },
  { label: text.closed, value: ({ closedAt }) => closedAt ?? '' },
  { label: text.columns.gateway, value: ({ gateway }) => gateway },
];
