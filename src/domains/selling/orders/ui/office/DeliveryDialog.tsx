/** Changes where and how an order is delivered, before anything is sent. */
import { useEffect, useState } from 'react';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { deliveryErrors } from '#domains/selling/checkout/model/validate-details.ts';
import { deliveryChangeMessages as text } from '#domains/selling/orders/messages/office-delivery.ts';
import { deliveryOf } from '#domains/selling/orders/model/delivery-change.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { isUnderCheck } from '#domains/selling/orders/model/order-actions.ts';
import type { OfficeOrder } from '#domains/selling/orders/office-contract.ts';
import { useMay } from '#domains/staff/ui/office/me.ts';
import { isPostcode } from '#markets/delivery.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { Consequences, Dialog, DialogEnd } from '#ui/office/Dialog.tsx';
import { Checkbox, FormError } from '#ui/office/form/fields.tsx';
import { useOfficeForm } from '#ui/office/form/use-office-form.ts';
import { officeMessages } from '#ui/office/messages.ts';
import { DeliveryFieldset } from './DeliveryFieldset.tsx';
import { OrderConflict } from './OrderConflict.tsx';
import { deliveryCalls } from './order-calls.ts';
import { TimingFields } from './TimingFields.tsx';
import { useOrderAction } from './use-order-action.ts';

interface Charge {
  readonly difference: number;
  readonly refundable: number;
}

type Offer = NonNullable<Extract<Awaited<ReturnType<typeof deliveryCalls.deliveryDays>>, { ok: true }>['value']['offer']>;
type ChangedOrder = Extract<Awaited<ReturnType<typeof deliveryCalls.changeDelivery>>, { ok: true }>['value'];

const SAME: Charge = { difference: 0, refundable: 0 };

/** Asks the server by how much the delivery charge differs in another place. @returns null until it has answered */
function useCharge(order: OfficeOrder, state: string, postcode: string): Charge | null {
  const { id, market, details } = order.order;
  const [answer, setAnswer] = useState<(Charge & { readonly state: string; readonly postcode: string }) | null>(null);
  const isSame = (state === details.state && postcode === details.postcode) || !isPostcode(market, postcode);
  useEffect(() => {
    if (isSame) return;
    let isCurrent = true;
    void deliveryCalls.deliveryCharge({ id, state, postcode }).then((charge) => {
      if (isCurrent) setAnswer({ ...(charge.ok ? charge.value : SAME), state, postcode });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, state, postcode, isSame]);
  if (isSame) return SAME;
  return answer?.state === state && answer.postcode === postcode ? answer : null;
}

/** Asks which days can be chosen for the address of the order. */
function useOffer({ order: { id, details } }: OfficeOrder): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null);
  const { postcode } = details;
  useEffect(() => {
    let isCurrent = true;
    void deliveryCalls.deliveryDays({ id, postcode }).then((answer) => {
      if (isCurrent && answer.ok) setOffer(answer.value.offer);
    });
    return () => {
      isCurrent = false;
    };
  }, [id, postcode]);
  return offer;
}

export function DeliveryDialog({ order, onClose }: { readonly order: OfficeOrder; readonly onClose: () => void }) {
  const may = useMay();
  const { id, number, email, market, details } = order.order;
  const shown = deliveryOf(details);
  const [state, setState] = useState(shown.state);
  const [isRefunded, setIsRefunded] = useState(true);
  const [postcode, setPostcode] = useState(shown.postcode);
  const answer = useCharge(order, state, postcode.trim());
  const charge = answer ?? SAME;
  const offer = useOffer(order);
  const [timing, setTiming] = useState({ deliveryDay: shown.deliveryDay ?? '', holdUntil: shown.holdUntil ?? '' });
  /** The difference that the person decided the shop pays. Another address asks again. */
  const [acceptedDifference, setAcceptedDifference] = useState(0);
  const isDearer = charge.difference > 0;
  const shopPays = isDearer && acceptedDifference === charge.difference;
  const canRefund = charge.refundable > 0 && may('orders.refund');
  const money = (amount: number): string => formatMoneyIn(market, Math.abs(amount));
  const costsLess = isUnderCheck(order.order.status) ? text.costsLessUnderCheck : text.costsLess;
  const action = useOrderAction(order);
  const { form, fields, error, errorOf } = useOfficeForm({
    schema: deliveryFields,
    defaultValue: { ...shown, authorityToLeave: shown.authorityToLeave ? 'on' : '' },
    onSubmit: async (entered) => {
      const [invalid] = deliveryErrors(market, entered, todayIn(market, new Date()));
      if (invalid && invalid.field !== 'authorityToLeave') return { title: invalid.reason, field: invalid.field };
      const refundsDifference = canRefund && isRefunded;
      action.run<ChangedOrder>({
        send: (version) => deliveryCalls.changeDelivery({ id, version, ...entered, ...(offer && timing), refundsDifference, shopPays }),
        done: ({ refund }) => text.done[refund],
        isIncomplete: ({ refund }) => refund === 'refused',
        onDone: onClose,
        ...(refundsDifference ? {} : { undo: ({ event }) => deliveryCalls.restoreDelivery({ id, event }) }),
      });
      return null;
    },
  });
  return (
    <Dialog title={text.title(number)} isOpen onClose={onClose} isDismissable={!action.isPending}>
      <form className="form" id={form.id} onSubmit={form.onSubmit} noValidate>
        <FormError error={error ?? action.error} />
        <DeliveryFieldset
          market={market}
          shown={shown}
          state={state}
          onStateChange={setState}
          onPostcodeChange={setPostcode}
          errorOf={(name) => errorOf(name, fields[name].errors)}
        />
        <TimingFields market={market} offer={offer} timing={timing} onChange={setTiming} />
        {isDearer && (
          <Checkbox isSelected={shopPays} onChange={(isChosen) => setAcceptedDifference(isChosen ? charge.difference : 0)}>
            {text.shopPays(money(charge.difference))}
          </Checkbox>
        )}
        {canRefund && (
          <Checkbox isSelected={isRefunded} onChange={setIsRefunded}>
            {text.refund(money(charge.refundable))}
          </Checkbox>
        )}
        <Consequences
          items={[
            ...(isDearer ? [text.costsMore(money(charge.difference))] : []),
            ...(charge.difference < 0 && !(canRefund && isRefunded) ? [costsLess(money(charge.difference))] : []),
            ...(canRefund && isRefunded ? [text.refunded(money(charge.refundable))] : []),
            text.emails(email),
            text.invoice,
          ]}
        />
        <DialogEnd>
          <Button onPress={onClose} isDisabled={action.isPending}>
            {officeMessages.cancel}
          </Button>
          <Button tone="primary" type="submit" isPending={action.isPending} isDisabled={answer === null || (isDearer && !shopPays)}>
            {text.save}
          </Button>
        </DialogEnd>
      </form>
      <OrderConflict order={order} action={action} change={text.save} />
    </Dialog>
  );
}
