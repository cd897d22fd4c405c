import { useMarketConfig } from '#markets/ui/market-context.tsx';
import { deliveryEstimateMessages } from '../messages.ts';
import { formatLastDay } from '../model/delivery-estimate.ts';
import { useSavedEstimate } from './saved-estimate.ts';

/** Content of the button of the top bar once a postcode was entered. Loaded lazily. */
export default function DeliveryNote() {
  const { market, locale } = useMarketConfig();
  const estimate = useSavedEstimate(market);
  return estimate?.dates ? (
    <>
      {deliveryEstimateMessages.deliveringTo(estimate.postcode)}
      <span> {deliveryEstimateMessages.by(formatLastDay(estimate.dates, locale))}</span>
    </>
  ) : (
    deliveryEstimateMessages.checkTimes
  );
}
