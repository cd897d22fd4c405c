import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { OrderView, RefundView, ShipmentView } from '../contract.ts';
import { eventWords } from '../model/format-event.ts';
import type { OrderDays } from '../model/format-order-dates.ts';
import './order-history.css';

interface OrderHistoryProps {
  readonly order: OrderView;
  readonly days: OrderDays;
}

/** What happened to an order: shipments to follow, refunds, and the log, oldest first. */
export function OrderHistory({ order, days }: OrderHistoryProps) {
  const { market, shipments, refunds, timeline } = order;
  return (
    <>
      {shipments.length > 0 && (
        <section className="order-part no-print">
          <h2 className="d28">{shipments.length === 1 ? 'Shipment' : 'Shipments'}</h2>
          {shipments.map((shipment) => (
            <Shipment key={shipment.id} shipment={shipment} day={days[shipment.at] ?? ''} />
          ))}
        </section>
      )}
      {refunds.length > 0 && (
        <section className="order-part no-print">
          <h2 className="d28">{refunds.length === 1 ? 'Refund' : 'Refunds'}</h2>
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} amount={formatMoneyIn(market, refund.amount)} day={days[refund.at] ?? ''} />
          ))}
        </section>
      )}
      <section className="order-part no-print">
        <h2 className="d28">What happened</h2>
        <ol className="order-timeline">
          {timeline.map((event) => {
            const words = eventWords(market, event);
            return (
              words !== null && (
                <li key={`${event.at} ${event.event} ${event.amount}`}>
                  <span>{words}</span>
                  <time className="small quiet" dateTime={event.at}>
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

const movedWords = (lines: ShipmentView['lines']): string => lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');

function Shipment({ shipment, day }: { shipment: ShipmentView; day: string }) {
  const { carrier, trackingNumber, trackingUrl, lines } = shipment;
  return (
    <div className="order-card">
      <p>
        <b>{carrier}</b> <span className="quiet">{day}</span>
      </p>
      <p className="small quiet">{movedWords(lines)}</p>
      {(trackingUrl !== '' || trackingNumber !== '') && (
        <p>
          {trackingUrl === '' ? (
            <span className="num">{trackingNumber}</span>
          ) : (
            <a className="link link-lone num" href={trackingUrl} rel="noreferrer">
              {trackingNumber === '' ? 'Follow it' : `Follow ${trackingNumber}`}
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
        <b className="num">{amount}</b> <span className="quiet">{refund.isDone ? day : 'on its way to you'}</span>
      </p>
      {refund.lines.length > 0 && <p className="small quiet">{movedWords(refund.lines)}</p>}
      {refund.reason !== '' && <p className="small quiet">{refund.reason}</p>}
    </div>
  );
}
