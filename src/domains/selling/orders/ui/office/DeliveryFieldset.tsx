/** The fields of a delivery in a form of the office: recipient, address, instructions, gift message. */
import { deliveryChangeMessages as text } from '#domains/selling/orders/messages/office-delivery.ts';
import type { DeliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { mayBeLeft } from '#markets/alcohol-law.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { Checkbox, TextField } from '#ui/office/form/fields.tsx';
import { SelectField } from '#ui/office/form/SelectField.tsx';

interface RecipientFieldsetProps {
  readonly shown: DeliveryFields;
  readonly errorOf: (name: keyof DeliveryFields) => string | null;
}

/** The fields of whoever receives or collects an order. */
export function RecipientFieldset({ shown, errorOf }: RecipientFieldsetProps) {
  return (
    <>
      <div className="form-row">
        <TextField label={text.firstName} name="firstName" defaultValue={shown.firstName} error={errorOf('firstName')} autoFocus />
        <TextField label={text.lastName} name="lastName" defaultValue={shown.lastName} error={errorOf('lastName')} />
      </div>
      <TextField label={text.phone} type="tel" name="phone" defaultValue={shown.phone} error={errorOf('phone')} />
    </>
  );
}

export interface DeliveryFieldsetProps extends RecipientFieldsetProps {
  readonly market: Market;
  /** State that is chosen now. */
  readonly state: string;
  readonly onStateChange: (state: string) => void;
  readonly onPostcodeChange?: (postcode: string) => void;
}

export function DeliveryFieldset({ market, shown, state, onStateChange, onPostcodeChange, errorOf }: DeliveryFieldsetProps) {
  const { states } = getMarketConfig(market);
  const field = (name: Exclude<keyof DeliveryFields, 'authorityToLeave' | 'state'>) => ({
    name,
    defaultValue: shown[name],
    error: errorOf(name),
  });
  return (
    <>
      <RecipientFieldset shown={shown} errorOf={errorOf} />
      <TextField label={text.address} {...field('address')} />
      {states.length > 0 && (
        <div className="form-row">
          <TextField label={text.suburb} {...field('suburb')} />
          <SelectField
            label={text.state}
            name="state"
            value={state}
            options={[{ value: '', label: text.chooseState }, ...states.map((value) => ({ value, label: value }))]}
            onChange={(event) => onStateChange(event.target.value)}
            error={errorOf('state')}
          />
        </div>
      )}
      <TextField
        label={text.postcode}
        inputMode="numeric"
        {...field('postcode')}
        {...(onPostcodeChange && { onChange: onPostcodeChange })}
      />
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
