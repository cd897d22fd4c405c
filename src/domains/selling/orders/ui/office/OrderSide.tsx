/** The panels beside an order: customer and address, payment, shipments, tags, emails. */
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { SuppressionNotice } from '#domains/outbound/mail/ui/office/SuppressionNotice.tsx';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { orderTimingMessages } from '#domains/selling/orders/messages/collection.ts';
import { PAYMENT_LABELS, orderMessages as text } from '#domains/selling/orders/messages/office.ts';
import { deliveryChangeMessages } from '#domains/selling/orders/messages/office-delivery.ts';
import { addressLines, isDelivered } from '#domains/selling/orders/model/format-address.ts';
import { formatTiming } from '#domains/selling/orders/model/order-timing.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { formatDay } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { formatMoment, formatRelative } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { orderCalls } from './order-calls.ts';
import { PAYMENT_TONES } from './order-tones.ts';
import { ShipmentOutcome } from './outcomes/ShipmentOutcome.tsx';

interface PanelProps {
  readonly order: OfficeOrder;
}

export function CustomerPanel({ order, onChangeDelivery }: PanelProps & { readonly onChangeDelivery: () => void }) {
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { details, email, market, dispatchOn } = order.order;
  const timing = formatTiming(order.order);
  const canChange = order.actions.canChangeDelivery && may('orders.write') && email !== '';
  useRecordActions({ changeDelivery: canChange && onChangeDelivery });
  const name = [details.firstName, details.lastName].filter(Boolean).join(' ');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(addressLines(order.order).join('\n'));
    toastDone(text.copied);
  };
  return (
    <section className="panel" aria-labelledby="customer-heading">
      <div className="panel-head">
        <h2 id="customer-heading">{text.customer}</h2>
        {order.customerId !== null && (
          <Link
            className="link small"
            to={`/orders?${new URLSearchParams({ 'filter[customer]': String(order.customerId) })}`}
            aria-label={text.seeOrders}
          >
            {text.orders(order.customerOrders)}
          </Link>
        )}
      </div>
      <div className="panel-body stack">
        {email === '' ? (
          <p className="text-muted">{text.erased}</p>
        ) : (
          <div>
            <p>
              {order.customerId !== null && may('customers.read') ? (
                <Link className="link" to={`/customers/${order.customerId}?market=${market}`}>
                  {name}
                </Link>
              ) : (
                name
              )}
              {order.customerId === null && <span className="text-muted"> · {text.guest}</span>}
            </p>
            <p>
              <a className="link" href={`mailto:${email}`}>
                {email}
              </a>
            </p>
            {details.phone && (
              <p>
                <a className="link" href={`tel:${details.phone}`}>
                  {details.phone}
                </a>
              </p>
            )}
          </div>
        )}
        {order.suppression && <SuppressionNotice suppression={order.suppression} owner="order" id={order.order.id} onLifted={revalidate} />}
        {canChange && (
          <Button icon="van" onPress={onChangeDelivery}>
            {deliveryChangeMessages.change}
          </Button>
        )}
        {isDelivered(order.order) && (
          <dl className="facts">
            <div>
              <dt className="side-head">
                {text.address} · {market}
                <IconButton icon="copy" label={text.copyAddress} onPress={() => void copy()} />
              </dt>
              <dd>
                {addressLines(order.order).map((line) => (
                  <span key={line} className="line">
                    {line}
                  </span>
                ))}
              </dd>
            </div>
            {timing !== '' && (
              <div>
                <dt>{orderTimingMessages.title}</dt>
                <dd>
                  {timing}
                  {dispatchOn && <span className="line text-muted small">{orderTimingMessages.sendOn(formatDay(market, dispatchOn))}</span>}
                </dd>
              </div>
            )}
            {(details.instructions || details.authorityToLeave) && (
              <div>
                <dt>{text.instructions}</dt>
                <dd>
                  {details.instructions}
                  {details.authorityToLeave && <span className="line">{text.authorityToLeave}</span>}
                </dd>
              </div>
            )}
            {details.giftMessage && (
              <div>
                <dt>{text.giftMessage}</dt>
                <dd>{details.giftMessage}</dd>
              </div>
            )}
          </dl>
        )}
      </div>
    </section>
  );
}

const REFUND_TONES: Readonly<Record<OfficeOrder['refunds'][number]['state'], Tone>> = { intended: 'wait', done: 'plain', refused: 'bad' };

export function PaymentPanel({ order }: PanelProps) {
  const { market } = order.order;
  const money = (amount: number): string => formatMoneyIn(market, amount);
  const isEmpty = order.payment.reference === '' && order.refunds.length === 0 && order.disputes.length === 0;
  return (
    <section className="panel" aria-labelledby="payment-heading">
      <div className="panel-head">
        <h2 id="payment-heading">{text.payment}</h2>
        <Badge tone={PAYMENT_TONES[order.payment.state]}>{PAYMENT_LABELS[order.payment.state]}</Badge>
      </div>
      <div className={isEmpty ? 'panel-empty' : 'panel-body stack'}>
        {order.payment.reference && (
          <dl className="facts">
            <div>
              <dt>{text.reference}</dt>
              <dd className="reference">{order.payment.reference}</dd>
            </div>
          </dl>
        )}
        {order.refunds.length > 0 && (
          <div>
            <h3>{text.refunds}</h3>
            <ul className="side-list">
              {order.refunds.map((refund) => (
                <li key={refund.id}>
                  <span className="num">{money(refund.amount)}</span>
                  <Badge tone={REFUND_TONES[refund.state]}>{text.refundStates[refund.state]}</Badge>
                  <span className="line text-muted small">
                    {formatRelative(refund.at, order.timeZone)} {text.refundBy(refund.actor)}
                    {refund.reason && ` · ${refund.reason}`}
                  </span>
                  {refund.state === 'refused' && refund.failure && <span className="line alert small">{refund.failure}</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
        {order.disputes.map((dispute) => (
          <div key={dispute.id} className="notice notice-bad">
            <p>
              {text.dispute(money(dispute.amount), dispute.reason, dispute.status)}
              {dispute.evidenceDueAt && (
                <span className="line">{text.disputeDue(formatMoment(dispute.evidenceDueAt, order.timeZone))}</span>
              )}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

export function ShipmentsPanel({ order }: PanelProps) {
  const { shipments } = order.order;
  if (shipments.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="shipments-heading">
      <div className="panel-head">
        <h2 id="shipments-heading">{text.shipments}</h2>
      </div>
      <ul className="panel-body side-list">
        {shipments.map((shipment) => (
          <li key={shipment.id}>
            <span>
              {shipment.carrier}{' '}
              {shipment.trackingUrl ? (
                <a className="link" href={shipment.trackingUrl} target="_blank" rel="noreferrer">
                  {shipment.trackingNumber || shipment.trackingUrl}
                </a>
              ) : (
                shipment.trackingNumber
              )}
            </span>
            <span className="line text-muted small">
              {formatRelative(shipment.at, order.timeZone)} ·{' '}
              {shipment.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
            </span>
            <ShipmentOutcome order={order} shipmentId={shipment.id} carrier={shipment.carrier} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function MailsPanel({ order }: PanelProps) {
  const may = useMay();
  const revalidator = useRevalidator();
  const [chosen, setChosen] = useState<OfficeOrder['mails'][number] | null>(null);
  const [isPending, setIsPending] = useState(false);
  const { id, email } = order.order;
  if (email === '') return null;
  const send = async (): Promise<void> => {
    if (!chosen) return;
    setIsPending(true);
    const sent = await orderCalls.resendOrderMail({ id, kind: chosen.kind, about: chosen.about });
    setIsPending(false);
    setChosen(null);
    if (sent.ok) toastDone(text.resent(email));
    else toastFailed(sent.title);
    await revalidator.revalidate();
  };
  return (
    <section className="panel" aria-labelledby="mails-heading">
      <div className="panel-head">
        <h2 id="mails-heading">{text.emails}</h2>
      </div>
      <ul className="panel-body side-list">
        {order.mails.map((mail) => (
          <li key={`${mail.kind}${mail.about}`} className="side-row">
            <span>
              {text.mails[mail.kind]}
              <span className="line text-muted small">{formatRelative(mail.at, order.timeZone)}</span>
            </span>
            {may('orders.write') && (
              <Button tone="quiet" onPress={() => setChosen(mail)} aria-label={`${text.resend}: ${text.mails[mail.kind]}`}>
                {text.resend}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={text.resendTitle(chosen ? text.mails[chosen.kind] : '')}
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        onConfirm={() => void send()}
        action={text.resend}
        consequences={[text.resendText(email)]}
        isPending={isPending}
      />
    </section>
  );
}
