import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { CheckoutTextField, type CheckoutTextFieldProps } from './CheckoutTextField.tsx';
import '#ui/styles/form-page.css';

interface ContactFieldsProps extends Pick<CheckoutTextFieldProps, 'market' | 'details' | 'faults'> {
  readonly isDelivered: boolean;
  /** True for a customer, whose receipt goes to the account's e-mail address [CHK-12]. */
  readonly isCustomers?: boolean;
}

/** Name, e-mail address and phone number of the buyer. */
export const ContactFields = ({ isDelivered, isCustomers = false, ...props }: ContactFieldsProps) => (
  <div className="form-grid">
    <CheckoutTextField name="email" hint={isCustomers ? m.accountEmail : undefined} {...props} />
    <CheckoutTextField name="firstName" {...props} />
    <CheckoutTextField name="lastName" {...props} />
    <CheckoutTextField name="phone" hint={isDelivered ? undefined : m.phone.helpWithoutDelivery} {...props} />
  </div>
);
