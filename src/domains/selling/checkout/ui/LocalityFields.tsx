import { useEffect, useState } from 'react';
import { type Locality, suburbKey } from '#domains/selling/shipping/model/localities.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { SelectField } from '#ui/form/Field.tsx';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { placeLookups, suggestLocalities } from '../model/suggest-localities.ts';
import { CheckoutTextField, type CheckoutTextFieldProps } from './CheckoutFields.tsx';
import { checkout } from './checkout-calls.ts';
import '#ui/styles/callout.css';
import './DeliveryFields.css';

/** Pause after the last key before a lookup. */
const DEBOUNCE_MS = 250;

/** Looks up localities for the typed values once typing pauses. @returns an empty list if the lookup fails */
function useLocalities(market: Market, { suburb, postcode }: Locality): readonly Locality[] {
  const [found, setFound] = useState<readonly Locality[]>([]);
  useEffect(() => {
    let ignore = false;
    const timer = setTimeout(async () => {
      const lookups = placeLookups(market, { suburb, postcode });
      const results = await Promise.all(lookups.map((lookup) => checkout.localities(lookup).catch(() => null)));
      if (!ignore) setFound(results.flatMap((result) => (result?.ok ? result.value.data : [])));
    }, DEBOUNCE_MS);
    return () => {
      ignore = true;
      clearTimeout(timer);
    };
  }, [market, suburb, postcode]);
  return found;
}

/** Suggests localities while suburb, state and postcode do not match one. */
function LocalitySuggestions({
  market,
  locality,
  onChoose,
}: {
  market: Market;
  locality: Locality;
  onChoose: (locality: Locality) => void;
}) {
  const suggestions = suggestLocalities(locality, useLocalities(market, locality));
  if (suggestions.length === 0) return null;
  return (
    <div className="checkout-places span2">
      <p className="small text-muted">{m.suggestions}</p>
      <ul>
        {suggestions.map((offered) => (
          <li key={`${suburbKey(offered.suburb)} ${offered.state} ${offered.postcode}`}>
            <button type="button" className="checkout-place" onClick={() => onChoose(offered)}>
              {offered.suburb} {offered.state} <span className="num">{offered.postcode}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LOCALITY_ERROR_ID = 'place-error';

export interface LocalityFieldsProps extends Pick<CheckoutTextFieldProps, 'market' | 'details' | 'errors'> {
  /** Suburb, state and postcode as currently typed. */
  readonly locality: Locality;
  readonly onChoose: (locality: Locality) => void;
}

/** The address, with the error of the locality below it [CHK-18]. */
export function LocalityFields({ market, details, errors, locality, onChoose }: LocalityFieldsProps) {
  const { states } = getMarketConfig(market);
  const hasStates = states.length > 0;
  const text = { market, details, errors };
  const localityText = { ...text, groupErrorId: errors.place && LOCALITY_ERROR_ID };
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
              error={errors.state}
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
      {errors.place && (
        <p className="callout has-error span2" id={LOCALITY_ERROR_ID} role="alert">
          {errors.place}
        </p>
      )}
      {hasStates && <LocalitySuggestions market={market} locality={locality} onChoose={onChoose} />}
    </>
  );
}
