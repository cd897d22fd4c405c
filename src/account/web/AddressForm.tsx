import { type FormEvent, useRef, useState } from 'react';
import { PlaceSuggestions } from '../../checkout/web/PlaceSuggestions.tsx';
import { useMarketFacts } from '../../market/web/market-context.tsx';
import { AU_STATES, type Locality } from '../../shipping/localities.ts';
import type { StoredAddress } from '../address.ts';
import { AccountField, textOf } from './AccountField.tsx';
import { Refusal } from './Loading.tsx';
import { useAccountCalls, useChange } from './use-account.ts';
import '../../checkout/web/checkout.css';

interface AddressFormProps {
  /** Null is a new one. */
  readonly address: StoredAddress | null;
  readonly onSaved: (value: { data: StoredAddress[] }) => void;
  readonly onCancel: () => void;
}

/** One address in fields. Whether suburb, state and postcode match, the server says (SPEC.md §5). */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const calls = useAccountCalls();
  const { market } = useMarketFacts();
  const { isBusy, error, run } = useChange();
  const isAustralia = market === 'AU';
  const element = useRef<HTMLFormElement>(null);
  const [place, setPlace] = useState<Locality>(() => ({
    suburb: address?.suburb ?? '',
    state: address?.state ?? '',
    postcode: address?.postcode ?? '',
  }));
  const readPlace = (): void => {
    if (!element.current) return;
    const form = new FormData(element.current);
    setPlace({ suburb: textOf(form, 'suburb'), state: textOf(form, 'state'), postcode: textOf(form, 'postcode') });
  };
  const choose = (chosen: Locality): void => {
    for (const [name, value] of Object.entries(chosen)) {
      const control = element.current?.elements.namedItem(name);
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
    }
    setPlace(chosen);
  };
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void run(
      () =>
        calls.saveAddress({
          id: address?.id ?? null,
          isDefault: address?.isDefault ?? false,
          firstName: textOf(form, 'firstName'),
          lastName: textOf(form, 'lastName'),
          phone: textOf(form, 'phone'),
          address: textOf(form, 'address'),
          suburb: textOf(form, 'suburb'),
          state: textOf(form, 'state'),
          postcode: textOf(form, 'postcode'),
          instructions: textOf(form, 'instructions'),
        }),
      onSaved,
    );
  };
  return (
    <form
      className="acct-form"
      ref={element}
      onInput={readPlace}
      onSubmit={save}
      aria-label={address ? `Edit ${address.address}` : 'New address'}
    >
      <div className="acct-pair">
        <AccountField
          name="firstName"
          label="First name"
          autoComplete="given-name"
          defaultValue={address?.firstName}
          maxLength={60}
          required
        />
        <AccountField
          name="lastName"
          label="Last name"
          autoComplete="family-name"
          defaultValue={address?.lastName}
          maxLength={60}
          required
        />
      </div>
      <AccountField name="phone" label="Phone" type="tel" autoComplete="tel" defaultValue={address?.phone} maxLength={30} required />
      <AccountField name="address" label="Address" autoComplete="street-address" defaultValue={address?.address} maxLength={120} required />
      {isAustralia && (
        <div className="acct-pair">
          <AccountField name="suburb" label="Suburb" autoComplete="address-level2" defaultValue={address?.suburb} maxLength={60} required />
          <div className="field">
            <label htmlFor="acct-state">State</label>
            <select
              className="select"
              id="acct-state"
              name="state"
              autoComplete="address-level1"
              defaultValue={address?.state ?? ''}
              required
            >
              <option value="">–</option>
              {AU_STATES.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </select>
          </div>
        </div>
      )}
      <AccountField
        name="postcode"
        label="Postcode"
        inputMode="numeric"
        autoComplete="postal-code"
        defaultValue={address?.postcode}
        maxLength={10}
        required
      />
      {isAustralia && <PlaceSuggestions place={place} onChoose={choose} />}
      <AccountField name="instructions" label="Delivery instructions" defaultValue={address?.instructions} maxLength={250} />
      <Refusal text={error} />
      <div className="acct-ways">
        <button type="submit" className="btn btn-fill" disabled={isBusy}>
          Save address
        </button>
        <button type="button" className="btn btn-line" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
