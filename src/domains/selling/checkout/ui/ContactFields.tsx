import { CheckoutTextField, type DetailTextProps } from './CheckoutTextField.tsx';

interface ContactFieldsProps extends Pick<DetailTextProps, 'market' | 'details' | 'faults'> {
  readonly isDelivered: boolean;
  /** Whether the checkout is a customer's: the receipt goes to the account's e-mail. */
  readonly isCustomers?: boolean;
}

const ACCOUNT_EMAIL = 'Your receipt goes to your account’s email. To use another address, change it in your account.';

/** Who buys, and how we reach them. */
export const ContactFields = ({ isDelivered, isCustomers = false, ...props }: ContactFieldsProps) => (
  <div className="co-form">
    <CheckoutTextField name="email" help={isCustomers ? ACCOUNT_EMAIL : undefined} {...props} />
    <CheckoutTextField name="firstName" {...props} />
    <CheckoutTextField name="lastName" {...props} />
    <CheckoutTextField name="phone" help={isDelivered ? undefined : 'If we have a question about your order.'} {...props} />
  </div>
);
