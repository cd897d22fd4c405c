/** Records a shipment: which cases, which carrier, which tracking number. At packing each case is scanned, and wrong ones are refused. */
import { useState } from 'react';
import { shipMessages as text } from '#domains/selling/orders/messages/office.ts';
import { packMessages } from '#domains/selling/orders/messages/packing.ts';
import { commonValue, trackingOf } from '#domains/selling/orders/model/labels/tracking-of.ts';
import { shipmentFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { readScan, type ScanResult } from '#domains/selling/orders/model/packing.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError, TextField } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { LineQuantities, requestedOf, sumOf, unshippedLines } from './LineQuantities.tsx';
import { lastCarrier, rememberCarrier } from './last-carrier.ts';
import { OrderConflict } from './OrderConflict.tsx';
import { orderCalls } from './order-calls.ts';
import { PackScan } from './PackScan.tsx';
import { useOrderAction } from './use-order-action.ts';

export interface ShipDialogProps {
  readonly order: OfficeOrder;
  /** True to begin with an empty parcel that is checked case by case. */
  readonly isPacking: boolean;
  readonly onClose: () => void;
}

/** Lists the labels that parcels of an order can have. */
const usableLabels = ({ labels }: OfficeOrder): OfficeOrder['labels'] =>
  labels.filter(({ state, isSent, isMoved }) => state === 'bought' && !isSent && !isMoved);

/** What a person entered in place of what the ticked labels say. */
type Entered = Partial<Record<'carrier' | 'trackingNumber' | 'trackingUrl', string>>;

/** Says which labels stay behind. @param isLast true if nothing of the order is left to send afterwards */
function untickedNotes(usable: number, ticked: number, isLast: boolean): string[] {
  if (usable > 0 && ticked === 0) return [packMessages.noLabel];
  return isLast && ticked < usable ? [packMessages.labelsLeft(usable - ticked)] : [];
}

export function ShipDialog({ order, isPacking, onClose }: ShipDialogProps) {
  const lines = unshippedLines(order);
  const left = lines.reduce((sum, { max }) => sum + max, 0);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(
    () => new Map(lines.map(({ position, max }) => [position, isPacking ? 0 : max])),
  );
  const usable = usableLabels(order);
  // At packing a label is ticked by its scan, or by hand: one that nobody saw may be on a parcel that stays.
  const [labels, setLabels] = useState<readonly string[]>(() => (isPacking ? [] : usable.map(({ id: label }) => label)));
  const [entered, setEntered] = useState<Entered>({});
  const sent = sumOf(quantities);
  const action = useOrderAction(order);
  const { id, number, email } = order.order;
  const ticked = usable.filter((label) => labels.includes(label.id));
  const shown = { carrier: commonValue(ticked.map((label) => label.carrier)) || lastCarrier(), ...trackingOf(ticked), ...entered };
  const enter = (field: keyof Entered) => (value: string) => setEntered((before) => ({ ...before, [field]: value }));
  const scan = (code: string): ScanResult => {
    // A carrier's own label has its tracking number in place of the shop's code.
    const codes = usable.flatMap((label) => [label.code, label.trackingNumber]).filter((each) => each !== '');
    const result = readScan({ lines: order.lines, packed: quantities, labels: codes }, code);
    if (result.kind === 'packed') setQuantities(new Map(quantities).set(result.position, result.packed));
    const scanned = result.kind === 'label' ? usable.find((label) => [label.code, label.trackingNumber].includes(result.code)) : undefined;
    if (scanned) setLabels([...new Set([...labels, scanned.id])]);
    return result;
  };
  const { form, fields, errorOf } = useOfficeForm({
    schema: shipmentFields,
    onSubmit: async (fields) => {
      rememberCarrier(fields.carrier);
      action.run({
        send: (version) =>
          orderCalls.shipOrder({ id, version, lines: sent === left ? null : requestedOf(quantities), labels: [...labels], ...fields }),
        done: text.done(sent),
        onDone: onClose,
      });
      return null;
    },
  });
  return (
    <Dialog title={isPacking ? packMessages.title(number) : text.title(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={action.error} />
        {isPacking && <PackScan onScan={scan} isPaused={action.isPending} />}
        {isPacking && <p>{packMessages.progress(sent, left)}</p>}
        <LineQuantities
          lines={lines}
          quantities={quantities}
          onChange={setQuantities}
          label={isPacking ? packMessages.quantity : text.quantity}
          of={text.of}
        />
        {usable.length > 0 && (
          <fieldset className="pack-labels">
            <legend>{packMessages.labels}</legend>
            {usable.map((label) => (
              <Checkbox
                key={label.id}
                isSelected={labels.includes(label.id)}
                onChange={(isSelected) => setLabels(isSelected ? [...labels, label.id] : labels.filter((each) => each !== label.id))}
              >
                {packMessages.label(label.code, label.parcel, label.parcels)}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <TextField
          label={text.carrier}
          name={fields.carrier.name}
          value={shown.carrier}
          onChange={enter('carrier')}
          error={errorOf('carrier', fields.carrier.errors)}
          autoFocus={!isPacking}
        />
        <div className="form-row">
          <TextField
            label={text.trackingNumber}
            name={fields.trackingNumber.name}
            value={shown.trackingNumber}
            onChange={enter('trackingNumber')}
            isOptional
            error={errorOf('trackingNumber', fields.trackingNumber.errors)}
          />
          <TextField
            label={text.trackingUrl}
            hint={text.trackingHint}
            name={fields.trackingUrl.name}
            value={shown.trackingUrl}
            onChange={enter('trackingUrl')}
            type="url"
            isOptional
            error={errorOf('trackingUrl', fields.trackingUrl.errors)}
          />
        </div>
        <Consequences
          items={[
            ...order.goesWith.map(({ number: other }) => text.together(other)),
            ...untickedNotes(usable.length, ticked.length, sent === left),
            ...(sent === 0 ? [text.none] : [text.emails(email), sent === left ? text.whole : text.part]),
          ]}
        />
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
