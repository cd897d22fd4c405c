import type { CheckoutDetails } from '../contract.ts';
import { DetailText } from './DetailText.tsx';
import { PlaceFields, type PlaceFieldsProps } from './PlaceFields.tsx';

export interface DeliveryFieldsProps extends PlaceFieldsProps {
  readonly details: CheckoutDetails;
}

/** Where the order goes, and what the driver should know. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { market, details, faults } = props;
  const text = { market, details, faults };
  return (
    <div className="co-form">
      <PlaceFields {...props} />
      <DetailText name="instructions" {...text} />
      <DetailText name="giftMessage" {...text} />
      <label className="check span2">
        <input type="checkbox" name="authorityToLeave" defaultChecked={details.authorityToLeave} />
        <span>The driver may leave it in a safe spot if nobody answers</span>
      </label>
    </div>
  );
}
