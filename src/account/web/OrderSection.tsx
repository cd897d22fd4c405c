import { useCallback } from 'react';
import { Link } from 'react-router';
import { dayInWords } from '../../checkout/market-day.ts';
import { OrderLines } from '../../checkout/web/OrderLines.tsx';
import { Sums } from '../../checkout/web/Sums.tsx';
import { placeLine } from '../../orders/receipt.ts';
import { STATUS_WORDS } from '../../orders/status-words.ts';
import { eventWords } from '../order-event-words.ts';
import { BuyAgain } from './BuyAgain.tsx';
import { Loading } from './Loading.tsx';
import { type AccountCalls, useLoaded } from './use-account.ts';
import '../../checkout/web/checkout.css';

/** One order: its status, what happened to it, what was bought and where it goes. */
export function OrderSection({ id }: { id: string }) {
  const ask = useCallback((calls: AccountCalls) => calls.order({ id }), [id]);
  const read = useLoaded(ask);
  return (
    <Loading from={read}>
      {({ data: { order, events } }) => (
        <>
          <p className="label quiet">
            <Link className="link" to="/account/orders">
              Orders
            </Link>
          </p>
          <h1 className="d38">{`Order #${order.number}`}</h1>
          <p className="lede">
            <b>{STATUS_WORDS[order.statusGroup].label}.</b> {STATUS_WORDS[order.statusGroup].sentence}
          </p>
          <section className="acct-sec">
            <h2 className="d28">What happened</h2>
            <ol className="acct-list">
              {events.map(({ at, event }) => {
                const words = eventWords(event);
                return (
                  words !== null && (
                    <li key={`${at} ${event}`}>
                      <span>{words}</span>
                      <span className="quiet">{dayInWords(order.market, new Date(at))}</span>
                    </li>
                  )
                );
              })}
            </ol>
          </section>
          <section className="acct-sec">
            <h2 className="d28">What you bought</h2>
            <OrderLines market={order.market} lines={order.lineItems} />
            <Sums figures={order} />
            <BuyAgain lines={order.lineItems} />
          </section>
          <section className="acct-sec">
            <h2 className="d28">Goes to</h2>
            <address>
              {order.details.firstName} {order.details.lastName}
              <br />
              {order.details.address}
              <br />
              {placeLine(order)}
            </address>
          </section>
        </>
      )}
    </Loading>
  );
}
