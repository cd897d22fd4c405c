import { useState } from 'react';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { deliveryEstimateMessages } from '../messages.ts';
import { formatLastDay } from '../model/delivery-estimate.ts';
import DeliveryEstimate from './DeliveryEstimate.tsx';
import { useSavedEstimate } from './saved-estimate.ts';

/** Shows the delivery estimate of this browser in the top bar, with a link to change the postcode. Loaded lazily. */
export default function DeliveryStrip() {
  const { market, locale } = useMarketConfig();
  const estimate = useSavedEstimate(market);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="delivery-note" popoverTarget="delivery" data-loaded={estimate?.dates ? '' : undefined}>
        {estimate?.dates ? (
          <>
            {deliveryEstimateMessages.deliveringTo(estimate.postcode)}
            <span> {deliveryEstimateMessages.by(formatLastDay(estimate.dates, locale))}</span>
          </>
        ) : (
          deliveryEstimateMessages.checkTimes
        )}
      </button>
      <div id="delivery" popover="auto" className="deliver-ask" onToggle={({ newState }) => setOpen(newState === 'open')}>
        {isOpen && <DeliveryEstimate />}
      </div>
    </>
  );
}
