/** Refunds an order: everything, or lines, delivery and an amount, with what it will do before it is done. */
import { type FormEvent, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { z } from 'zod';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { refundMessages as text } from '#domains/selling/orders/messages/office.ts';
import { orderFormErrors } from '#domains/selling/orders/messages/office-errors.ts';
import type { refundFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { isUnderCheck } from '#domains/selling/orders/model/order-actions.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { parseAmount } from '#lib/parse-amount.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { LineQuantities, requestedOf } from './LineQuantities.tsx';
import { OrderConflict } from './OrderConflict.tsx';
import { orderCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';
import { usePreview } from './use-preview.ts';

type RefundChoice = z.input<typeof refundFields>;
type RefundedOrder = Extract<Awaited<ReturnType<typeof orderCalls.refundOrder>>, { ok: true }>['value'];
type RefundPreview = Extract<Awaited<ReturnType<typeof orderCalls.previewRefund>>, { ok: true }>['value'];

/** Lists what a refund will do. */
function consequencesOf({ order, payment }: OfficeOrder, preview: RefundPreview): string[] {
  const money = (amount: number): string => formatMoneyIn(order.market, amount);
  const toBalance = Math.round((preview.amount - preview.toCard) * 100) / 100;
  return [
    ...(preview.toCard > 0 ? [text.toCard(money(preview.toCard))] : []),
    ...(toBalance > 0 ? [text.toBalance(money(toBalance))] : []),
    ...(preview.withdrawn > 0 ? [text.withdrawn(preview.withdrawn)] : []),
    ...(preview.restocked > 0 ? [text.restocked(preview.restocked)] : []),
    ...(order.email === '' ? [] : [text.email(order.email)]),
    ...(isUnderCheck(order.status) && preview.amount < payment.left ? [text.endsCheck] : []),
    ...(preview.needsStepUp ? [text.stepUp] : []),
  ];
}

export function RefundDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const { id, number, market } = order.order;
  const lines = order.lines
    .filter(({ refundable }) => refundable > 0)
    .map(({ position, name, refundable }) => ({ position, name, max: refundable }));
  const [isAll, setIsAll] = useState(false);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [shipping, setShipping] = useState(false);
  const [amount, setAmount] = useState('');
  const [restock, setRestock] = useState(false);
  const [reason, setReason] = useState('');
  const { givenForClaims } = order.payment;
  const [knowsGiven, setKnowsGiven] = useState(false);
  const isUnconfirmed = givenForClaims > 0 && !knowsGiven;
  const action = useOrderAction(order);

  const amountCents = amount.trim() === '' ? 0 : parseAmount(amount);
  const requested = requestedOf(quantities);
  const isChosen = isAll || requested.length > 0 || shipping || (amountCents ?? 0) > 0;
  const choice: RefundChoice | null =
    !isChosen || amountCents === null
      ? null
      : isAll
        ? { all: true, lines: [], shipping: false, amountCents: 0, restock }
        : { all: false, lines: requested, shipping, amountCents, restock };
  const { preview, refusal } = usePreview(orderCalls.previewRefund, choice && { id, ...choice });
  const total = preview === null ? '' : formatMoneyIn(market, preview.amount);
  const limitText = preview?.isOverLimit && preview.limit !== null ? text.overLimit(formatMoneyIn(market, preview.limit)) : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (choice === null || preview === null || limitText !== null || isUnconfirmed) return;
    action.run<RefundedOrder>({
      send: (version) => orderCalls.refundOrder({ id, version, ...choice, reason, knowsGiven }),
      done: ({ refund }) => text.done[refund](total),
      onDone: onClose,
    });
  };
  return (
    <Dialog title={text.title(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" onSubmit={submit} noValidate>
        <FormError error={action.error ?? refusal ?? limitText} />
        <RadioGroup
          className="segments"
          aria-label={text.choose}
          value={isAll ? 'all' : 'some'}
          onChange={(value) => setIsAll(value === 'all')}
        >
          <Radio className="segment" value="some">
            {text.some}
          </Radio>
          <Radio className="segment" value="all">
            {text.all}
          </Radio>
        </RadioGroup>
        {!isAll && (
          <>
            <LineQuantities lines={lines} quantities={quantities} onChange={setQuantities} label={text.quantity} of={text.of} />
            {order.payment.shippingLeft > 0 && (
              <Checkbox isSelected={shipping} onChange={setShipping}>
                {text.shipping(formatMoneyIn(market, order.payment.shippingLeft))}
              </Checkbox>
            )}
            <TextField
              label={text.amount}
              hint={text.amountHint}
              prefix="$"
              inputMode="decimal"
              isOptional
              value={amount}
              onChange={setAmount}
              error={amountCents === null ? orderFormErrors.amount : null}
            />
          </>
        )}
        {order.lines.some(({ shipped }) => shipped > 0) && (
          <Checkbox isSelected={restock} onChange={setRestock}>
            {text.restock}
          </Checkbox>
        )}
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
            choice !== null && refusal === null && <p className="text-muted">{text.counting}</p>
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
            {preview === null ? text.choose : text.action(total)}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={text.action(total)} />
    </Dialog>
  );
}
