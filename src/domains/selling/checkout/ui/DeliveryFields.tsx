import { mayBeLeft } from '#markets/alcohol-law.ts';
import type { CheckoutDetails } from '../contract.ts';
import { CheckoutTextField } from './CheckoutTextField.tsx';
import { LocalityFields, type PlaceFieldsProps } from './LocalityFields.tsx';

export interface DeliveryFieldsProps extends PlaceFieldsProps {
  readonly details: CheckoutDetails;
  /** ISO day in the market. */
  readonly today: string;
}

/** Where the order goes, and what the driver should know. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { market, details, faults, place, today } = props;
  const text = { market, details, faults };
  return (
    <div className="co-form">
      <LocalityFields {...props} />
      <CheckoutTextField name="instructions" {...text} />
      <CheckoutTextField name="giftMessage" {...text} />
      {mayBeLeft(market, place.state, today) && (
        <label className="check span2">
          <input type="checkbox" name="authorityToLeave" defaultChecked={details.authorityToLeave} />
          <span>Leave my order in a safe place if no one’s home (authority to leave)</span>
        </label>
      )}
    </div>
  );
}
