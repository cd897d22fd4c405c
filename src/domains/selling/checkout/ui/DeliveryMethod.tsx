import { useEffect, useState } from 'react';
import { formatDeliveryWindow } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { findEstimate } from '#domains/selling/shipping/ui/find-estimate.ts';
import { isPostcode } from '#markets/delivery.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { checkoutFieldMessages as m, orderLineMessages } from '../messages/checkout.ts';
import { formatMoneyIn } from '../model/price-summary.ts';
import './DeliveryMethod.css';

export interface DeliveryMethodProps {
  readonly market: Market;
  /** As currently typed. */
  readonly postcode: string;
  /** Decimal; 0 is free. */
  readonly price: number;
  /** True if the postcode may still change the price. */
  readonly isEstimate: boolean;
}

/** The delivery method, with an estimate for the postcode as typed and the price. */
export function DeliveryMethod({ market, postcode, price, isEstimate }: DeliveryMethodProps) {
  const [estimate, setEstimate] = useState<{ readonly postcode: string; readonly text: string } | null>(null);
  const typed = postcode.trim();
  useEffect(() => {
    if (!isPostcode(market, typed)) return;
    let ignore = false;
    void findEstimate(market, typed).then((dates) => {
      if (!ignore)
        setEstimate({ postcode: typed, text: dates ? formatDeliveryWindow(dates, getMarketConfig(market).locale) : m.noEstimate });
    });
    return () => {
      ignore = true;
    };
  }, [market, typed]);
  return (
    <div className="checkout-method">
      <b>{m.standardDelivery}</b>
      <span className="text-muted" role="status">
        {isEstimate ? m.feeByPostcode : estimate?.postcode === typed ? estimate.text : ''}
      </span>
      <b className="num">{price === 0 ? orderLineMessages.free : formatMoneyIn(market, price)}</b>
    </div>
  );
}
