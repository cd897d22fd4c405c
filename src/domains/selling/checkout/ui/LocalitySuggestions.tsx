import { useEffect, useState } from 'react';
import { type Locality, suburbKey } from '#domains/selling/shipping/model/localities.ts';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import { placeLookups, suggestLocalities } from '../model/suggest-localities.ts';
import { checkout } from './checkout-calls.ts';
import './DeliveryFields.css';

/** Pause after the last key before a lookup. */
const DEBOUNCE_MS = 250;

/** Looks up localities for the typed values once typing pauses. @returns an empty list if the lookup fails */
function useLocalities({ suburb, postcode }: Locality): readonly Locality[] {
  const [found, setFound] = useState<readonly Locality[]>([]);
  useEffect(() => {
    let ignore = false;
    const timer = setTimeout(async () => {
      const lookups = placeLookups({ suburb, postcode });
      const results = await Promise.all(lookups.map((lookup) => checkout.localities(lookup).catch(() => null)));
      if (!ignore) setFound(results.flatMap((result) => (result?.ok ? result.value.data : [])));
    }, DEBOUNCE_MS);
    return () => {
      ignore = true;
      clearTimeout(timer);
    };
  }, [suburb, postcode]);
  return found;
}

/** Suggests localities while suburb, state and postcode do not match one. */
export function LocalitySuggestions({ place, onChoose }: { place: Locality; onChoose: (place: Locality) => void }) {
  const suggestions = suggestLocalities(place, useLocalities(place));
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
