/** Records what became of a shipment at the door. */
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { OUTCOME_LABELS, REASON_LABELS, outcomeMessages as text } from '#domains/selling/orders/messages/outcomes.ts';
import { type Outcome, REFUSAL_REASONS, type RefusalReason } from '#domains/selling/orders/model/outcome.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { DateField } from '#ui/office/form/DateField.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { officeMessages } from '#ui/office/messages.ts';
import { toastDone, toastFailed } from '#ui/office/office-toasts.ts';
import { outcomeCalls } from './outcome-calls.ts';

export interface OutcomeDialogProps {
  readonly shipmentId: string;
  readonly market: OfficeOrder['order']['market'];
  /** Last outcome that was shown. */
  readonly seen: number | null;
  /** Outcomes that may be recorded now, at least one. */
  readonly possible: readonly Outcome[];
  readonly onClose: () => void;
}

export function OutcomeDialog({ shipmentId, market, seen, possible, onClose }: OutcomeDialogProps) {
  const { revalidate } = useRevalidator();
  const [outcome, setOutcome] = useState<Outcome>(possible[0] ?? 'delivered');
  const [reason, setReason] = useState<RefusalReason | ''>('');
  const [day, setDay] = useState(() => todayIn(market, new Date()));
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const undo = async (id: number): Promise<void> => {
    const undone = await outcomeCalls.undoOutcome({ id });
    if (undone.ok) toastDone(text.undone);
    else toastFailed(undone.title);
    await revalidate();
  };
  const save = async (): Promise<void> => {
    setIsPending(true);
    const saved = await outcomeCalls.recordOutcome({ shipmentId, outcome, reason: outcome === 'refused' ? reason : '', day, seen });
    setIsPending(false);
    await revalidate();
    if (!saved.ok) return setError(saved.title);
    toastDone(text.saved, () => void undo(saved.value.id));
    onClose();
  };
  return (
    <Dialog title={text.title} isOpen onClose={onClose} isDismissable={!isPending}>
      <form
        className="form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        <ChoiceField
          label={text.outcome}
          value={outcome}
          options={possible.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
          onChange={(value) => setOutcome(possible.find((each) => each === value) ?? outcome)}
        />
        {outcome === 'refused' && (
          <ChoiceField
            label={text.reason}
            value={reason}
            options={[{ value: '', label: text.noReason }, ...REFUSAL_REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))]}
            onChange={(value) => setReason(REFUSAL_REASONS.find((each) => each === value) ?? '')}
          />
        )}
        <DateField label={text.day} value={day} onChange={setDay} />
        <Consequences items={[text.kept, ...(outcome === 'delivered' ? [] : [text.next[outcome]])]} />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={isPending} isDisabled={day === '' || (outcome === 'refused' && reason === '')}>
            {text.save}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
