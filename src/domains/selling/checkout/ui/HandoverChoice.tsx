import type { CollectionPlace } from '#domains/selling/shipping/model/collection.ts';
import { Choice } from '#ui/form/Field.tsx';
import { checkoutFieldMessages as m } from '../messages/checkout.ts';
import './HandoverChoice.css';

interface HandoverChoiceProps {
  readonly places: readonly CollectionPlace[];
  /** The name of the saved choice. Empty for delivery. */
  readonly chosen: string;
  readonly error: string | undefined;
  readonly onChange: () => void;
}

const ERROR_ID = 'collect-from-error';

/** Chooses between delivery and the places where the order may be collected. Delivery is chosen unless the shopper changes it. */
export function HandoverChoice({ places, chosen, error, onChange }: HandoverChoiceProps) {
  const isKnown = places.some(({ name }) => name === chosen);
  return (
    <fieldset className="checkout-handover" onChange={onChange} aria-describedby={error && ERROR_ID}>
      <legend className="small">{m.handover}</legend>
      <Choice type="radio" name="collectFrom" value="" defaultChecked={!isKnown}>
        {m.deliver}
      </Choice>
      {places.map(({ name, address }) => (
        <Choice key={name} type="radio" name="collectFrom" value={name} defaultChecked={name === chosen}>
          {m.collectFrom(name)}
          <br />
          <span className="text-muted small">{address}</span>
        </Choice>
      ))}
      {error && (
        <p className="callout has-error" id={ERROR_ID} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The chosen place: hours, what to bring, and that it is free. */
export const PlaceNote = ({ place }: { readonly place: CollectionPlace }) => (
  <div className="checkout-method checkout-place-note">
    <b>{m.collectFrom(place.name)}</b>
    <b className="num">{m.collectFree}</b>
    <span className="text-muted">
      {place.address}
      <br />
      {m.collectHours(place.hours)}
      {place.bring !== '' && (
        <>
          <br />
          {m.collectBring(place.bring)}
        </>
      )}
      <br />
      {m.collectReady}
    </span>
  </div>
);
