import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { deliveryRules } from '#markets/delivery.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { TextField } from '#ui/form/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { useEarlyClick } from '#ui/use-early-click.ts';
import { deliveryEstimateMessages } from '../messages.ts';
import { formatDeliveryWindow } from '../model/delivery-estimate.ts';
import { stateOfPostcode } from '../model/postcode-state.ts';
import { findAndSaveEstimate, useSavedEstimate } from './saved-estimate.ts';

function readPostcode(form: HTMLFormElement | null): string {
  const field = form?.elements.namedItem('postcode');
  return field instanceof HTMLInputElement ? field.value.trim() : '';
}

/**
 * The delivery estimate widget [SHIP-14]. It saves the postcode and shows `No result` without an estimate [SHIP-19]. Loaded lazily.
 * @param onPlace called with the state code of a served postcode in markets with states
 */
export default function DeliveryEstimate({ onPlace }: { onPlace?: (state: string) => void }) {
  const { market, locale } = useMarketConfig();
  const estimate = useSavedEstimate(market);
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const notify = useRef(onPlace);
  notify.current = onPlace;

  useEffect(() => {
    const state = estimate?.dates ? stateOfPostcode(market, estimate.postcode) : null;
    if (state !== null) notify.current?.(state);
  }, [estimate, market]);

  const postcode = typed ?? estimate?.postcode ?? '';
  const rendered = useRef(postcode);
  // Keeps what was typed before hydration.
  useLayoutEffect(() => {
    const found = readPostcode(form.current);
    if (found !== rendered.current) setTyped(found);
  }, []);
  const check = (): void => void findAndSaveEstimate(market, readPostcode(form.current));
  useEarlyClick(button, check);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check();
  };
  const dates = estimate?.dates;
  return (
    <form className="estimate needs-script" ref={form} onSubmit={submit} noValidate>
      <TextField
        className="input num"
        id={id}
        name="postcode"
        label={deliveryEstimateMessages.postcode}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={deliveryRules(market).address.postcodeDigits}
        value={postcode}
        aria-describedby={`${id}-result`}
        onChange={(event) => setTyped(event.currentTarget.value)}
        action={
          // Submits nothing by itself, because before hydration that would load the page again.
          <button
            type="button"
            className="button button-outline"
            aria-busy={(estimate && dates === undefined) || undefined}
            data-early=""
            ref={button}
            onClick={check}
          >
            {deliveryEstimateMessages.check}
          </button>
        }
      />
      <p className="small status-message" id={`${id}-result`} role="status">
        {estimate && dates !== undefined && (
          <>
            <Icon name={dates ? 'van' : 'info'} />
            {dates ? (
              <span>
                {deliveryEstimateMessages.result(estimate.postcode)} <b>{formatDeliveryWindow(dates, locale)}</b>
              </span>
            ) : (
              <span>{deliveryEstimateMessages.noResult}</span>
            )}
          </>
        )}
      </p>
    </form>
  );
}
