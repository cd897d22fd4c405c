import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type FieldErrors,
  faultsAfterLeaving,
  faultsAfterTyping,
  getFieldErrors,
  isLocalityField,
} from '#domains/selling/checkout/model/field-errors.ts';
import { type CheckoutFieldName, recipientErrors } from '#domains/selling/checkout/model/validate-details.ts';
import { focusField, getFormValues, isSameLocality, setFormValues } from '#domains/selling/checkout/ui/form-values.ts';
import { fetchLocalityError } from '#domains/selling/checkout/ui/validate-locality.ts';
import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { marketFacts } from '#markets/market.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { placeError } from '#ui/form/form-errors.ts';
import type { AddressFields, StoredAddress } from '../model/address.ts';
import { useAccountClient, useMutation } from './use-account.ts';

const addressIn = (form: HTMLFormElement): AddressFields => {
  const { email: _, giftMessage: __, authorityToLeave: ___, ...fields } = getFormValues(form).details;
  return fields;
};

/**
 * State of an address form: errors of fields once left, whether suburb, state and postcode match, and saving.
 * @param address null for a new one
 */
export function useAddressForm(
  form: RefObject<HTMLFormElement | null>,
  address: StoredAddress | null,
  onSaved: (value: { data: StoredAddress[] }) => void,
) {
  const calls = useAccountClient();
  const { market } = useMarketConfig();
  const { isSubmitting, failure, run } = useMutation();
  const serverErrors = placeError(failure, { address_mismatch: 'place' } as const);
  const [faults, setErrors] = useState<FieldErrors>({});
  const [place, setPlace] = useState<Locality>(address ?? { suburb: '', state: '', postcode: '' });

  const show = (found: FieldErrors): void => {
    flushSync(() => setErrors(found));
    const [first] = Object.keys(found) as (CheckoutFieldName | 'place')[];
    if (first && form.current)
      focusField(form.current, first !== 'place' ? first : marketFacts(market).states.length > 0 ? 'suburb' : 'postcode');
  };
  const revalidateLocality = async (typed: AddressFields): Promise<void> => {
    const fault = await fetchLocalityError(market, typed);
    if (fault !== null && form.current && isSameLocality(addressIn(form.current), typed))
      setErrors((shown) => ({ ...shown, place: fault }));
  };

  return {
    market,
    faults: { ...faults, ...serverErrors.fields },
    place,
    isSubmitting: isSubmitting,
    /** Error of the server, unless it concerns the locality. */
    error: serverErrors.form,
    /** Handles input in a field. */
    typed(name: CheckoutFieldName): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setPlace(now);
      setErrors((shown) => faultsAfterTyping(shown, name, getFieldErrors(recipientErrors(market, now))));
    },
    /** Handles leaving a field. */
    left(name: CheckoutFieldName, isEmpty: boolean): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setErrors((shown) => faultsAfterLeaving(shown, name, isEmpty, getFieldErrors(recipientErrors(market, now))));
      if (isLocalityField(name)) void revalidateLocality(now);
    },
    /** Handles the choice of a suggested locality. */
    choose(chosen: Locality): void {
      if (!form.current) return;
      setFormValues(form.current, chosen);
      setPlace(chosen);
      setErrors(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
    save(): void {
      if (!form.current) return;
      const fields = addressIn(form.current);
      const found = getFieldErrors(recipientErrors(market, fields));
      show(found);
      if (Object.keys(found).length > 0) return;
      void run(() => calls.saveAddress({ ...fields, id: address?.id ?? null, isDefault: address?.isDefault ?? false }), onSaved);
    },
  };
}
