/** Says how the order of a draft is handed over: delivered, on a chosen day, or collected. */
import { useEffect, useState } from 'react';
import { collectionErrors, deliveryErrors } from '#domains/selling/checkout/model/validate-details.ts';
import { draftMessages as text } from '#domains/selling/draft-orders/messages/office.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { DeliveryFieldset, RecipientFieldset } from '#domains/selling/orders/ui/office/DeliveryFieldset.tsx';
import { TimingFields } from '#domains/selling/orders/ui/office/TimingFields.tsx';
import { isPostcode } from '#markets/delivery.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { ChoiceField } from '#ui/office/form/ChoiceField.tsx';
import { FormError } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import type { DraftDialogProps } from './DraftDialogs.tsx';
import { draftCalls } from './draft-calls.ts';
import { useDraftAction } from './use-draft-action.ts';

type Offer = Extract<Awaited<ReturnType<typeof draftCalls.draftDeliveryDays>>, { ok: true }>['value']['offer'];

/** Asks which days can be chosen for a postcode. @returns null if none can, undefined until the server has answered */
function useOffer({ id, market }: DraftDialogProps['draft'], postcode: string): Offer | undefined {
  const [answer, setAnswer] = useState<{ readonly postcode: string; readonly offer: Offer } | null>(null);
  const isKnown = isPostcode(market, postcode);
  useEffect(() => {
    if (!isKnown) return;
    let isCurrent = true;
    void draftCalls.draftDeliveryDays({ id, postcode }).then((days) => {
      if (isCurrent && days.ok) setAnswer({ postcode, offer: days.value.offer });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, postcode, isKnown]);
  if (!isKnown) return null;
  return answer?.postcode === postcode ? answer.offer : undefined;
}

export function DraftDeliveryDialog({ draft, onClose }: DraftDialogProps) {
  const { market, places } = draft;
  const { collectFrom: chosenPlace = '', deliveryDay = '', holdUntil = '', ...shown } = draft.delivery;
  const action = useDraftAction(draft);
  const [collectFrom, setCollectFrom] = useState(chosenPlace);
  const [state, setState] = useState(shown.state);
  const [postcode, setPostcode] = useState(shown.postcode);
  const [timing, setTiming] = useState({ deliveryDay, holdUntil });
  const offer = useOffer(draft, postcode.trim());
  const isCollected = collectFrom !== '';
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: deliveryFields,
    defaultValue: { ...shown, authorityToLeave: shown.authorityToLeave ? 'on' : '' },
    onSubmit: async (entered) => {
      const { firstName, lastName, phone } = entered;
      // The form of an order that is collected has no address. The one that was saved stays.
      const delivery = isCollected ? { ...shown, firstName, lastName, phone } : entered;
      // The server knows the places.
      const [invalid] = isCollected
        ? collectionErrors(market, { ...delivery, collectFrom }, [])
        : deliveryErrors(market, delivery, todayIn(market, new Date()));
      const field = deliveryFields.keyof().safeParse(invalid?.field).data;
      if (invalid && field && field !== 'authorityToLeave') return { title: invalid.reason, field };
      action.run({
        send: (seen) => draftCalls.saveDraftDelivery({ ...seen, ...delivery, collectFrom, ...(offer === null ? {} : timing) }),
        done: text.deliverySaved,
        onDone: onClose,
      });
      return null;
    },
  });
  const errorAt = (name: keyof typeof fields): string | null => errorOf(name, fields[name].errors);
  // A place that was taken out of the settings can still be seen here.
  const names = new Set([...(isCollected ? [collectFrom] : []), ...places.map(({ name }) => name)]);
  return (
    <Dialog title={text.editDelivery} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error ?? action.error} />
        {names.size > 0 && (
          <ChoiceField
            label={text.handover}
            value={collectFrom}
            options={[{ value: '', label: text.delivered }, ...[...names].map((name) => ({ value: name, label: text.collectedAt(name) }))]}
            onChange={setCollectFrom}
          />
        )}
        {isCollected ? (
          <RecipientFieldset shown={shown} errorOf={errorAt} />
        ) : (
          <>
            <DeliveryFieldset
              market={market}
              shown={shown}
              state={state}
              onStateChange={setState}
              onPostcodeChange={setPostcode}
              errorOf={errorAt}
            />
            <TimingFields market={market} offer={offer ?? null} timing={timing} onChange={setTiming} />
          </>
        )}
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending}>
            {text.saveDelivery}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  );
}
