import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/browser/late-work.ts';
import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { deliveryEstimateMessages } from '../messages.ts';
import { readSavedPostcode } from './saved-postcode.ts';

const loadEstimate = () => import('./DeliveryEstimate.tsx');
const DeliveryEstimate = lazyComponent(loadEstimate);
const DeliveryNote = lazyComponent(() => import('./DeliveryNote.tsx'));

const prefetchEstimate = (): void => void loadEstimate().catch(() => {});

/**
 * Button of the top bar that shows the delivery estimate of this browser and opens the form to change the postcode. Estimates are
 * computed by code that loads on opening, or in an idle moment if a postcode is saved.
 */
export function DeliveryStrip() {
  const { market } = useMarketConfig();
  const [isOpen, setOpen] = useState(false);
  const [hasEstimate, setHasEstimate] = useState(false);
  useEffect(() => whenIdle(() => setHasEstimate((known) => known || readSavedPostcode(market) !== null)), [market]);
  return (
    <>
      <button
        type="button"
        className="delivery-note needs-script"
        popoverTarget="delivery"
        onPointerEnter={prefetchEstimate}
        onFocus={prefetchEstimate}
      >
        {hasEstimate ? (
          <Suspense fallback={deliveryEstimateMessages.checkTimes}>
            <DeliveryNote />
          </Suspense>
        ) : (
          deliveryEstimateMessages.checkTimes
        )}
      </button>
      <div
        id="delivery"
        popover="auto"
        className="deliver-ask"
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          setHasEstimate(true);
        }}
      >
        {isOpen && (
          <Suspense fallback={null}>
            <DeliveryEstimate />
          </Suspense>
        )}
      </div>
    </>
  );
}
