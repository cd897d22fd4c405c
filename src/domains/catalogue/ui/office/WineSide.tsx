/** What belongs to a wine: stock, other vintages, orders, promotions. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { STATE_LABELS, wineMessages as text } from '#domains/catalogue/messages/office.ts';
import type { OfficeWine } from '#domains/catalogue/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';
import { wineCalls } from './wine-calls.ts';
import { STATE_TONES } from './wine-cells.tsx';

function Panel({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel" aria-labelledby={`${id}-heading`}>
      <div className="panel-head">
        <h2 id={`${id}-heading`}>{title}</h2>
      </div>
      <div className="panel-body">{children}</div>
    </section>
  );
}

export function StockPanel({ wine }: { readonly wine: OfficeWine }) {
  return (
    <Panel id="stock" title={text.stock}>
      <div className="stack">
        {wine.markets.map(({ market, stock }) => (
          <div key={market} className="stack">
            <dl className="facts-sum" aria-label={text.stockOf(market)}>
              {wine.markets.length > 1 && <dt className="market">{market}</dt>}
              {wine.markets.length > 1 && <dd />}
              <dt>{text.level}</dt>
              <dd className="num">{text.cases(stock.level)}</dd>
              <dt>{text.reserved}</dt>
              <dd className="num">{text.cases(stock.reserved)}</dd>
              <dt className="is-total">{text.available}</dt>
              <dd className="num is-total">{text.cases(stock.available)}</dd>
            </dl>
            <Link className="link small" to={`/stock/${market}-${wine.record.productId}`} aria-label={text.openStockOf(market)}>
              {text.openStock}
            </Link>
          </div>
        ))}
        <p className="text-muted small">{text.sales(wine.sales)}</p>
        {wine.sharing.length > 0 && (
          <div>
            <p className="text-muted small">{text.sharing}</p>
            <ul>
              {wine.sharing.map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/wines/${id}`}>{name}</Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Panel>
  );
}

export function VintagesPanel({ wine }: { readonly wine: OfficeWine }) {
  if (wine.vintages.length === 0) return null;
  return (
    <Panel id="vintages" title={text.vintages}>
      <ul className="wine-related">
        {wine.vintages.map(({ id, name, state }) => (
          <li key={id}>
            <Link to={`/wines/${id}`}>{name}</Link>
            <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Loads what needs a permission of its own. */
function useLoaded<Value>(
  id: string,
  isAllowed: boolean,
  load: (id: string) => Promise<{ ok: true; value: { rows: Value[] } } | { ok: false }>,
) {
  const [loaded, setLoaded] = useState<{ readonly of: string; readonly rows: readonly Value[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call is the same for every render
  useEffect(() => {
    if (!isAllowed) return;
    let isCurrent = true;
    void load(id).then((found) => isCurrent && found.ok && setLoaded({ of: id, rows: found.value.rows }));
    return () => {
      isCurrent = false;
    };
  }, [id, isAllowed]);
  return loaded?.of === id ? loaded.rows : null;
}

export function OrdersPanel({ wine }: { readonly wine: OfficeWine }) {
  const isAllowed = useMay()('orders.read');
  const rows = useLoaded(wine.id, isAllowed, (id) => wineCalls.wineOrders({ id }));
  if (!rows) return null;
  return (
    <Panel id="orders" title={text.orders}>
      {rows.length === 0 && <p className="text-muted">{text.noOrders}</p>}
      <ul className="wine-related">
        {rows.map(({ id, number, name, cases, placedAt }) => (
          <li key={id}>
            <span className="cell-two">
              <Link to={`/orders/${id}`} className="num">
                {text.orderOf(number)}
              </Link>
              <span className="text-muted small">{name}</span>
            </span>
            <span className="text-muted small">
              {text.cases(cases)}, {formatRelative(placedAt, wine.markets[0]?.timeZone ?? 'UTC')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function PromotionsPanel({ wine }: { readonly wine: OfficeWine }) {
  const isAllowed = useMay()('promotions.read');
  const rows = useLoaded(wine.id, isAllowed, (id) => wineCalls.winePromotions({ id }));
  if (!rows) return null;
  return (
    <Panel id="promotions" title={text.promotions}>
      {rows.length === 0 && <p className="text-muted">{text.noPromotions}</p>}
      <ul className="wine-related">
        {rows.map(({ id, name, code, endsAt }) => (
          <li key={id}>
            <span>{[name, code].filter(Boolean).join(' · ')}</span>
            {endsAt && (
              <span className="text-muted small">{text.untilDay(formatRelative(endsAt, wine.markets[0]?.timeZone ?? 'UTC'))}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
