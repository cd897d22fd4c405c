/** Takes cases that were not sent out of an order, with what is refunded before it is done. */
import { type FormEvent, useEffect, useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { lineEditMessages as text } from '#domains/selling/orders/messages/office-lines.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { LineQuantities } from './LineQuantities.tsx';
import { lineCalls } from './line-calls.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { useOrderAction } from './use-order-action.ts';

/** Pause after the last change before the server is asked, in ms. */
const PAUSE_MS = 150;

interface Lowered {
  readonly position: number;
  readonly quantity: number;
}
type Preview = Extract<Awaited<ReturnType<typeof lineCalls.previewLines>>, { ok: true }>['value'];
interface Answer {
  readonly preview: Preview | null;
  readonly refusal: string | null;
}

/** Asks the server what a change refunds, while the person chooses. */
function usePreview(id: string, lines: readonly Lowered[]): Answer {
  const [answer, setAnswer] = useState<(Answer & { readonly key: string }) | null>(null);
  const key = JSON.stringify(lines);
  useEffect(() => {
    const asked: Lowered[] = JSON.parse(key);
    if (asked.length === 0) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void lineCalls.previewLines({ id, lines: asked }).then((result) => {
        if (isCurrent) setAnswer({ key, preview: result.ok ? result.value : null, refusal: result.ok ? null : result.title });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, key]);
  return answer !== null && answer.key === key ? answer : { preview: null, refusal: null };
}

/** Lists what a change does. */
function consequencesOf({ order }: OfficeOrder, preview: Preview): string[] {
  const money = (amount: number): string => formatMoneyIn(order.market, amount);
  const toBalance = Math.round((preview.amount - preview.toCard) * 100) / 100;
  return [
    text.refunded(money(preview.amount)),
    ...(toBalance > 0 ? [...(preview.toCard > 0 ? [text.toCard(money(preview.toCard))] : []), text.toBalance(money(toBalance))] : []),
    text.left(money(preview.left)),
    text.restocked(preview.restocked),
    text.kept,
    text.emails(order.email),
    ...(preview.needsStepUp ? [text.stepUp] : []),
  ];
}

export default function EditItemsDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const { id, number, market } = order.order;
  const lines = order.lines
    .filter(({ unshipped }) => unshipped > 0)
    .map(({ position, name, unshipped }) => ({ position, name, max: unshipped }));
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map(lines.map(({ position, max }) => [position, max])));
  const [reason, setReason] = useState('');
  const action = useOrderAction(order);
  const lowered = lines
    .map(({ position, max }) => ({ position, quantity: quantities.get(position) ?? max, max }))
    .filter(({ quantity, max }) => quantity < max)
    .map(({ position, quantity }) => ({ position, quantity }));
  const { preview, refusal } = usePreview(id, lowered);
  const limitText = preview?.isOverLimit && preview.limit !== null ? text.overLimit(formatMoneyIn(market, preview.limit)) : null;
  const amount = preview === null ? '' : formatMoneyIn(market, preview.amount);
  const save = preview === null ? text.choose : text.save(amount);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (preview === null || limitText !== null) return;
    action.run({
      send: (version) => lineCalls.changeLines({ id, version, lines: lowered, reason }),
      done: text.done(amount),
      onDone: onClose,
    });
  };
  return (
    <Dialog title={text.title(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" onSubmit={submit} noValidate>
        <FormError error={action.error ?? refusal ?? limitText} />
        <p className="text-muted">{text.hint}</p>
        <LineQuantities lines={lines} quantities={quantities} onChange={setQuantities} label={text.quantity} of={text.of} />
        <TextField label={text.reason} hint={text.reasonHint} isOptional value={reason} onChange={setReason} maxLength={200} />
        <div aria-live="polite">
          {preview !== null ? (
            <Consequences items={consequencesOf(order, preview)} />
          ) : (
            lowered.length > 0 && refusal === null && <p className="text-muted">{text.counting}</p>
          )}
        </div>
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="danger" type="submit" isPending={action.isPending} isDisabled={preview === null || limitText !== null}>
            {save}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={save} />
    </Dialog>
  );
}
