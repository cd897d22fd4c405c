import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { marketFacts } from '#markets/market.ts';
import { SelectField } from '#ui/form/Field.tsx';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { CheckoutTextField, type CheckoutTextFieldProps } from './CheckoutTextField.tsx';
import { LocalitySuggestions } from './LocalitySuggestions.tsx';
import '#ui/styles/callout.css';
import './DeliveryFields.css';

const LOCALITY_ERROR_ID = 'place-error';

export interface LocalityFieldsProps extends Pick<CheckoutTextFieldProps, 'market' | 'details' | 'faults'> {
  /** Suburb, state and postcode as currently typed. */
  readonly place: Locality;
  readonly onChoose: (place: Locality) => void;
}

/** The address, with the error of the locality below it [CHK-18]. */
export function LocalityFields({ market, details, faults, place, onChoose }: LocalityFieldsProps) {
  const { states } = marketFacts(market);
  const hasStates = states.length > 0;
  const text = { market, details, faults };
  const localityText = { ...text, groupErrorId: faults.place && LOCALITY_ERROR_ID };
  return (
    <>
      <CheckoutTextField name="address" {...text} />
      {hasStates ? (
        <>
          <CheckoutTextField name="suburb" {...localityText} />
          <div className="checkout-pair">
            <SelectField
              name="state"
              label={m.state}
              autoComplete="shipping address-level1"
              defaultValue={details.state ?? ''}
              error={faults.state}
              groupErrorId={localityText.groupErrorId}
            >
              <option value="">–</option>
              {states.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </SelectField>
            <CheckoutTextField name="postcode" {...localityText} />
          </div>
        </>
      ) : (
        <CheckoutTextField name="postcode" {...localityText} />
      )}
      {faults.place && (
        <p className="callout has-error span2" id={LOCALITY_ERROR_ID} role="alert">
          {faults.place}
        </p>
      )}
      {hasStates && <LocalitySuggestions place={place} onChoose={onChoose} />}
    </>
  );
}
