/** Text fields of the checkout: the contact and the date of birth. */
import { type ComponentProps, useEffect, useState } from 'react';
import { takeOfferedEmail } from '#domains/selling/cart/ui/guest-checkout.ts';
import { deliveryRules } from '#markets/delivery.ts';
import type { Market } from '#markets/market.ts';
import { type FieldProps, TextField } from '#ui/form/Field.tsx';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import type { FieldErrors } from '../model/field-errors.ts';
import { DETAIL_LENGTHS } from '../model/field-lengths.ts';
import '#ui/styles/form-page.css';

type TextFieldName = Exclude<keyof typeof DETAIL_LENGTHS, 'state'>;
type Field = Pick<FieldProps, 'label' | 'hint' | 'isWide'> &
  Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder'>;

/** The text fields of a checkout. */
const fieldsOf = (market: Market): Readonly<Record<TextFieldName, Field>> => ({
  email: {
    label: m.email.label,
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    hint: m.email.help,
    isWide: true,
  },
  firstName: { label: m.firstName, autoComplete: 'given-name' },
  lastName: { label: m.lastName, autoComplete: 'family-name' },
  phone: {
    label: m.phone.label,
    type: 'tel',
    autoComplete: 'tel',
    placeholder: deliveryRules(market).phone.placeholder,
    hint: m.phone.help,
    isWide: true,
  },
  address: {
    label: m.address.label,
    autoComplete: deliveryRules(market).address.streetAutoComplete,
    hint: deliveryRules(market).address.streetHelp,
    isWide: true,
  },
  suburb: { label: m.suburb, autoComplete: 'shipping address-level2' },
  postcode: {
    label: m.postcode,
    inputMode: 'numeric',
    autoComplete: 'shipping postal-code',
    placeholder: '0'.repeat(deliveryRules(market).address.postcodeDigits),
  },
  instructions: {
    label: m.instructions.label,
    autoComplete: 'off',
    hint: m.instructions.help,
    isWide: true,
  },
  giftMessage: { label: m.giftMessage.label, autoComplete: 'off', hint: m.giftMessage.help, isWide: true },
});

export interface CheckoutTextFieldProps extends Pick<FieldProps, 'groupErrorId'> {
  /** Replaces the default hint. */
  readonly hint?: string | undefined;
  readonly name: TextFieldName;
  readonly market: Market;
  /** The saved values. */
  readonly details: Partial<Record<keyof typeof DETAIL_LENGTHS, string>>;
  readonly errors: FieldErrors;
}

/** A text field of the checkout with its saved value and its error. */
export const CheckoutTextField = ({ name, market, details, errors, groupErrorId, hint }: CheckoutTextFieldProps) => (
  <TextField
    name={name}
    {...fieldsOf(market)[name]}
    {...(hint === undefined ? {} : { hint })}
    maxLength={DETAIL_LENGTHS[name]}
    defaultValue={details[name] ?? ''}
    error={errors[name]}
    groupErrorId={groupErrorId}
  />
);

interface ContactFieldsProps extends Pick<CheckoutTextFieldProps, 'market' | 'details' | 'errors'> {
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

/** The buyer's date of birth [CHK-13]. @param today ISO day in the market */
export const DateOfBirthField = ({ today, error }: { readonly today: string; readonly error: string | undefined }) => (
  <div className="form-grid">
    <TextField
      name="dateOfBirth"
      label={m.dateOfBirth.label}
      type="date"
      autoComplete="bday"
      min="1900-01-01"
      max={today}
      error={error}
      hint={m.dateOfBirth.help}
    />
  </div>
);

interface OfferedEmailProps {
  /** The current value of the field. */
  readonly current: string;
  readonly onUse: (email: string) => void;
}

/** Offers the e-mail address of the link that led here, if the form has another one. */
export function OfferedEmail({ current, onUse }: OfferedEmailProps) {
  const [offered, setOffered] = useState<string | null>(null);
  useEffect(() => setOffered((before) => before ?? takeOfferedEmail()), []);
  if (offered === null || offered === current) return null;
  return (
    <p className="small">
      {m.otherEmail}{' '}
      <button type="button" className="link" onClick={() => onUse(offered)}>
        {m.acceptEmail(offered)}
      </button>
    </p>
  );
}
