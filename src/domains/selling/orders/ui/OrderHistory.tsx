import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { Market } from '#markets/market.ts';
import { formatDay } from '#markets/market-day.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { orderMessages } from '../messages.ts';
import { formatOrderEvent } from '../model/format-event.ts';
import type { OrderDays } from '../model/format-order-dates.ts';
import './OrderHistory.css';

interface OrderHistoryProps {
  readonly order: Omit<OrderView, 'id'>;
  readonly days: OrderDays;
}

/** Shipments, refunds and events of an order, the oldest first. */
export function OrderHistory({ order, days }: OrderHistoryProps) {
  const { market, shipments, refunds, timeline } = order;
  return (
    <>
      {shipments.length > 0 && (
        <section className="order-part no-print">
          <h2 className="heading-4">{orderMessages.shipments(shipments.length)}</h2>
          {shipments.map((shipment) => (
            <Shipment key={shipment.id} market={market} shipment={shipment} day={days[shipment.at] ?? ''} />
          ))}
        </section>
      )}
      {refunds.length > 0 && (
        <section className="order-part no-print">
          <h2 className="heading-4">{orderMessages.refunds(refunds.length)}</h2>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} amount={formatMoneyIn(market, refund.amount)} day={days[refund.at] ?? ''} />
          ))}
        </section>
      )}
      <section className="order-part no-print">
        <h2 className="heading-4">{orderMessages.history}</h2>
        <ol className="order-timeline">
          {timeline.map((event) => {
            const text = formatOrderEvent(market, event);
            return (
              text !== null && (
                <li key={`${event.at} ${event.event} ${event.amount}`}>
                  <span>{text}</span>
                  <time className="small text-muted" dateTime={event.at}>
                    {days[event.at]}
                  </time>
                </li>
              )
            );
          })}
        </ol>
      </section>
    </>
  );
}

const formatLines = (lines: ShipmentView['lines']): string => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');

function Shipment({ market, shipment, day }: { market: Market; shipment: ShipmentView; day: string }) {
  const { carrier, trackingNumber, trackingUrl, deliveredOn, lines } = shipment;
  return (
    <div className="order-card">
      <p>
        <b>{carrier}</b> <span className="text-muted">{day}</span>
      </p>
      {deliveredOn && <p>{orderMessages.deliveredOn(formatDay(market, deliveredOn))}</p>}
      <p className="small text-muted">{formatLines(lines)}</p>
      {(trackingUrl !== '' || trackingNumber !== '') && (
        <p>
          {trackingUrl === '' ? (
            <span className="num">{trackingNumber}</span>
          ) : (
            <a className="link link-lone num" href={trackingUrl} rel="noreferrer">
              {orderMessages.track(trackingNumber)}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

function Refund({ refund, amount, day }: { refund: RefundView; amount: string; day: string }) {
  return (
    <div className="order-card">
      <p>
        <b className="num">{amount}</b> <span className="text-muted">{refund.isDone ? day : orderMessages.inProgress}</span>
      </p>
      {refund.lines.length > 0 && <p className="small text-muted">{formatLines(refund.lines)}</p>}
      {refund.reason !== '' && <p className="small text-muted">{refund.reason}</p>}
    </div>
  );
}
