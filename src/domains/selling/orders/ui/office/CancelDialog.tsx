/** Cancels an order that was not sent. */
import { useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { refundMessages, cancelMessages as text } from '#domains/selling/orders/messages/office.ts';
import type { OfficeOrder, RefundedOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { OrderConflict } from './OrderConflict.tsx';
import { orderCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';

export function CancelDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [knowsGiven, setKnowsGiven] = useState(false);
  const action = useOrderAction(order);
  const { id, number, email, market } = order.order;
  const { givenForClaims } = order.payment;
  const unsent = order.lines.reduce((sum, { unshipped }) => sum + unshipped, 0);
  return (
    <Dialog title={text.title(number)} isOpen onClose={onClose} role="alertdialog" isDismissable={!action.isPending}>
      <FormError error={action.error} />
      <Consequences
        items={[
          ...(unsent > 0 ? [text.stock(unsent)] : []),
          ...(order.payment.left > 0 ? [text.money(formatMoneyIn(market, order.payment.left))] : []),
          ...(email === '' ? [] : [text.email(email)]),
          text.final,
        ]}
      />
      <TextField
        label={text.reason}
        hint={refundMessages.reasonHint}
        isOptional
        value={reason}
        onChange={setReason}
        maxLength={200}
        autoFocus
      />
      {givenForClaims > 0 && (
        <Checkbox isSelected={knowsGiven} onChange={setKnowsGiven}>
          {text.knowsGiven(formatMoneyIn(market, givenForClaims))}
        </Checkbox>
      )}
      <DialogEnd>
        <Button onPress={onClose} isDisabled={action.isPending}>
          {text.keep}
        </Button>
        <Button
          tone="danger"
          isPending={action.isPending}
          isDisabled={givenForClaims > 0 && !knowsGiven}
          onPress={() =>
            action.run<RefundedOrder>({
              send: (version) => orderCalls.cancelOrder({ id, version, reason, knowsGiven }),
              done: ({ refund }) => text.done[refund],
              isIncomplete: ({ refund }) => refund === 'refused',
              onDone: onClose,
            })
          }
        >
          {text.action}
        </Button>
      </DialogEnd>
      <OrderConflict order={order} action={action} change={text.action} />
    </Dialog>
  );
}
