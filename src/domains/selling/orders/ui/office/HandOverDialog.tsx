/** Hands an order over in the store, after a check of who collects it. */
import { type FormEvent, useState } from 'react';
import { collectionMessages as text } from '#domains/selling/orders/messages/collection.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { alcoholRule } from '#markets/alcohol-law.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { collectionCalls } from './order-calls.ts';
import { useOrderAction } from './use-order-action.ts';

/** The age by the law of the place, on the day of the order. */
const ageFor = ({ order: { market, placedAt, collection } }: OfficeOrder): number =>
  alcoholRule(market, collection?.state ?? '', todayIn(market, new Date(placedAt))).minimumAge;

export function HandOverDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const [code, setCode] = useState('');
  const [nameChecked, setNameChecked] = useState(false);
  const [ageChecked, setAgeChecked] = useState(false);
  const action = useOrderAction(order);
  const { id, number, details } = order.order;
  const isChecked = ageChecked && (code.trim() !== '' || nameChecked);
  return (
    <Dialog title={text.handOverTitle(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          action.run({
            send: (version) => collectionCalls.handOver({ id, version, code: code.trim(), nameChecked, ageChecked }),
            done: text.done,
            onDone: onClose,
          });
        }}
      >
        <FormError error={action.error} />
        <TextField label={text.code} hint={text.codeHint} value={code} onChange={setCode} maxLength={20} autoComplete="off" autoFocus />
        <Checkbox isSelected={nameChecked} onChange={setNameChecked}>
          {text.nameChecked([details.firstName, details.lastName].filter(Boolean).join(' '))}
        </Checkbox>
        <Checkbox isSelected={ageChecked} onChange={setAgeChecked}>
          {text.ageChecked(ageFor(order))}
        </Checkbox>
        <Consequences items={[text.kept, text.refuse]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" icon="tick" isPending={action.isPending} isDisabled={!isChecked}>
            {text.handOver}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={text.handOver} />
    </Dialog>
  );
}
