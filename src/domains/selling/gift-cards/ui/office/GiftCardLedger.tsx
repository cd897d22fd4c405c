/** The entries of a gift card with the balance after each, and what happened to it. */
import { Link } from 'react-router';
import { giftCardMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import type { GiftCardEntry, OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount, formatChange } from '#domains/selling/store-credit/model/format-amount.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import type { Tone } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { Timeline, type TimelineEntry } from '#ui/office/Timeline.tsx';

function nameEntry({ kind, orderNumber, author }: GiftCardEntry): string {
  switch (kind) {
    case 'void':
      return orderNumber !== null && author === '' ? text.takenBack : text.kinds.void;
    case 'issue':
    case 'redeem':
    case 'return':
    case 'refill':
    case 'expire':
    case 'move':
      return text.kinds[kind];
    default:
      return text.kinds.other(kind);
  }
}

function EntryDetail({ entry }: { readonly entry: GiftCardEntry }) {
  const may = useMay();
  const { orderId, orderNumber, author, reason, customerId } = entry;
  const order = orderNumber === null ? null : text.order(orderNumber);
  return (
    <>
      {order !== null && (
        <span className="line small">
          {orderId !== null && may('orders.read') ? (
            <Link className="link" to={`/orders/${orderId}`}>
              {order}
            </Link>
          ) : (
            <span className="text-muted">{order}</span>
          )}
        </span>
      )}
      {author !== '' && <span className="line text-muted small">{text.by(author, reason)}</span>}
      {customerId !== null && <span className="line text-muted small">{text.customer(customerId)}</span>}
    </>
  );
}

export function GiftCardLedger({ card }: { readonly card: OfficeGiftCard }) {
  const { market } = card.card;
  return (
    <section className="panel" aria-labelledby="ledger-heading">
      <div className="panel-head">
        <h2 id="ledger-heading">{text.ledger}</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: the section around it is the landmark */}
      <div className="table-scroll" role="group" aria-label={text.ledger} tabIndex={0}>
        <table className="table table-stack">
          <thead>
            <tr>
              <th scope="col">{text.entry.what}</th>
              <th scope="col">{text.entry.when}</th>
              <th scope="col" className="is-numeric">
                {text.entry.amount}
              </th>
              <th scope="col" className="is-numeric">
                {text.entry.balance}
              </th>
            </tr>
          </thead>
          <tbody>
            {card.entries.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  {nameEntry(entry)}
                  <EntryDetail entry={entry} />
                </th>
                <td className="num stack-start">{formatRelative(entry.at, card.timeZone)}</td>
                <td className="is-numeric stack-end">{formatChange(market, entry.amount)}</td>
                <td className="is-numeric stack-end" data-label={text.entry.balance}>
                  {formatAmount(market, entry.balance)}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {text.sum}
              </th>
              <td className="is-numeric">
                <strong>{formatAmount(market, card.ledgerBalance)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

const ENTRY_LOOKS: Readonly<Record<string, readonly [OfficeIconName, Tone]>> = {
  issue: ['cards', 'good'],
  redeem: ['wallet', 'info'],
  return: ['refund', 'plain'],
  void: ['close', 'bad'],
  refill: ['refresh', 'good'],
  expire: ['warning', 'plain'],
  move: ['customers', 'info'],
};
const EVENT_LOOKS: Readonly<Record<OfficeGiftCard['events'][number]['event'], readonly [OfficeIconName, Tone]>> = {
  sent: ['mail', 'good'],
  resent: ['mail', 'plain'],
  revealed: ['key', 'wait'],
  printed: ['print', 'wait'],
};

/** Joins ledger and events, newest first. */
function timelineOf({ card, entries, events }: OfficeGiftCard): TimelineEntry[] {
  const money = entries.map((entry): TimelineEntry => {
    const [icon, tone] = ENTRY_LOOKS[entry.kind] ?? ['info', 'plain'];
    const order = entry.orderNumber === null ? '' : text.order(entry.orderNumber);
    return {
      id: `entry-${entry.id}`,
      at: entry.at,
      icon,
      tone,
      title: `${nameEntry(entry)}: ${formatAmount(card.market, Math.abs(entry.amount))}`,
      detail: entry.author !== '' ? text.by(entry.author, entry.reason) : order || text.shop,
    };
  });
  const others = events.map(({ id, at, event, actor, detail }): TimelineEntry => {
    const [icon, tone] = EVENT_LOOKS[event];
    return { id, at, icon, tone, title: text.events[event](detail), detail: actor === 'shop' ? text.shop : actor };
  });
  return [...money, ...others].sort((a, b) => b.at.localeCompare(a.at));
}

export function GiftCardTimeline({ card }: { readonly card: OfficeGiftCard }) {
  return (
    <section className="panel" aria-labelledby="timeline-heading">
      <div className="panel-head">
        <h2 id="timeline-heading">{text.timeline}</h2>
      </div>
      <Timeline entries={timelineOf(card)} timeZone={card.timeZone} />
    </section>
  );
}
