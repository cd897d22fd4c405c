import { type ReactNode, useEffect } from 'react';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { deleteDraft } from '#domains/selling/checkout/ui/draft-storage.ts';
import { OrderLines } from '#domains/selling/checkout/ui/OrderLines.tsx';
import { PriceSummary } from '#domains/selling/checkout/ui/PriceSummary.tsx';
import { acceptanceSentence } from '#markets/alcohol-law.ts';
import { useShopName } from '#ui/shop-identity.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { OrderView } from '../contract.ts';
import { orderCollectionMessages } from '../messages/collection.ts';
import { orderMessages as m } from '../messages.ts';
import { whoCollects } from '../model/collection.ts';
import { formatLocality, handoverOf, isDelivered } from '../model/format-address.ts';
import type { OrderDays } from '../model/format-order-dates.ts';
import { formatOrder } from '../model/format-status.ts';
import { formatChosenTiming } from '../model/order-timing.ts';
import { creditNoteTitle, invoiceTitle, type Seller, sellerLine } from '../model/tax-invoice.ts';
import { Collection } from './Collection.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import './OrderHistory.css';
import './PlacedOrder.css';

export interface PlacedOrderProps {
  readonly order: Omit<OrderView, 'id'>;
  readonly days: OrderDays;
  readonly seller: Seller;
  readonly supportPhone: string;
  /** The `tel:` URL of the phone number. */
  readonly supportAddress: string;
  readonly licence: string;
  /** Returns the address of a document of the order. */
  readonly documentUrl: (file: 'invoice.pdf' | 'refunds.pdf' | 'delivery.ics') => string;
  /** The days on which the order is expected. Null if it is not. */
  readonly expected: string | null;
  /** The page on which the buyer says that something is wrong. */
  readonly claimUrl: string;
  /** What follows the links. */
  readonly children?: ReactNode;
}

/** The page of a placed order: thanks, what happens next, and a receipt to print [NAME-25]. */
export function PlacedOrder({
  order,
  days,
  seller,
  supportPhone,
  supportAddress,
  licence,
  documentUrl,
  expected,
  claimUrl,
  children,
}: PlacedOrderProps) {
  const isHydrated = useHydrated();
  useEffect(deleteDraft, []);
  const { details, market } = order;
  const status = formatOrder(order);
  const timing = formatChosenTiming(order);
  const isFresh = order.statusGroup === 'paid';
  return (
    <div className="container order">
      <header className="order-head">
        <p className="print-only">{useShopName()}</p>
        <p className="text-muted">{m.thanks(details.firstName)}</p>
        <h1 className="heading-2">{m.title(order.number)}</h1>
        <p className="intro">
          <b>{status.label}.</b> {status.message}
        </p>
      </header>
      <div className="order-grid">
        <section className="order-next">
          {isFresh && (
            <div className="order-steps no-print">
              <h2 className="heading-4">{m.next}</h2>
              <ol>
                <li>
                  <b>{m.receipt}</b> {m.receiptSentTo} <span className="order-mail">{order.email}</span>.
                </li>
                {order.collection ? (
                  <>
                    <li>
                      <b>{orderCollectionMessages.packing}</b> {orderCollectionMessages.packed}
                    </li>
                    <li>
                      <b>{orderCollectionMessages.collect}</b> {whoCollects({ ...order, collection: order.collection })}
                    </li>
                  </>
                ) : isDelivered(order) ? (
                  <>
                    <li>
                      <b>{m.packing}</b> {m.packed}
                    </li>
                    <li>
                      <b>{m.arrives}</b> {acceptanceSentence(handoverOf(order))}
                    </li>
                  </>
                ) : (
                  <li>
                    <b>{m.giftCards}</b> {m.giftCardCodes}
                  </li>
                )}
              </ol>
            </div>
          )}
          <Collection order={order} className="order-part" />
          {!isFresh && <OrderHistory order={order} days={days} />}
          {isDelivered(order) && (
            <section className="order-part">
              <h2 className="heading-4">{m.deliveryAddress}</h2>
              {expected && (
                <p>
                  <b>{m.expected(expected)}.</b>{' '}
                  <a className="link no-print" href={documentUrl('delivery.ics')} download>
                    {m.addToCalendar}
                  </a>
                </p>
              )}
              <address>
                {details.firstName} {details.lastName}
                <br />
                {details.address}
                <br />
                {formatLocality(order)}
                <br />
                <span className="num">{formatPhone(market, details.phone)}</span>
              </address>
              {timing !== '' && <p className="text-muted">{timing}</p>}
              {details.instructions !== '' && <p className="text-muted">{details.instructions}</p>}
              {details.giftMessage !== '' && <p className="text-muted">{m.giftMessage(details.giftMessage)}</p>}
            </section>
          )}
          <p className="order-ways no-print">
            <button type="button" className="button button-outline" disabled={!isHydrated} onClick={() => window.print()}>
              {m.print(invoiceTitle(seller, order))}
            </button>
            <a className="link link-lone" href={documentUrl('invoice.pdf')} download>
              {m.download(invoiceTitle(seller, order))}
            </a>
            {order.refunds.some(({ isDone }) => isDone) && (
              <a className="link link-lone" href={documentUrl('refunds.pdf')} download>
                {m.download(creditNoteTitle(market, seller))}
              </a>
            )}
            {(isDelivered(order) || order.collection) && (
              <a className="link link-lone" href={claimUrl}>
                {m.somethingWrong}
              </a>
            )}
            <a className="link link-lone" href="/">
              {m.backToShop}
            </a>
          </p>
          {children}
        </section>
        <section className="order-receipt">
          <h2 className="heading-5">{invoiceTitle(seller, order)}</h2>
          <p className="small text-muted">
            {`#${order.number}, ${days[order.placedAt]}`}
            <br />
            {sellerLine(market, seller)}
          </p>
          <OrderLines market={market} lines={order.lineItems} />
          <PriceSummary breakdown={order} />
          {order.goesWith?.map(({ number, isAdded, lines }) => (
            <div key={number} className="small">
              <p>{isAdded ? m.added(number) : m.addedTo(number)}</p>
              {isAdded && (
                <ul>
                  {lines.map(({ name, quantity }) => (
                    <li key={name}>{`${quantity} × ${name}`}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
          {order.refundedTotal > 0 && (
            <p className="order-refunded num">
              <span>{m.refunded}</span>
              <span>−{formatMoneyIn(market, order.refundedTotal)}</span>
            </p>
          )}
          {order.email !== '' && <p className="small text-muted">{m.sentTo(order.email)}</p>}
          <p className="small text-muted">
            {supportPhone && (
              <>
                {m.questions}{' '}
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
