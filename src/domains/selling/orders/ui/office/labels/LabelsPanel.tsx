/** The labels of an order's parcels: what the carrier sold, what failed, and what can be done about it. */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { LabelView } from '#domains/selling/orders/labels-contract.ts';
import { LABEL_STATE_LABELS, labelMessages as text } from '#domains/selling/orders/messages/labels.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { formatDay } from '#markets/market-day.ts';
import { Badge, type Tone } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { ConfirmDialog } from '#ui/office/Dialog.tsx';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { BuyLabelsDialog } from './BuyLabelsDialog.tsx';
import { labelCalls } from './label-calls.ts';
import { saveLabels } from './save-labels.ts';

const TONES: Readonly<Record<LabelView['state'], Tone>> = {
  intended: 'wait',
  bought: 'good',
  failed: 'bad',
  cancelled: 'plain',
  cancelling: 'wait',
};
/** Pause before labels that wait for the carrier are read again. */
const RELOAD_MS = 1_500;

const isWaiting = ({ state }: LabelView): boolean => state === 'intended' || state === 'cancelling';
const canCancel = ({ state, manifestDay, isSent }: LabelView): boolean =>
  (state === 'intended' || state === 'bought') && manifestDay === null && !isSent;

interface LabelItemProps {
  readonly label: LabelView;
  readonly market: OfficeOrder['order']['market'];
  /** Null where the person may not. */
  readonly onCancel: (() => void) | null;
  readonly onRetry: (() => void) | null;
}

function LabelItem({ label, market, onCancel, onRetry }: LabelItemProps) {
  const { code, parcel, parcels, service, price, state, trackingNumber, trackingUrl, reason, isMoved, manifestDay } = label;
  return (
    <li className="side-row">
      <span>
        <span className="num">{code}</span> <span className="text-muted small">{text.parcelOf(parcel, parcels)}</span>
        <Badge tone={TONES[state]}>{LABEL_STATE_LABELS[state]}</Badge>
        {price !== null && <span className="line text-muted small">{text.price(formatMoneyIn(market, price), service)}</span>}
        {trackingNumber !== '' && (
          <span className="line small">
            {trackingUrl === '' ? (
              text.tracking(trackingNumber)
            ) : (
              <a className="link" href={trackingUrl} target="_blank" rel="noreferrer">
                {text.tracking(trackingNumber)}
              </a>
            )}
          </span>
        )}
        {manifestDay !== null && <span className="line text-muted small">{text.manifest(formatDay(market, manifestDay))}</span>}
        {isMoved && <span className="line alert small">{text.moved}</span>}
        {reason !== '' && <span className={state === 'failed' ? 'line alert small' : 'line text-muted small'}>{reason}</span>}
      </span>
      {onRetry && state === 'failed' && (
        <Button tone="quiet" onPress={onRetry} aria-label={text.retryNamed(code)}>
          {text.retry}
        </Button>
      )}
      {onCancel && canCancel(label) && (
        <Button tone="quiet" onPress={onCancel} aria-label={text.cancel(code)}>
          {text.cancelShort}
        </Button>
      )}
    </li>
  );
}

export function LabelsPanel({ order }: { readonly order: OfficeOrder }) {
  const mayShip = useMay()('orders.ship');
  const { revalidate } = useRevalidator();
  const [isBuying, setIsBuying] = useState(false);
  const [cancelled, setCancelled] = useState<LabelView | null>(null);
  const [isPending, setIsPending] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const { labels } = order;
  const { id, market } = order.order;
  const waiting = labels.some(isWaiting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is followed by another question until no label waits
  useEffect(() => {
    if (!waiting || isBuying || cancelled !== null) return;
    const timer = setTimeout(() => void revalidate(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [waiting, isBuying, cancelled, labels]);

  const { canShip } = order.actions;
  const first = canShip && order.parcels === 0 ? order.goesWith.find(({ isAdded }) => !isAdded) : undefined;
  const canBuy = mayShip && canShip && !first;
  if (labels.length === 0 && !canBuy && !first) return null;
  const act = async (sent: ReturnType<typeof labelCalls.cancelLabels>, done: string): Promise<void> => {
    setIsPending(true);
    const answer = await sent;
    setIsPending(false);
    setCancelled(null);
    if (!answer.ok) toastFailed(answer.title);
    else {
      const [result] = answer.value.results;
      if (result?.isDone) toastDone(done);
      else toastFailed(result?.reason ?? '');
    }
    await revalidate();
  };
  return (
    <section className="panel" aria-labelledby="labels-heading">
      <div className="panel-head">
        <h2 id="labels-heading">{text.heading}</h2>
        <span className="act-row">
          {labels.some(({ state, isMoved }) => state === 'bought' && !isMoved) && (
            <Button
              tone="quiet"
              icon="print"
              isPending={isPrinting}
              aria-label={text.print}
              onPress={() => {
                setIsPrinting(true);
                void saveLabels([id]).finally(() => setIsPrinting(false));
              }}
            >
              {text.printShort}
            </Button>
          )}
          {canBuy && (
            <Button tone="quiet" icon="barcode" onPress={() => setIsBuying(true)}>
              {text.buy}
            </Button>
          )}
        </span>
      </div>
      {labels.length === 0 ? (
        <p className="panel-body text-muted">{first ? text.ofFirst(first.number) : text.none}</p>
      ) : (
        <ul className="panel-body side-list">
          {labels.map((label) => (
            <LabelItem
              key={label.id}
              label={label}
              market={market}
              onCancel={mayShip ? () => setCancelled(label) : null}
              onRetry={mayShip ? () => void act(labelCalls.retryLabels({ ids: [label.id] }), text.retried) : null}
            />
          ))}
        </ul>
      )}
      {isBuying && <BuyLabelsDialog order={order} onClose={() => setIsBuying(false)} />}
      <ConfirmDialog
        title={text.cancelTitle(cancelled?.code ?? '')}
        isOpen={cancelled !== null}
        onClose={() => setCancelled(null)}
        onConfirm={() => cancelled && void act(labelCalls.cancelLabels({ ids: [cancelled.id] }), text.cancelAsked)}
        action={text.cancelAction}
        consequences={[text.cancelText]}
        isPending={isPending}
      />
    </section>
  );
}
