import { Link } from 'react-router';
import { useListPath } from '#domains/selling/cart/ui/cart-context.tsx';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { formatOrderStatus } from '#domains/selling/orders/model/format-status.ts';
import { formatDate } from '#markets/market-day.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import type { OrderSummary } from '../contract.ts';

const casesWord = (cases: number): string => (cases === 1 ? '1 case' : `${cases} cases`);

/** Rows of orders, each a link to its page. */
export function OrderRows({ orders }: { orders: readonly OrderSummary[] }) {
  const { market } = useMarketConfig();
  const listPath = useListPath();
  if (orders.length === 0)
    return (
      <>
        <p className="text-muted">No orders yet.</p>
        <Link className="link link-lone" to={listPath}>
          Browse the shelves
        </Link>
      </>
    );
  return (
    <ul className="account-list account-orders">
      {orders.map((order) => (
        <li key={order.id}>
          <div>
            <Link className="link" to={`/account/orders/${order.id}`}>
              {`Order #${order.number}`}
            </Link>
            <p className="small text-muted">
              {formatDate(market, new Date(order.placedAt))}
              {order.cases > 0 && `, ${casesWord(order.cases)}`}: {order.names.join(', ')}
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
