/** The fields of a delivery in a form of the office: recipient, address, instructions, gift message. */
import { useId } from 'react';
import { deliveryChangeMessages as text } from '#domains/selling/orders/messages/office-delivery.ts';
import type { DeliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { mayBeLeft } from '#markets/alcohol-law.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { Checkbox, TextField } from '#ui/office/form/fields.tsx';

export interface DeliveryFieldsetProps {
  readonly market: Market;
  readonly shown: DeliveryFields;
  /** State that is chosen now. */
  readonly state: string;
  readonly onStateChange: (state: string) => void;
  readonly errorOf: (name: keyof DeliveryFields) => string | null;
}

export function DeliveryFieldset({ market, shown, state, onStateChange, errorOf }: DeliveryFieldsetProps) {
  const stateId = useId();
  const { states } = getMarketConfig(market);
  const field = (name: Exclude<keyof DeliveryFields, 'authorityToLeave' | 'state'>) => ({
    name,
    defaultValue: shown[name],
    error: errorOf(name),
  });
  const stateError = errorOf('state');
  return (
    <>
      <div className="form-row">
        <TextField label={text.firstName} {...field('firstName')} autoFocus />
        <TextField label={text.lastName} {...field('lastName')} />
      </div>
      <TextField label={text.phone} type="tel" {...field('phone')} />
      <TextField label={text.address} {...field('address')} />
      {states.length > 0 && (
        <div className="form-row">
          <TextField label={text.suburb} {...field('suburb')} />
          <div className="entry">
            <label className="entry-label" htmlFor={stateId}>
              {text.state}
            </label>
            <select
              id={stateId}
              className="entry-input"
              name="state"
              value={state}
              onChange={(event) => onStateChange(event.target.value)}
              aria-invalid={stateError === null ? undefined : true}
              aria-describedby={stateError === null ? undefined : `${stateId}-error`}
            >
              <option value="">{text.chooseState}</option>
              {states.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
            {stateError !== null && (
              <p className="entry-error" id={`${stateId}-error`}>
                {stateError}
              </p>
            )}
          </div>
        </div>
      )}
      <TextField label={text.postcode} inputMode="numeric" {...field('postcode')} />
      <TextField label={text.instructions} isOptional rows={2} {...field('instructions')} />
      {mayBeLeft(market, state, todayIn(market, new Date())) && (
        <Checkbox name="authorityToLeave" defaultSelected={shown.authorityToLeave}>
          {text.authorityToLeave}
        </Checkbox>
      )}
      <TextField label={text.giftMessage} isOptional rows={2} {...field('giftMessage')} />
    </>
  );
}
