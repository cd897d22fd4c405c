import { useState } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { lastDayWords } from '../model/delivery-estimate.ts';
import DeliveryEstimate from './DeliveryEstimate.tsx';
import { useSavedEstimate } from './saved-estimate.ts';

/** In the bar on top: where this browser has things delivered to and by when, and the way to ask for another place. To be loaded lazily. */
export default function DeliveryStrip() {
  const { market, locale } = useMarketConfig();
  const place = useSavedEstimate(market);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="deliver" popoverTarget="delivery" data-known={place?.dates ? '' : undefined}>
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
