import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import { OrderLines } from '#domains/selling/checkout/ui/OrderLines.tsx';
import { PriceSummary } from '#domains/selling/checkout/ui/PriceSummary.tsx';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { formatLocality, isDelivered } from '#domains/selling/orders/model/format-address.ts';
import { orderDays } from '#domains/selling/orders/model/format-order-dates.ts';
import { formatOrder } from '#domains/selling/orders/model/format-status.ts';
import { formatTiming } from '#domains/selling/orders/model/order-timing.ts';
import { Collection } from '#domains/selling/orders/ui/Collection.tsx';
import { OrderHistory } from '#domains/selling/orders/ui/OrderHistory.tsx';
import { accountPageLabels, orderMessages as m } from '../messages.ts';
import { AsyncContent } from './AsyncContent.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import { type AccountCalls, useQuery } from './use-account.ts';

function StatusLine({ order }: { readonly order: OrderView }) {
  const { label, message } = formatOrder(order);
  return (
    <>
      <b>{label}.</b> {message}
    </>
  );
}

/** One order: status, history, lines and delivery address. */
export default function OrderSection() {
  const { id = '' } = useParams();
  const load = useCallback((calls: AccountCalls) => calls.order({ id }), [id]);
  const state = useQuery(`order ${id}`, load);
  return (
    <>
      <p className="label text-muted">
        <Link className="link" to="/account/orders">
          {accountPageLabels.orders}
        </Link>
      </p>
      <h1 className="heading-3">{state.value === null ? m.untitled : m.title(state.value.data.number)}</h1>
      <AsyncContent from={state}>
        {({ data: order }) => (
          <>
            <p className="intro">
              <StatusLine order={order} />
            </p>
            <section className="account-sec account-order">
              <OrderHistory order={order} days={orderDays(order)} />
            </section>
            <section className="account-sec">
              <h2 className="heading-4">{m.items}</h2>
              <OrderLines market={order.market} lines={order.lineItems} />
              <PriceSummary breakdown={order} />
              <BuyAgain lines={order.lineItems} />
              <p>
                <a className="link link-lone" href={`/order/${order.id}`}>
                  {m.invoice}
                </a>
              </p>
              {(isDelivered(order) || order.collection) && (
                <p>
                  <a className="link link-lone" href={`/order/${order.id}/claim`}>
                    {m.somethingWrong}
                  </a>
                </p>
              )}
            </section>
            <Collection order={order} className="account-sec" />
            {isDelivered(order) && (
              <section className="account-sec">
                <h2 className="heading-4">{m.deliveryAddress}</h2>
                <address>
                  {order.details.firstName} {order.details.lastName}
                  <br />
                  {order.details.address}
                  <br />
                  {formatLocality(order)}
                </address>
                {formatTiming(order) !== '' && <p>{formatTiming(order)}</p>}
              </section>
            )}
          </>
        )}
      </AsyncContent>
    </>
  );
}
