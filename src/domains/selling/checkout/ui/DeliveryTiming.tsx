import { formatDeliveryDay } from '#domains/selling/shipping/model/format-delivery-day.ts';
import type { Market } from '#markets/market.ts';
import { SelectField, TextField } from '#ui/form/Field.tsx';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import type { FieldErrors } from '../model/field-errors.ts';
import '#ui/styles/form-page.css';

interface DeliveryTimingProps {
  readonly market: Market;
  readonly offer: NonNullable<CheckoutView['deliveryDays']>;
  /** The saved choice. */
  readonly details: Pick<CheckoutDetails, 'deliveryDay' | 'holdUntil'>;
  readonly errors: FieldErrors;
}

/** Chooses the day of a delivery, or until when the order is held. Left alone, it is sent as soon as possible. */
export function DeliveryTiming({ market, offer, details, errors }: DeliveryTimingProps) {
  const { days, hold } = offer;
  return (
    <div className="form-grid">
      {days.length > 0 && (
        <SelectField name="deliveryDay" label={m.deliveryDay} defaultValue={details.deliveryDay ?? ''} error={errors.deliveryDay}>
          <option value="">{m.soon}</option>
          {days.map((day) => (
            <option key={day} value={day}>
              {formatDeliveryDay(market, day)}
            </option>
          ))}
        </SelectField>
      )}
      {hold && (
        <TextField
          name="holdUntil"
          type="date"
          label={m.holdUntil.label}
          hint={m.holdUntil.help}
          min={hold.from}
          max={hold.until}
          defaultValue={details.holdUntil ?? ''}
          error={errors.holdUntil}
        />
      )}
    </div>
  );
}
