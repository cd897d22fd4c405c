/** Records a shipment: which cases, which carrier, which tracking number. */
import { useState } from 'react';
import { shipMessages as text } from '#domains/selling/orders/messages/office.ts';
import { shipmentFields } from '#domains/selling/orders/model/office-order-forms.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { LineQuantities, requestedOf, sumOf } from './LineQuantities.tsx';
import { OrderConflict } from './OrderConflict.tsx';
import { orderCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';

/** The carrier of the last shipment, which is usually that of the next. */
const CARRIER_KEY = 'office.carrier';

function lastCarrier(): string {
  try {
    return localStorage.getItem(CARRIER_KEY) ?? '';
  } catch {
    return '';
  }
}

function rememberCarrier(carrier: string): void {
  try {
    localStorage.setItem(CARRIER_KEY, carrier);
  } catch {
    // Storage is off: the next shipment begins without a carrier.
  }
}

export function ShipDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const lines = order.lines
    .filter(({ unshipped }) => unshipped > 0)
    .map(({ position, name, unshipped }) => ({ position, name, max: unshipped }));
  const left = lines.reduce((sum, { max }) => sum + max, 0);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(
    () => new Map(lines.map(({ position, max }) => [position, max])),
  );
  const sent = sumOf(quantities);
  const action = useOrderAction(order);
  const { id, number, email } = order.order;
  const { form, fields, errorOf } = useOfficeForm({
    schema: shipmentFields,
    defaultValue: { carrier: lastCarrier() },
    onSubmit: async (fields) => {
      rememberCarrier(fields.carrier);
      action.run({
        send: (version) => orderCalls.shipOrder({ id, version, lines: sent === left ? null : requestedOf(quantities), ...fields }),
        done: text.done(sent),
        onDone: onClose,
      });
      return null;
    },
  });
  return (
    <Dialog title={text.title(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={action.error} />
        <LineQuantities lines={lines} quantities={quantities} onChange={setQuantities} label={text.quantity} of={text.of} />
        <TextField
          label={text.carrier}
          name={fields.carrier.name}
          defaultValue={lastCarrier()}
          error={errorOf('carrier', fields.carrier.errors)}
          autoFocus
        />
        <div className="form-row">
          <TextField
            label={text.trackingNumber}
            name={fields.trackingNumber.name}
            isOptional
            error={errorOf('trackingNumber', fields.trackingNumber.errors)}
          />
          <TextField
            label={text.trackingUrl}
            hint={text.trackingHint}
            name={fields.trackingUrl.name}
            type="url"
            isOptional
            error={errorOf('trackingUrl', fields.trackingUrl.errors)}
          />
        </div>
        <Consequences items={sent === 0 ? [text.none] : [text.emails(email), sent === left ? text.whole : text.part]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" icon="van" isPending={action.isPending} isDisabled={sent === 0}>
            {text.action(sent, left)}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={text.action(sent, left)} />
    </Dialog>
  );
}
