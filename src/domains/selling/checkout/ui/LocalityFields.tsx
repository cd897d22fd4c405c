import type { Locality } from '#domains/selling/shipping/model/localities.ts';
import { marketFacts } from '#markets/market.ts';
import { CheckoutTextField, type DetailTextProps } from './CheckoutTextField.tsx';
import { SelectField } from './FormField.tsx';
import { PlaceSuggestions } from './LocalitySuggestions.tsx';

const PLACE_FAULT = 'place-fault';

export interface PlaceFieldsProps extends Pick<DetailTextProps, 'market' | 'details' | 'faults'> {
  /** Suburb, state and postcode as they are typed now. */
  readonly place: Locality;
  readonly onChoose: (place: Locality) => void;
}

/** The address: suburb, state and postcode in Australia, the postal code in Singapore; what is wrong with the place stands under it. */
export function LocalityFields({ market, details, faults, place, onChoose }: PlaceFieldsProps) {
  const { states } = marketFacts(market);
  const hasStates = states.length > 0;
  const text = { market, details, faults };
  const ofPlace = { ...text, describedBy: faults.place && PLACE_FAULT };
  return (
    <>
      <CheckoutTextField name="address" {...text} />
      {hasStates ? (
        <>
          <CheckoutTextField name="suburb" {...ofPlace} />
          <div className="co-pair">
            <SelectField
              name="state"
              label="State"
              autoComplete="shipping address-level1"
              defaultValue={details.state ?? ''}
              fault={faults.state}
              describedBy={ofPlace.describedBy}
            >
              <option value="">–</option>
              {states.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </SelectField>
            <CheckoutTextField name="postcode" {...ofPlace} />
          </div>
        </>
      ) : (
        <CheckoutTextField name="postcode" {...ofPlace} />
      )}
      {faults.place && (
        <p className="co-notice bad span2" id={PLACE_FAULT} role="alert">
          {faults.place}
        </p>
      )}
      {hasStates && <PlaceSuggestions place={place} onChoose={onChoose} />}
    </>
  );
}
