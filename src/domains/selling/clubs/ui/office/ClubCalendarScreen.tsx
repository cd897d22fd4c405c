/** What the clubs send in the next days, whether there is enough stock for it, and how each club does. */
import { Link, useLoaderData } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { memberListMessages, clubCalendarMessages as text } from '#domains/selling/clubs/messages/office.ts';
import type { ClubCalendar } from '#domains/selling/clubs/office-contract.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { listAddress } from '#ui/office/grid/list-memory.ts';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { useLiveReload } from '#ui/office/use-live-reload.ts';
import { formatShortDay } from './format-day.ts';
import type { loadClubCalendar } from './load-club-calendar.ts';
import './member.css';

type Run = ClubCalendar['runs'][number];
type Club = ClubCalendar['clubs'][number];

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly hasMarkets: boolean;
}

/** Members whose case of a club is charged on a day. */
const membersOf = ({ clubId, on }: Run): string =>
  `/clubs?${new URLSearchParams({ 'filter[club]': clubId, 'filter[next]': on, 'filter[status]': 'active', sort: 'next' })}`;

function Runs({ rows, hasMarkets }: RowsProps<Run>) {
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{text.club}</th>
          <th scope="col">{text.day}</th>
          <th scope="col" className="is-numeric">
            {text.cases}
          </th>
          <th scope="col" className="is-numeric">
            {text.bottles}
          </th>
          <th scope="col" className="is-numeric">
            {text.stock}
          </th>
          <th scope="col" className="is-numeric">
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((run) => (
          <tr key={`${run.on} ${run.clubId} ${run.variant}`}>
            <th scope="row">
              <Link className="link" to={membersOf(run)}>
                {run.club}
              </Link>
              {hasMarkets && <span className="market"> {run.market}</span>}
              <span className="line text-muted small">{run.variant}</span>
            </th>
            <td className="num stack-end">{formatShortDay(run.on)}</td>
            <td className="is-numeric stack-start" data-label={text.cases}>
              {run.cases}
            </td>
            <td className="is-numeric stack-start" data-label={text.bottles}>
              {run.bottles}
            </td>
            <td className="is-numeric stack-start" data-label={text.stock}>
              {run.inStock}
              {run.missing > 0 && (
                <span className="line">
                  <Badge tone="bad">{text.missing(run.missing)}</Badge>
                </span>
              )}
            </td>
            <td className="is-numeric stack-end">{formatMoneyIn(run.market, run.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ rows, hasMarkets }: RowsProps<Club>) {
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{text.name}</th>
          {[text.active, text.paused, text.joined, text.left, text.next].map((label) => (
            <th key={label} scope="col" className="is-numeric">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((club) => (
          <tr key={club.id}>
            <th scope="row">
              <Link className="link" to={`/clubs?${new URLSearchParams({ 'filter[club]': club.id })}`}>
                {club.name}
              </Link>
              {hasMarkets && <span className="market"> {club.market}</span>}
            </th>
            <td className="is-numeric" data-label={text.active}>
              {club.active}
            </td>
            <td className="is-numeric" data-label={text.paused}>
              {club.paused}
            </td>
            <td className="is-numeric" data-label={text.joined}>
              {club.joined}
            </td>
            <td className="is-numeric" data-label={text.left}>
              {club.left}
            </td>
            <td className="is-numeric" data-label={text.next}>
              {formatMoneyIn(club.market, club.amount)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ClubCalendarScreen() {
  const { runs, clubs } = useLoaderData<typeof loadClubCalendar>();
  const me = useMe();
  const hasMarkets = me.markets.length > 1;
  useLiveReload('membership');
  return (
    <div className="screen">
      <PageHeader title={text.title} parent={{ label: memberListMessages.title, to: listAddress('/clubs') }} summary={text.note} />
      <div className="stack">
        <div className="panel">
          <div className="panel-head">
            <h2>{text.runs}</h2>
          </div>
          {runs.length === 0 ? (
            <p className="panel-body text-muted">{text.runsEmpty}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
            <section className="table-scroll" aria-label={text.runs} tabIndex={0}>
              <Runs rows={runs} hasMarkets={hasMarkets} />
            </section>
          )}
        </div>
        <div className="panel">
          <div className="panel-head">
            <h2>{text.figures}</h2>
          </div>
          {clubs.length === 0 ? (
            <p className="panel-body text-muted">{text.figuresEmpty}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
            <section className="table-scroll" aria-label={text.figures} tabIndex={0}>
              <Figures rows={clubs} hasMarkets={hasMarkets} />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
