/** Takes cases that were not sent out of an order, with what is refunded before it is done. */
import { type FormEvent, useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { lineEditMessages as text } from '#domains/selling/orders/messages/office-lines.ts';
import type { OfficeOrder, RefundedOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { LineQuantities, unshippedLines } from './LineQuantities.tsx';
import { lineCalls } from './line-calls.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { useOrderAction } from './use-order-action.ts';
import { usePreview } from './use-preview.ts';

type Preview = Extract<Awaited<ReturnType<typeof lineCalls.previewLines>>, { ok: true }>['value'];

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
  const lines = unshippedLines(order);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map(lines.map(({ position, max }) => [position, max])));
  const [reason, setReason] = useState('');
  const { givenForClaims } = order.payment;
  const [knowsGiven, setKnowsGiven] = useState(false);
  const isUnconfirmed = givenForClaims > 0 && !knowsGiven;
  const action = useOrderAction(order);
  const lowered = lines
    .map(({ position, max }) => ({ position, quantity: quantities.get(position) ?? max, max }))
    .filter(({ quantity, max }) => quantity < max)
    .map(({ position, quantity }) => ({ position, quantity }));
  const { preview, refusal } = usePreview(lineCalls.previewLines, lowered.length === 0 ? null : { id, lines: lowered });
  const limitText = preview?.isOverLimit && preview.limit !== null ? text.overLimit(formatMoneyIn(market, preview.limit)) : null;
  const amount = preview === null ? '' : formatMoneyIn(market, preview.amount);
  const save = preview === null ? text.choose : text.save(amount);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (preview === null || limitText !== null || isUnconfirmed) return;
    action.run<RefundedOrder>({
      send: (version) => lineCalls.changeLines({ id, version, lines: lowered, reason, knowsGiven }),
      done: ({ refund }) => text.done[refund](amount),
      isIncomplete: ({ refund }) => refund === 'refused',
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
        {givenForClaims > 0 && (
          <Checkbox isSelected={knowsGiven} onChange={setKnowsGiven}>
            {text.knowsGiven(formatMoneyIn(market, givenForClaims))}
          </Checkbox>
        )}
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
          <Button
            tone="danger"
            type="submit"
            isPending={action.isPending}
            isDisabled={preview === null || limitText !== null || isUnconfirmed}
          >
            {save}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={save} />
    </Dialog>
  );
}
