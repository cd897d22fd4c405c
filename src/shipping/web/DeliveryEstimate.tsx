import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useMarketFacts } from '../../market/web/market-context.tsx';
import { localValues } from '../../platform/web/local-values.ts';
import { Icon } from '../../ui/web/Icon.tsx';
import { type DeliveryDates, deliveryWords } from '../delivery-estimate.ts';
import { stateOfPostcode } from '../postcode-state.ts';
import { findEstimate } from './find-estimate.ts';

const LONGEST = { AU: 4, SG: 6 } as const;

interface Answer {
  readonly postcode: string;
  readonly dates: DeliveryDates | null;
}

/**
 * When an order of now would arrive at a postcode; the postcode is remembered (SPEC.md §2 "Delivery estimate widget").
 * To be loaded lazily: nothing of it is needed for a first look.
 * @param onPlace told the state code of a postcode that is delivered to, where the market has states
 */
export default function DeliveryEstimate({ onPlace }: { onPlace?: (state: string) => void }) {
  const { market, locale } = useMarketFacts();
  const kept = useMemo(() => (typeof window === 'undefined' ? null : localValues()), []);
  const key = `delivery_postcode_${market}`;
  const [postcode, setPostcode] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const id = useId();
  const told = useRef(onPlace);
  told.current = onPlace;

  useEffect(() => {
    const remembered = kept?.read(key);
    if (!remembered) return;
    setPostcode(remembered);
    setAsked(remembered);
  }, [kept, key]);

  useEffect(() => {
    if (asked === null) return;
    let isStale = false;
    findEstimate(market, asked).then((dates) => {
      if (isStale) return;
      setAnswer({ postcode: asked, dates });
      if (!dates) return;
      kept?.write(key, asked);
      const state = stateOfPostcode(market, asked);
      if (state !== null) told.current?.(state);
    });
    return () => {
      isStale = true;
    };
  }, [asked, market, kept, key]);

  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(postcode.trim());
  };
  const isWaiting = asked !== null && answer?.postcode !== asked;
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
          maxLength={LONGEST[market]}
          value={postcode}
          aria-describedby={`${id}-said`}
          onChange={(event) => setPostcode(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn-line" aria-busy={isWaiting || undefined}>
          Check
        </button>
      </div>
      <p className="small said" id={`${id}-said`} role="status">
        {answer !== null && !isWaiting && (
          <>
            <Icon name={answer.dates ? 'van' : 'info'} />
            {answer.dates ? (
              <span>
                Ordered now, at {answer.postcode} <b>{deliveryWords(answer.dates, locale)}</b>
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
