import { mayBeLeft } from '#markets/alcohol-law.ts';
import { CheckboxField } from '#ui/form/Field.tsx';
import type { CheckoutDetails } from '../contract.ts';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { CheckoutTextField } from './CheckoutFields.tsx';
import { LocalityFields, type LocalityFieldsProps } from './LocalityFields.tsx';
import '#ui/styles/form-page.css';
import './DeliveryFields.css';

export interface DeliveryFieldsProps extends LocalityFieldsProps {
  readonly details: CheckoutDetails;
  /** ISO day in the market. */
  readonly today: string;
}

/** The delivery address and instructions for the driver [CHK-15]. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { market, details, errors, locality, today } = props;
  const text = { market, details, errors };
  return (
    <div className="form-grid">
      <LocalityFields {...props} />
      <CheckoutTextField name="instructions" {...text} />
      <CheckoutTextField name="giftMessage" {...text} />
      {mayBeLeft(market, locality.state, today) && (
        <CheckboxField name="authorityToLeave" label={m.authorityToLeave} isWide defaultChecked={details.authorityToLeave} />
      )}
    </div>
  );
}
