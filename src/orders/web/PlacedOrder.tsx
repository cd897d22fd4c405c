import { useEffect } from 'react';
import { forgetDraft } from '../../checkout/web/draft-storage.ts';
import { OrderLines } from '../../checkout/web/OrderLines.tsx';
import { Sums } from '../../checkout/web/Sums.tsx';
import { useHydrated } from '../../ui/web/use-hydrated.ts';
import type { OrderView } from '../contract.ts';
import { placeLine } from '../receipt.ts';
import { STATUS_WORDS } from '../status-words.ts';
import '../../checkout/web/checkout.css';
import './order.css';

export interface PlacedOrderProps {
  readonly order: OrderView;
  /** The day it was placed, in words. */
  readonly placedOn: string;
  readonly supportPhone: string;
  /** `tel:…` of it. */
  readonly supportAddress: string;
  readonly licence: string;
}

/** An order: thanks, what happens next, and a receipt to print. */
export function PlacedOrder({ order, placedOn, supportPhone, supportAddress, licence }: PlacedOrderProps) {
  const isAlive = useHydrated();
  useEffect(forgetDraft, []);
  const { details, market } = order;
  const status = STATUS_WORDS[order.statusGroup];
  const isFresh = order.statusGroup === 'paid';
  return (
    <div className="wrap order">
      <header className="order-head">
        <p className="print-only">Cellardoor</p>
        <p className="quiet">Thank you, {details.firstName}</p>
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
                <li>
                  <b>We pack your order</b> and write to you when the driver has it.
                </li>
                <li>
                  <b>Someone aged 18 or over</b> takes it at the door
                  {details.authorityToLeave
                    ? ', or the driver leaves it in a safe spot as you allowed.'
                    : '. Please have proof of age ready.'}
                </li>
              </ol>
            </div>
          )}
          <h2 className="d28">Goes to</h2>
          <address>
            {details.firstName} {details.lastName}
            <br />
            {details.address}
            <br />
            {placeLine(order)}
            <br />
            <span className="num">{details.phone}</span>
          </address>
          {details.instructions !== '' && <p className="quiet">{details.instructions}</p>}
          <p className="order-ways no-print">
            <button type="button" className="btn btn-line" disabled={!isAlive} onClick={() => window.print()}>
              Print this receipt
            </button>
            <a className="link link-lone" href="/">
              Back to the shop
            </a>
          </p>
        </section>
        <section className="order-receipt">
          <h2 className="d21">Receipt</h2>
          <p className="small quiet">
            {placedOn}. Receipt to {order.email}.
          </p>
          <OrderLines market={market} lines={order.lineItems} />
          <Sums figures={order} />
          <p className="small quiet">
            Questions? Ring us on{' '}
            <a className="link num" href={supportAddress}>
              {supportPhone}
            </a>
            . {licence}.
          </p>
        </section>
      </div>
    </div>
  );
}
