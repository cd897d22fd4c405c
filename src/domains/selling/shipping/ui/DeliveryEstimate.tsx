import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { deliveryRules } from '#markets/delivery.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { Icon } from '#ui/Icon.tsx';
import { formatDeliveryWindow } from '../model/delivery-estimate.ts';
import { stateOfPostcode } from '../model/postcode-state.ts';
import { askPlace, useSavedEstimate } from './saved-estimate.ts';

/**
 * The delivery estimate widget [SHIP-14]. It saves the postcode and shows `No result` without an estimate [SHIP-19]. Loaded lazily.
 * @param onPlace called with the state code of a served postcode in markets with states
 */
export default function DeliveryEstimate({ onPlace }: { onPlace?: (state: string) => void }) {
  const { market, locale } = useMarketConfig();
  const asked = useSavedEstimate(market);
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const told = useRef(onPlace);
  told.current = onPlace;

  useEffect(() => {
    const state = asked?.dates ? stateOfPostcode(market, asked.postcode) : null;
    if (state !== null) told.current?.(state);
  }, [asked, market]);

  const postcode = typed ?? asked?.postcode ?? '';
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    void askPlace(market, postcode.trim());
  };
  const dates = asked?.dates;
  return (
    <form className="estimate needs-script" onSubmit={ask} noValidate>
      <label className="small" htmlFor={id}>
        Delivery estimate for postcode
      </label>
      <div className="row-in">
        <input
          className="input num"
          id={id}
          name="postcode"
          type="text"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={deliveryRules(market).address.postcodeDigits}
          value={postcode}
          aria-describedby={`${id}-said`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit" className="button button-outline" aria-busy={(asked && dates === undefined) || undefined}>
          Check
        </button>
      </div>
      <p className="small status-message" id={`${id}-said`} role="status">
        {asked && dates !== undefined && (
          <>
            <Icon name={dates ? 'van' : 'info'} />
            {dates ? (
              <span>
                Ordered now, at {asked.postcode} <b>{formatDeliveryWindow(dates, locale)}</b>
              </span>
            ) : (
              <span>No result</span>
            )}
          </>
        )}
      </p>
    </form>
  );
}
