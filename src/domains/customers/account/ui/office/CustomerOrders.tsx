/** What a customer spent, their orders and their cart. */
import { Link } from 'react-router';
import { TIER_LABELS, customerMessages as text } from '#domains/customers/account/messages/office.ts';
import type { OfficeCustomer } from '#domains/customers/account/office-contract.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { STATUS_LABELS } from '#domains/selling/orders/messages/office.ts';
import { STATUS_TONES } from '#domains/selling/orders/ui/office/order-tones.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { formatRelative } from '#ui/office/format-time.ts';

interface PanelProps {
  readonly customer: OfficeCustomer;
}

export function CustomerFigures({ customer }: PanelProps) {
  const { market, totals, loyalty, credit, timeZone } = customer;
  const figures = [
    [text.totals.spent, formatMoneyIn(market, totals.spent)],
    [text.totals.orders, totals.orders.toLocaleString('en-AU')],
    ...(totals.orders === 0 ? [] : [[text.totals.average, formatMoneyIn(market, totals.average)] as const]),
    [text.totals.last, totals.lastOrderAt === null ? text.never : (formatRelative(totals.lastOrderAt, timeZone).split(',')[0] ?? '')],
    ...(loyalty === null ? [] : [[text.totals.tier, TIER_LABELS[loyalty.tier]] as const]),
    ...(credit === null ? [] : [[text.totals.credit, formatMoneyIn(market, credit.balance)] as const]),
  ] as const;
  return (
    <dl className="panel figures-row">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The list of orders with those of the customer. */
const ordersPath = ({ key, kind, email, market }: OfficeCustomer): string =>
  `/orders?${new URLSearchParams(kind === 'account' ? { 'filter[customer]': key, 'filter[market]': market } : { q: email })}`;

export function OrdersPanel({ customer }: PanelProps) {
  const may = useMay();
  const { orders, totals, market, timeZone } = customer;
  const mayOpen = may('orders.read');
  return (
    <section className="panel" aria-labelledby="orders-heading">
      <div className="panel-head">
        <h2 id="orders-heading">{text.orders}</h2>
        {mayOpen && orders.length > 0 && (
          <Link className="link small" to={ordersPath(customer)}>
            {text.allOrders(Math.max(totals.orders, orders.length))}
          </Link>
        )}
      </div>
      {orders.length === 0 ? (
        <p className="panel-body text-muted">{text.noOrders}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by keyboard
        <section className="table-scroll" aria-label={text.orderTable} tabIndex={0}>
          <table className="table table-stack customer-orders">
            <thead>
              <tr>
                <th scope="col" className="is-short">
                  {text.orderColumns.number}
                </th>
                <th scope="col">{text.orderColumns.placed}</th>
                <th scope="col">{text.orderColumns.status}</th>
                <th scope="col">{text.orderColumns.items}</th>
                <th scope="col" className="is-numeric">
                  {text.orderColumns.total}
                </th>
              </tr>
            </thead>
            <tbody>
              {orders.map(({ id, number, placedAt, status, items, total }) => (
                <tr key={id}>
                  <th scope="row" className="num is-short">
                    {mayOpen ? (
                      <Link className="link" to={`/orders/${id}`}>
                        {text.order(number)}
                      </Link>
                    ) : (
                      text.order(number)
                    )}
                  </th>
                  <td className="num stack-end">{formatRelative(placedAt, timeZone)}</td>
                  <td className="stack-start">
                    <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
                  </td>
                  <td className="text-muted small">{items}</td>
                  <td className="is-numeric stack-end">{formatMoneyIn(market, total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

export function CartPanel({ customer }: PanelProps) {
  const { cart, market, timeZone } = customer;
  if (cart === null) return null;
  return (
    <section className="panel" aria-labelledby="cart-heading">
      <div className="panel-head">
        <h2 id="cart-heading">{text.cart}</h2>
        <span className="text-muted small">{text.cartSince(formatRelative(cart.updatedAt, timeZone))}</span>
      </div>
      <ul className="panel-body record-list">
        {cart.lines.map(({ offerId, name, quantity, price }) => (
          <li key={offerId} className="record-row">
            <span>
              <span className="num">{text.cartLine(quantity)}</span> {name}
            </span>
            {price !== null && <span className="num">{formatMoneyIn(market, price)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
