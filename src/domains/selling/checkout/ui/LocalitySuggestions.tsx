import { useEffect, useState } from 'react';
import { type Locality, suburbKey } from '#domains/selling/shipping/model/localities.ts';
import { placeLookups, suggestLocalities } from '../model/suggest-localities.ts';
import { checkout } from './checkout-calls.ts';

/** Pause after the last key before places are looked up, milliseconds. */
const PAUSE = 250;

/** Localities for what is typed, once the typing pauses. Suggestions only: where they cannot be had there are none. */
function useLocalities({ suburb, postcode }: Locality): readonly Locality[] {
  const [found, setFound] = useState<readonly Locality[]>([]);
  useEffect(() => {
    let isExpired = false;
    const timer = setTimeout(async () => {
      const lookups = placeLookups({ suburb, postcode });
      const answers = await Promise.all(lookups.map((asked) => checkout.localities(asked).catch(() => null)));
      if (!isExpired) setFound(answers.flatMap((answer) => (answer?.ok ? answer.value.data : [])));
    }, PAUSE);
    return () => {
      isExpired = true;
      clearTimeout(timer);
    };
  }, [suburb, postcode]);
  return found;
}

/** Places to choose from while suburb, state and postcode do not name one. */
export function PlaceSuggestions({ place, onChoose }: { place: Locality; onChoose: (place: Locality) => void }) {
  const suggestions = suggestLocalities(place, useLocalities(place));
  if (suggestions.length === 0) return null;
  return (
    <div className="co-places span2">
      <p className="small quiet">Is it one of these?</p>
      <ul>
        {suggestions.map((offered) => (
          <li key={`${suburbKey(offered.suburb)} ${offered.state} ${offered.postcode}`}>
            <button type="button" className="co-place" onClick={() => onChoose(offered)}>
              {offered.suburb} {offered.state} <span className="num">{offered.postcode}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
