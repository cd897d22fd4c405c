/** The panels beside a gift card: balance and code, email, and where the card comes from. */
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { DELIVERY_LABELS, giftCardMessages as text } from '#domains/selling/gift-cards/messages/office.ts';
import { maskCode } from '#domains/selling/gift-cards/model/gift-card-list.ts';
import type { OfficeGiftCard } from '#domains/selling/gift-cards/office-contract.ts';
import { formatAmount } from '#domains/selling/store-credit/model/format-amount.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { formatDate } from '#markets/market-day.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button, IconButton } from '#ui/office/Button.tsx';
import { formatMoment } from '#ui/office/format-time.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { savePdf } from '#ui/office/save-file.ts';
import { useRecordActions } from '#ui/office/screen-actions.ts';
import { giftCardCalls } from './gift-card-calls.ts';
import { DELIVERY_TONES } from './gift-card-tones.ts';

interface PanelProps {
  readonly card: OfficeGiftCard;
}

/** The code, masked until somebody with the permission asks for it. Each time is recorded. */
function Code({ id, ending, canPrint }: { readonly id: string; readonly ending: string; readonly canPrint: boolean }) {
  const may = useMay();
  const [code, setCode] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const revalidator = useRevalidator();
  const [isPrinting, setIsPrinting] = useState(false);
  const show = async (): Promise<void> => {
    setIsPending(true);
    const revealed = await giftCardCalls.revealGiftCard({ id });
    setIsPending(false);
    if (!revealed.ok) return toastFailed(revealed.title);
    setCode(revealed.value.code);
    void revalidator.revalidate();
  };
  const print = async (): Promise<void> => {
    setIsPrinting(true);
    const made = await giftCardCalls.printGiftCard({ id });
    setIsPrinting(false);
    if (!made.ok) return toastFailed(made.title);
    void revalidator.revalidate();
    savePdf(made.value.fileName, made.value.content);
    toastDone(text.printed(made.value.fileName));
  };
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(code ?? '');
    toastDone(text.copied);
  };
  return (
    <div className="card-code">
      <span className="num" role="status">
        {code ?? maskCode(ending)}
      </span>
      {code === null ? (
        may('credit.reveal') && (
          <Button tone="quiet" icon="key" onPress={() => void show()} isPending={isPending}>
            {text.show}
          </Button>
        )
      ) : (
        <>
          <IconButton icon="copy" label={text.copy} onPress={() => void copy()} />
          <Button tone="quiet" onPress={() => setCode(null)}>
            {text.hide}
          </Button>
        </>
      )}
      {may('credit.reveal') && canPrint && (
        <Button tone="quiet" icon="print" onPress={() => void print()} isPending={isPrinting}>
          {text.print}
        </Button>
      )}
      {may('credit.reveal') && <p className="text-muted small">{text.codeHint}</p>}
    </div>
  );
}

export function BalancePanel({ card }: PanelProps) {
  const { id, market, balance, initial, held, state, expiresAt, ending } = card.card;
  return (
    <section className="panel" aria-labelledby="balance-heading">
      <div className="panel-head">
        <h2 id="balance-heading">{text.balance}</h2>
      </div>
      <div className="panel-body stack">
        <div>
          <p>
            <strong className="card-balance num">{formatAmount(market, balance)}</strong>{' '}
            <span className="text-muted">{text.ofValue(formatAmount(market, initial))}</span>
          </p>
          {held > 0 && <p className="text-muted small">{text.held(formatAmount(market, held))}</p>}
        </div>
        <dl className="facts">
          <div>
            <dt>{state === 'expired' ? text.expired : text.expires}</dt>
            <dd>{formatDate(market, new Date(expiresAt))}</dd>
          </div>
          <div>
            <dt>{text.code}</dt>
            <dd>
              <Code key={id} id={id} ending={ending} canPrint={balance > held} />
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
}

/** When the e-mail goes out or was sent. */
function deliveryTime({ card, timeZone }: OfficeGiftCard): string | null {
  switch (card.delivery) {
    case 'scheduled':
      return text.dueAt(formatMoment(card.sendAt, timeZone));
    case 'waiting':
      return text.waiting;
    case 'none':
      return card.recipientEmail === '' ? null : text.withheld;
    default:
      return card.sentAt === null ? null : text.sentAt(formatMoment(card.sentAt, timeZone));
  }
}

export function DeliveryPanel({ card, onSend }: PanelProps & { readonly onSend: () => void }) {
  const may = useMay();
  const { recipientEmail, recipientName, senderName, message, delivery, state, balance, held } = card.card;
  const time = deliveryTime(card);
  const canSend = may('credit.write') && state === 'active' && balance > held;
  useRecordActions({ sendGiftCard: canSend && onSend });
  return (
    <section className="panel" aria-labelledby="delivery-heading">
      <div className="panel-head">
        <h2 id="delivery-heading">{text.delivery}</h2>
        <Badge tone={DELIVERY_TONES[delivery]}>{DELIVERY_LABELS[delivery]}</Badge>
      </div>
      <div className="panel-body stack">
        {card.bounce !== null && <p className="notice notice-bad small">{text.bounced(card.bounce)}</p>}
        {recipientEmail === '' ? (
          <p className="text-muted">{text.noAddress}</p>
        ) : (
          <dl className="facts">
            <div>
              <dt>{text.recipient}</dt>
              <dd>
                {recipientName && <span className="line">{recipientName}</span>}
                <a className="link" href={`mailto:${recipientEmail}`}>
                  {recipientEmail}
                </a>
              </dd>
            </div>
            {senderName && (
              <div>
                <dt>{text.sender}</dt>
                <dd>{senderName}</dd>
              </div>
            )}
            {message && (
              <div>
                <dt>{text.message}</dt>
                <dd className="card-message">{message}</dd>
              </div>
            )}
          </dl>
        )}
        {time !== null && <p className="text-muted small">{time}</p>}
        {canSend && (
          <div className="act-row">
            <Button icon="mail" onPress={onSend}>
              {delivery === 'sent' || delivery === 'failed' ? text.sendAgain : text.send}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

export function OriginPanel({ card }: PanelProps) {
  const may = useMay();
  const { orderId, orderNumber } = card.card;
  return (
    <section className="panel" aria-labelledby="origin-heading">
      <div className="panel-head">
        <h2 id="origin-heading">{text.bought}</h2>
      </div>
      <div className="panel-body">
        {orderNumber !== null && orderId !== null ? (
          may('orders.read') ? (
            <Link className="link" to={`/orders/${orderId}`}>
              {text.order(orderNumber)}
            </Link>
          ) : (
            text.order(orderNumber)
          )
        ) : (
          <p className="text-muted">{orderId === null ? text.free : text.erasedOrder}</p>
        )}
      </div>
    </section>
  );
}
