import { Link } from 'react-router';
import { useListPath } from '#domains/selling/cart/ui/cart-context.tsx';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { formatOrderStatus } from '#domains/selling/orders/model/format-status.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { OrderSummary } from '../contract.ts';
import { orderMessages as m } from '../messages.ts';

/** Rows of orders, each a link to its page. */
export function OrderRows({ orders }: { orders: readonly OrderSummary[] }) {
  const { market } = useMarketConfig();
  const listPath = useListPath();
  if (orders.length === 0)
    return (
      <>
        <p className="text-muted">{m.empty}</p>
        <Link className="link link-lone" to={listPath}>
          {m.browse}
        </Link>
      </>
    );
  return (
    <ul className="account-list account-orders">
      {orders.map((order) => (
        <li key={order.id}>
          <div>
            <Link className="link" to={`/account/orders/${order.id}`}>
              {m.title(order.number)}
            </Link>
            <p className="small text-muted">
              {formatDate(market, new Date(order.placedAt))}
              {order.cases > 0 && `, ${m.cases(order.cases)}`}: {order.names.join(', ')}
            </p>
          </div>
          <p>
            <b>{formatOrderStatus(order.status).label}</b>
            <span className="num account-sum">{formatMoneyIn(market, order.total)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
