/** The panels of a stock item: figures, checkouts that hold cases, and the offers that sell it. */
import { Link } from 'react-router';
import { stockFormat, stockMessages, itemMessages as text } from '#domains/selling/stock/messages/office.ts';
import type { StockItem } from '#domains/selling/stock/office-contract.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';

interface PanelProps {
  readonly item: StockItem;
}

interface Figure {
  readonly key: keyof typeof text.figures;
  readonly value: string;
  readonly hint?: string;
}

/** Lists the figures: what can be sold first, then what that is made of, then the pace. */
function figuresOf(item: StockItem): readonly Figure[] {
  const { number } = stockFormat;
  return [
    { key: 'available', value: number(item.available) },
    { key: 'level', value: number(item.level) },
    { key: 'reserved', value: number(item.reserved) },
    ...(item.oversold > 0 ? [{ key: 'oversold', value: number(item.oversold), hint: text.hints.oversold } as const] : []),
    { key: 'toSend', value: number(item.toSend) },
    { key: 'shelf', value: number(item.shelf), hint: text.hints.shelf },
    { key: 'inCarts', value: number(item.inCarts), hint: text.hints.inCarts },
    { key: 'sold', value: number(item.sold) },
    { key: 'cover', value: item.cover === null ? stockMessages.none : stockMessages.days(item.cover) },
    { key: 'bin', value: item.bin === '' ? stockMessages.none : item.bin },
    { key: 'threshold', value: text.thresholdText(item.threshold, item.isOwnThreshold) },
  ];
}

export function FiguresPanel({ item }: PanelProps) {
  return (
    <section className="panel" aria-labelledby="figures-heading">
      <h2 id="figures-heading" className="visually-hidden">
        {text.figuresHeading}
      </h2>
      <dl className="stock-figures">
        {figuresOf(item).map(({ key, value, hint }) => (
          <div key={key} className={key === 'available' ? 'stock-figure is-main' : 'stock-figure'}>
            <dt>{text.figures[key]}</dt>
            <dd>
              <span className="num">{value}</span>
              {hint && <span className="stock-hint">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function HoldsPanel({ item }: PanelProps) {
  return (
    <section className="panel" aria-labelledby="holds-heading">
      <div className="panel-head">
        <h2 id="holds-heading">{text.holds}</h2>
      </div>
      <div className="panel-body stack">
        {item.holds.length === 0 ? (
          <p className="text-muted">{text.noHolds}</p>
        ) : (
          <>
            <p className="text-muted small">{text.holdsText}</p>
            <ul className="stack">
              {item.holds.map(({ orderId, quantity, email, until }) => (
                <li key={orderId}>
                  {text.hold(quantity, email)}
                  <span className="stock-hint">{text.holdUntil(formatRelative(until, item.timeZone))}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

export function OffersPanel({ item }: PanelProps) {
  if (item.offers.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="offers-heading">
      <div className="panel-head">
        <h2 id="offers-heading">{text.offers}</h2>
      </div>
      <ul className="panel-body stack">
        {item.offers.map(({ offerId, name, sku, isOnSale }) => (
          <li key={offerId}>
            <Link className="link" to={`/wines/${encodeURIComponent(offerId)}`}>
              {name}
            </Link>
            <span className="stock-hint">
              {sku} <Badge tone={isOnSale ? 'good' : 'plain'}>{isOnSale ? text.onSale : text.notOnSale}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
