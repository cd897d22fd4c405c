import { type ChangeEvent, type FocusEvent, type SubmitEvent, useRef } from 'react';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import { CheckoutTextField } from '#domains/selling/checkout/ui/CheckoutTextField.tsx';
import { fieldAt } from '#domains/selling/checkout/ui/form-values.ts';
import { LocalityFields } from '#domains/selling/checkout/ui/LocalityFields.tsx';
import type { StoredAddress } from '../model/address.ts';
import { Refusal } from './AsyncContent.tsx';
import { useAddressForm } from './use-address-form.ts';
import '#domains/selling/checkout/ui/checkout.css';

interface AddressFormProps {
  /** Null for a new address. */
  readonly address: StoredAddress | null;
  readonly onSaved: (value: { data: StoredAddress[] }) => void;
  readonly onCancel: () => void;
}

/** Address form with the fields of the checkout. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useAddressForm(element, address, onSaved);
  const { market, faults, isSubmitting } = form;
  const text = { market, faults, details: address ? { ...address, phone: formatPhone(market, address.phone) } : {} };
  const typed = ({ target }: ChangeEvent<HTMLFormElement>): void => {
    const field = fieldAt(target);
    if (field) form.typed(field.name);
  };
  const left = ({ target }: FocusEvent<HTMLFormElement>): void => {
    const field = fieldAt(target);
    if (field) form.left(field.name, field.isEmpty);
  };
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    form.save();
  };
  return (
    <form
      className="account-form"
      ref={element}
      noValidate
      onChange={typed}
      onBlur={left}
      onSubmit={save}
      aria-label={address ? `Edit ${address.address}` : 'New address'}
    >
      <div className="checkout-form">
        <CheckoutTextField name="firstName" {...text} />
        <CheckoutTextField name="lastName" {...text} />
        <CheckoutTextField name="phone" {...text} />
        <LocalityFields {...text} place={form.place} onChoose={form.choose} />
        <CheckoutTextField name="instructions" {...text} />
      </div>
      <Refusal text={form.error} />
      <div className="account-ways">
        <button type="submit" className="button button-primary" disabled={isSubmitting}>
          Save address
        </button>
        <button type="button" className="button button-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
