import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Faults, faultsAfterLeaving, faultsAfterTyping, faultsOf, isPlaceField } from '../../checkout/field-faults.ts';
import { type DetailField, recipientFaults } from '../../checkout/validate-details.ts';
import { focusField, readForm, samePlace, writeForm } from '../../checkout/web/form-values.ts';
import { placeFaultNow } from '../../checkout/web/place-check.ts';
import { useMarketFacts } from '../../market/web/market-context.tsx';
import type { Locality } from '../../shipping/localities.ts';
import type { AddressFields, StoredAddress } from '../address.ts';
import { useAccountCalls, useChange } from './use-account.ts';

const addressIn = (form: HTMLFormElement): AddressFields => {
  const { email: _, giftMessage: __, authorityToLeave: ___, ...fields } = readForm(form).details;
  return fields;
};

/**
 * An address while it is entered: what is wrong with each field once it was left, whether suburb, state and postcode match
 * (SPEC.md §5), and saving it.
 * @param address null is a new one
 */
export function useAddressForm(
  form: RefObject<HTMLFormElement | null>,
  address: StoredAddress | null,
  onSaved: (value: { data: StoredAddress[] }) => void,
) {
  const calls = useAccountCalls();
  const { market } = useMarketFacts();
  const { isBusy, error, code, run } = useChange();
  const [faults, setFaults] = useState<Faults>({});
  const [place, setPlace] = useState<Locality>(address ?? { suburb: '', state: '', postcode: '' });

  const show = (found: Faults): void => {
    flushSync(() => setFaults(found));
    const [first] = Object.keys(found) as (DetailField | 'place')[];
    if (first && form.current) focusField(form.current, first !== 'place' ? first : market === 'AU' ? 'suburb' : 'postcode');
  };
  const checkPlace = async (typed: AddressFields): Promise<void> => {
    const fault = await placeFaultNow(market, typed);
    if (fault !== null && form.current && samePlace(addressIn(form.current), typed)) setFaults((shown) => ({ ...shown, place: fault }));
  };

  return {
    market,
    faults: code === 'address_mismatch' && error !== null ? { ...faults, place: error } : faults,
    place,
    isBusy,
    /** What the server said of the whole; of the place it stands with the place. */
    error: code === 'address_mismatch' ? null : error,
    /** A field was typed in. */
    typed(name: DetailField): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setPlace(now);
      setFaults((shown) => faultsAfterTyping(shown, name, faultsOf(recipientFaults(market, now))));
    },
    /** A field was left. */
    left(name: DetailField, isEmpty: boolean): void {
      if (!form.current) return;
      const now = addressIn(form.current);
      setFaults((shown) => faultsAfterLeaving(shown, name, isEmpty, faultsOf(recipientFaults(market, now))));
      if (isPlaceField(name)) void checkPlace(now);
    },
    /** A place was chosen from the suggestions. */
    choose(chosen: Locality): void {
      if (!form.current) return;
      writeForm(form.current, chosen);
      setPlace(chosen);
      setFaults(({ suburb: _, state: __, postcode: ___, place: ____, ...others }) => others);
      focusField(form.current, 'postcode');
    },
    save(): void {
      if (!form.current) return;
      const fields = addressIn(form.current);
      const found = faultsOf(recipientFaults(market, fields));
      show(found);
      if (Object.keys(found).length > 0) return;
      void run(() => calls.saveAddress({ ...fields, id: address?.id ?? null, isDefault: address?.isDefault ?? false }), onSaved);
    },
  };
}
