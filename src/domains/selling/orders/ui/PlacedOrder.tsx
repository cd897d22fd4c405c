import { useEffect } from 'react';
import { phoneWords } from '#domains/selling/checkout/model/contact.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { forgetDraft } from '#domains/selling/checkout/ui/draft-storage.ts';
import { OrderLines } from '#domains/selling/checkout/ui/OrderLines.tsx';
import { PriceSummary } from '#domains/selling/checkout/ui/PriceSummary.tsx';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { OrderView } from '../contract.ts';
import { handoverOf, isDelivered, isGiftCardOnly, placeLine } from '../model/format-address.ts';
import type { OrderDays } from '../model/format-order-dates.ts';
import { formatOrderStatus } from '../model/format-status.ts';
import { invoiceTitle, type Seller, sellerLine } from '../model/tax-invoice.ts';
import { OrderHistory } from './OrderHistory.tsx';
import '#domains/selling/checkout/ui/checkout.css';
import './order-history.css';
import './order.css';

export interface PlacedOrderProps {
  readonly order: OrderView;
  readonly days: OrderDays;
  readonly seller: Seller;
  readonly supportPhone: string;
  /** `tel:…` of it. */
  readonly supportAddress: string;
  readonly licence: string;
}

/** An order: thanks, what happens next, and a receipt to print. */
export function PlacedOrder({ order, days, seller, supportPhone, supportAddress, licence }: PlacedOrderProps) {
  const isAlive = useHydrated();
  useEffect(forgetDraft, []);
  const { details, market } = order;
  const status = formatOrderStatus(order.status, isGiftCardOnly(order));
  const isFresh = order.statusGroup === 'paid';
  return (
    <div className="wrap order">
      <header className="order-head">
        <p className="print-only">Cellardoor</p>
        <p className="quiet">{details.firstName === '' ? 'Thank you' : `Thank you, ${details.firstName}`}</p>
        <h1 className="d52">{`Order #${order.number}`}</h1>
        <p className="lede">
          <b>{status.label}.</b> {status.sentence}
        </p>
      </header>
      <div className="order-grid">
        <section className="order-next">
          {isFresh && (
            <div className="order-steps no-print">
              <h2 className="d28">What happens next</h2>
              <ol>
                <li>
                  <b>Your receipt</b> is on its way to <span className="order-mail">{order.email}</span>.
                </li>
                {isDelivered(order) ? (
                  <>
                    <li>
                      <b>We pack your order</b> and write to you when the driver has it.
                    </li>
                    <li>
                      <b>It arrives.</b> {acceptanceSentence(handoverOf(order))}
                    </li>
                  </>
                ) : (
                  <li>
                    <b>Each gift card</b> goes by e-mail, with its code.
                  </li>
                )}
              </ol>
            </div>
          )}
          {!isFresh && <OrderHistory order={order} days={days} />}
          {isDelivered(order) && (
            <section className="order-part">
              <h2 className="d28">Goes to</h2>
              <address>
                {details.firstName} {details.lastName}
                <br />
                {details.address}
                <br />
                {placeLine(order)}
                <br />
                <span className="num">{phoneWords(market, details.phone)}</span>
              </address>
              {details.instructions !== '' && <p className="quiet">{details.instructions}</p>}
              {details.giftMessage !== '' && <p className="quiet">On the card: “{details.giftMessage}”</p>}
            </section>
          )}
          <p className="order-ways no-print">
            <button type="button" className="btn btn-line" disabled={!isAlive} onClick={() => window.print()}>
              Print the {invoiceTitle(seller, order).toLowerCase()}
            </button>
            <a className="link link-lone" href="/">
              Back to the shop
            </a>
          </p>
        </section>
        <section className="order-receipt">
          <h2 className="d21">{invoiceTitle(seller, order)}</h2>
          <p className="small quiet">
            {`#${order.number}, ${days[order.placedAt]}`}
            <br />
            {sellerLine(market, seller)}
          </p>
          <OrderLines market={market} lines={order.lineItems} />
          <PriceSummary figures={order} />
          {order.refundedTotal > 0 && (
            <p className="order-refunded num">
              <span>Refunded</span>
              <span>−{formatMoneyIn(market, order.refundedTotal)}</span>
            </p>
          )}
          {order.email !== '' && <p className="small quiet">Sent to {order.email}.</p>}
          <p className="small quiet">
            {supportPhone && (
              <>
                Questions? Ring us on{' '}
                <a className="link num" href={supportAddress}>
                  {supportPhone}
                </a>
                .{' '}
              </>
            )}
            {licence}.
          </p>
        </section>
      </div>
    </div>
  );
}
