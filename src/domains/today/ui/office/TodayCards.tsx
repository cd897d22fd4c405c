/** What waits: a card for each kind of work, with its list or a link to it. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { TODAY_CARD_TEXT, todayMessages as text } from '#domains/today/messages/office.ts';
import { TODAY_CARDS, type TodayCardName } from '#domains/today/model/cards.ts';
import type { TodayCard, TodayItem } from '#domains/today/office-contract.ts';
import { DEFAULT_MARKET, getMarketConfig } from '#markets/market.ts';
import { timeZoneOf, todayIn } from '#markets/market-day.ts';
import { formatRelative } from '#ui/office/format-time.ts';
import { OfficeIcon, type OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { ResolveAlert } from './ResolveAlert.tsx';

const ICONS: Readonly<Record<TodayCardName, OfficeIconName>> = {
  to_send: 'van',
  to_decide: 'note',
  undelivered: 'van',
  claims: 'note',
  stuck_jobs: 'system',
  failed_webhooks: 'external',
  disputes: 'warning',
  refunds_refused: 'refund',
  failed_payments: 'wallet',
  declined_cards: 'cards',
  club_runs: 'clubs',
  low_stock: 'stock',
  form_entries: 'mail',
};

const DAY = new Intl.DateTimeFormat('en-AU', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayName = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '');
const momentOf = ({ at, market }: TodayItem): string => (at === null ? '' : formatRelative(at, timeZoneOf(market ?? DEFAULT_MARKET)));

const amountOf = ({ amount, currency }: TodayItem): string =>
  amount === null
    ? ''
    : new Intl.NumberFormat(
        getMarketConfig(DEFAULT_MARKET).locale,
        currency === null ? { minimumFractionDigits: 2 } : { style: 'currency', currency },
      ).format(amount);

/** Second line of a row, by card. */
const DETAILS: Readonly<Partial<Record<TodayCardName, (item: TodayItem) => readonly string[]>>> = {
  failed_payments: (item) => [item.detail, text.since(momentOf(item))],
  declined_cards: (item) => [
    item.detail,
    text.attempts(item.count ?? 0),
    ...(item.day === null ? [] : [text.nextAttempt(dayName(item.day))]),
  ],
  club_runs: ({ count, day, market }) => [
    text.deliveries(count ?? 0),
    ...(day === null ? [] : [market !== null && day < todayIn(market, new Date()) ? text.overdue(dayName(day)) : text.dueOn(dayName(day))]),
  ],
  low_stock: ({ count }) => [text.casesLeft(count ?? 0)],
  form_entries: (item) => [item.detail, momentOf(item)],
};

interface RowProps {
  readonly name: TodayCardName;
  readonly item: TodayItem;
  readonly hasMarkets: boolean;
  readonly end: ReactNode;
}

function Row({ name, item, hasMarkets, end }: RowProps) {
  const title = item.title === '' ? text.unnamedBuyer : item.title;
  return (
    <li className="todo-row">
      <span className="cell-two">
        <span>
          {item.to === null ? (
            title
          ) : (
            <Link className="link" to={item.to}>
              {title}
            </Link>
          )}
          {hasMarkets && item.market !== null && <span className="market"> {item.market}</span>}
        </span>
        <span className="text-muted small">{(DETAILS[name]?.(item) ?? []).filter(Boolean).join(' · ')}</span>
      </span>
      <span className="todo-end num">
        {amountOf(item)}
        {end}
      </span>
    </li>
  );
}

export interface TodayCardPanelProps {
  readonly card: TodayCard;
  /** True if the person works in several markets. */
  readonly hasMarkets: boolean;
  readonly onChanged: () => void;
}

export function TodayCardPanel({ card, hasMarkets, onChanged }: TodayCardPanelProps) {
  const { name, count, isExact, dueAt, items } = card;
  const [isOpen, setIsOpen] = useState(false);
  const { to, isUrgent } = TODAY_CARDS[name];
  const { title, text: describe, open } = TODAY_CARD_TEXT[name];
  const body = (
    <>
      <span className="todo-icon">
        <OfficeIcon name={ICONS[name]} />
      </span>
      <span className="todo-count num">{isExact ? text.count(count) : text.atLeast(count)}</span>
      <span className="todo-text">
        <span className="todo-title">{title}</span>
        <span className="text-muted small">
          {dueAt === null ? describe(count) : text.firstEvidence(momentOf({ ...NO_ITEM, at: dueAt }))}
        </span>
      </span>
    </>
  );
  const classes = isUrgent ? 'panel todo is-urgent' : 'panel todo';
  if (to !== null)
    return (
      <li className={classes}>
        <Link className="todo-head" to={to} aria-label={`${title}: ${describe(count)}. ${open}`}>
          {body}
          <OfficeIcon name="right" />
        </Link>
      </li>
    );
  return (
    <li className={isOpen ? `${classes} is-open` : classes}>
      <button type="button" className="todo-head" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {body}
        <OfficeIcon name={isOpen ? 'up' : 'down'} />
      </button>
      {isOpen && (
        // The list scrolls, so it can be reached by keyboard.
        // biome-ignore lint/a11y/useSemanticElements: a landmark for each list would be too many
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls
        <div className="todo-list" role="group" aria-label={title} tabIndex={0}>
          <ul>
            {items.map((item) => (
              <Row
                key={item.id}
                name={name}
                item={item}
                hasMarkets={hasMarkets}
                end={name === 'failed_payments' ? <ResolveAlert item={item} onResolved={onChanged} /> : null}
              />
            ))}
          </ul>
          {items.length < count && <p className="text-muted small todo-more">{text.more(items.length, count)}</p>}
        </div>
      )}
    </li>
  );
}

const NO_ITEM: TodayItem = {
  id: '',
  title: '',
  detail: '',
  market: null,
  at: null,
  day: null,
  amount: null,
  currency: null,
  count: null,
  to: null,
};
