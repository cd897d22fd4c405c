import { useState } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { lastDayWords } from '../model/delivery-estimate.ts';
import DeliveryEstimate from './DeliveryEstimate.tsx';
import { useSavedEstimate } from './saved-estimate.ts';

/** Shows the delivery estimate of this browser in the top bar, with a link to change the postcode. Loaded lazily. */
export default function DeliveryStrip() {
  const { market, locale } = useMarketConfig();
  const place = useSavedEstimate(market);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="delivery-note" popoverTarget="delivery" data-loaded={place?.dates ? '' : undefined}>
        {place?.dates ? (
          <>
            Delivering to {place.postcode}
            <span>, by {lastDayWords(place.dates, locale)}</span>
          </>
        ) : (
          'When would it reach you?'
        )}
      </button>
      <div id="delivery" popover="auto" className="deliver-ask" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {isOpen && <DeliveryEstimate />}
      </div>
    </>
  );
}
