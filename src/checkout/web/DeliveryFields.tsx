import { mayBeLeft } from '../../market/alcohol-law.ts';
import type { CheckoutDetails } from '../contract.ts';
import { DetailText } from './DetailText.tsx';
import { PlaceFields, type PlaceFieldsProps } from './PlaceFields.tsx';

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
      <PlaceFields {...props} />
      <DetailText name="instructions" {...text} />
      <DetailText name="giftMessage" {...text} />
      {mayBeLeft(market, place.state, today) && (
        <label className="check span2">
          <input type="checkbox" name="authorityToLeave" defaultChecked={details.authorityToLeave} />
          <span>Leave my order in a safe place if no one’s home (authority to leave)</span>
        </label>
      )}
    </div>
  );
}
