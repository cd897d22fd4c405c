import { type ChangeEvent, type FocusEvent, type RefObject, type SubmitEvent, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { formatPhone } from '#domains/selling/checkout/model/contact.ts';
import {
  errorsAfterBlur,
  errorsAfterTyping,
  type FieldErrors,
  getFieldErrors,
  isLocalityField,
} from '#domains/selling/checkout/model/field-errors.ts';
import { type CheckoutFieldName, recipientErrors } from '#domains/selling/checkout/model/validate-details.ts';
import { CheckoutTextField } from '#domains/selling/checkout/ui/CheckoutFields.tsx';
import { fetchLocalityError } from '#domains/selling/checkout/ui/checkout-calls.ts';
import { fieldAt, focusField, getFormValues, isSameLocality, setFormValues } from '#domains/selling/checkout/ui/form-values.ts';
import { LocalityFields } from '#domains/selling/checkout/ui/LocalityFields.tsx';
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { getMarketConfig } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { placeError, type RequestError } from '#ui/form/form-errors.ts';
import { accountMessages, accountPageLabels, addressMessages as m } from '../messages.ts';
import type { AddressFields, StoredAddress } from '../model/address.ts';
import { AsyncContent, ErrorMessage } from './AsyncContent.tsx';
import { FormattedAddress } from './FormattedAddress.tsx';
import { type AccountCalls, useActionForm, useQuery } from './use-account.ts';
import '#ui/styles/form-page.css';

interface Addresses {
  readonly data: StoredAddress[];
}

/** Addresses of the market: add, change, remove, set the default. */
export default function AddressesSection() {
  const { user } = useAuth();
  const { market } = useMarketConfig();
  const customerID = user?.customerId ?? 0;
  const ask = useCallback((from: AccountCalls) => from.addresses({ customerID }), [customerID]);
  const addresses = useQuery('addresses', ask);
  const { submit, isSubmitting, error } = useActionForm<Addresses>((value) => addresses.replace(value));
  /** Id of the edited address; 0 for a new one, null for none. */
  const [edited, setEdited] = useState<number | null>(null);
  const saved = (value: Addresses): void => {
    addresses.replace(value);
    setEdited(null);
  };
  const form = (address: StoredAddress | null) => <AddressForm address={address} onSaved={saved} onCancel={() => setEdited(null)} />;
  return (
    <>
      <h1 className="heading-3">{accountPageLabels.addresses}</h1>
      <ErrorMessage text={error} />
      <AsyncContent from={addresses}>
        {({ data }) => (
          <>
            {data.length === 0 && <p className="text-muted">{m.empty}</p>}
            <ul className="account-list">
              {data.map((address) => (
                <li key={address.id}>
                  {edited === address.id ? (
                    form(address)
                  ) : (
                    <>
                      <div>
                        <FormattedAddress market={market} address={address} />
                        <p className="num">{formatPhone(market, address.phone)}</p>
                      </div>
                      <div className="account-ways">
                        <button
                          type="button"
                          className="button button-outline"
                          aria-label={m.editAddress(address.address)}
                          onClick={() => setEdited(address.id)}
                        >
                          {m.edit}
                        </button>
                        {!address.isDefault && (
                          <button
                            type="button"
                            className="button button-outline"
                            disabled={isSubmitting}
                            aria-label={m.makeAddressDefault(address.address)}
                            onClick={() => void submit({ intent: 'make-default', id: address.id }, { method: 'post' })}
                          >
                            {m.makeDefault}
                          </button>
                        )}
                        <button
                          type="button"
                          className="button button-outline"
                          disabled={isSubmitting}
                          aria-label={m.deleteAddress(address.address)}
                          onClick={() => void submit({ intent: 'delete', id: address.id }, { method: 'post' })}
                        >
                          {m.delete}
                        </button>
                      </div>
                    </>
                  )}
                </li>
              ))}
            </ul>
            {edited === 0 ? (
              form(null)
            ) : (
              <button type="button" className="button button-primary" onClick={() => setEdited(0)}>
                {m.add}
              </button>
            )}
          </>
        )}
      </AsyncContent>
    </>
  );
}

const addressIn = (form: HTMLFormElement): AddressFields => {
  const { email: _, giftMessage: __, authorityToLeave: ___, ...fields } = getFormValues(form).details;
  return fields;
};

/**
 * State of an address form: errors of fields once left, and whether suburb, state and postcode match.
 * @param address null for a new one
 * @param failure error of the server
 */
function useAddressForm(form: RefObject<HTMLFormElement | null>, address: StoredAddress | null, failure: RequestError | null) {
  const { market } = useMarketConfig();
  const serverErrors = placeError(failure, { address_mismatch: 'place' } as const);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [locality, setPlace] = useState<Locality>(address ?? { suburb: '', state: '', postcode: '' });

  const show = (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current)
      focusField(form.current, first !== 'place' ? first : getMarketConfig(market).states.length > 0 ? 'suburb' : 'postcode');
  };
  const revalidateLocality = async (typed: AddressFields): Promise<void> => {
    const error = await fetchLocalityError(market, typed);
    if (error !== null && form.current && isSameLocality(addressIn(form.current), typed))
      setErrors((current) => ({ ...current, place: error }));
  };

  return {
    market,
    errors: { ...errors, ...serverErrors.fields },
    place: locality,
    /** Error of the server, unless it concerns the locality. */
    error: serverErrors.form,
    handleChange(name: CheckoutFieldName): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setPlace(now);
      setErrors((shown) => errorsAfterTyping(shown, name, getFieldErrors(recipientErrors(market, now))));
    },
    handleBlur(name: CheckoutFieldName, isEmpty: boolean): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setErrors((shown) => errorsAfterBlur(shown, name, isEmpty, getFieldErrors(recipientErrors(market, now))));
      if (isLocalityField(name)) void revalidateLocality(now);
    },
    /** Fills in a suggested locality. */
    chooseLocality(chosen: Locality): void {
      if (!form.current) return;
      setFormValues(form.current, chosen);
      setPlace(chosen);
      setErrors(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
    /** Shows all errors and focuses the first. @returns true if there is none */
    validate(): boolean {
      if (!form.current) return false;
      const found = getFieldErrors(recipientErrors(market, addressIn(form.current)));
      show(found);
      return Object.keys(found).length === 0;
    },
  };
}

interface AddressFormProps {
  /** Null for a new address. */
  readonly address: StoredAddress | null;
  readonly onSaved: (value: Addresses) => void;
  readonly onCancel: () => void;
}

/** Address form with the fields of the checkout. */
function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { Form, isSubmitting, failure } = useActionForm(onSaved);
  const form = useAddressForm(element, address, failure);
  const { market, errors } = form;
  const text = { market, errors, details: address ? { ...address, phone: formatPhone(market, address.phone) } : {} };
  const handleChange = ({ target }: ChangeEvent<HTMLFormElement>): void => {
    const field = fieldAt(target);
    if (field) form.handleChange(field.name);
  };
  const handleBlur = ({ target }: FocusEvent<HTMLFormElement>): void => {
    const field = fieldAt(target);
    if (field) form.handleBlur(field.name, field.isEmpty);
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    if (!form.validate()) event.preventDefault();
  };
  return (
    <Form
      method="post"
      className="account-form"
      ref={element}
      noValidate
      onChange={handleChange}
      onBlur={handleBlur}
      onSubmit={handleSubmit}
      aria-label={address ? m.form(address.address) : m.new}
    >
      {address && <input type="hidden" name="id" value={address.id} />}
      {address?.isDefault && <input type="hidden" name="isDefault" value="yes" />}
      <div className="form-grid">
        <CheckoutTextField name="firstName" {...text} />
        <CheckoutTextField name="lastName" {...text} />
        <CheckoutTextField name="phone" {...text} />
        <LocalityFields {...text} locality={form.place} onChoose={form.chooseLocality} />
        <CheckoutTextField name="instructions" {...text} />
      </div>
      <ErrorMessage text={form.error} />
      <div className="account-ways">
        <button type="submit" name="intent" value="save" className="button button-primary" disabled={isSubmitting}>
          {m.save}
        </button>
        <button type="button" className="button button-outline" onClick={onCancel}>
          {accountMessages.cancel}
        </button>
      </div>
    </Form>
  );
}
