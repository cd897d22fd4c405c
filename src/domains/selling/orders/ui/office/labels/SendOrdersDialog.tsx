/** Sends several orders with their labels: a preview of those that can leave, then the shipments. */
import { useState } from 'react';
import { orderListMessages } from '#domains/selling/orders/messages/office.ts';
import { sendMessages as text } from '#domains/selling/orders/messages/office-send.ts';
import { MAX_CARRIER_LENGTH } from '#domains/selling/orders/model/office-order-forms.ts';
import { sendOrdersContract } from '#domains/selling/orders/send-orders-contract.ts';
import { officeClient } from '#domains/staff/ui/office/office-client.ts';
import { TextField } from '#ui/office/form/fields.tsx';
import { BulkChangeDialog, type NamedResult } from '#ui/office/grid/BulkChangeDialog.tsx';
import type { BulkTarget } from '#ui/office/grid/grid-types.ts';
import { useBulkChange } from '#ui/office/grid/use-bulk-change.ts';
import { lastCarrier, rememberCarrier } from '../last-carrier.ts';
import { collectOrderIds, toNamed } from '../selected-orders.ts';

const calls = officeClient(sendOrdersContract);

export interface SendOrdersDialogProps {
  readonly target: BulkTarget;
  readonly input: Readonly<Record<string, string>>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export default function SendOrdersDialog({ target, input, onClose, onDone }: SendOrdersDialogProps) {
  const [carrier, setCarrier] = useState(lastCarrier);
  const bulk = useBulkChange<string, NamedResult>({
    collect: (onProgress) => collectOrderIds(target.selection, input, onProgress),
    send: async (ids, name, idempotencyKey) => {
      const isPreview = idempotencyKey === null;
      const sent = await calls.sendOrders({ ids: [...ids], carrier: name, isPreview }, isPreview ? {} : { idempotencyKey });
      if (!sent.ok) return sent;
      if (!isPreview && name !== '') rememberCarrier(name);
      return { ok: true, value: sent.value.results.map(toNamed) };
    },
  });
  return (
    <BulkChangeDialog
      title={text.title(target.count)}
      noun={orderListMessages.noun}
      target={target}
      bulk={bulk}
      change={carrier.trim()}
      action={text.action}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{text.text}</p>
      <TextField
        label={text.carrier}
        hint={text.carrierHint}
        value={carrier}
        onChange={setCarrier}
        maxLength={MAX_CARRIER_LENGTH}
        isOptional
      />
    </BulkChangeDialog>
  );
}
