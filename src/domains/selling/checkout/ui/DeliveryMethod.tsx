import { useEffect, useState } from 'react';
import { formatDeliveryWindow, isPostcode } from '#domains/selling/shipping/model/delivery-estimate.ts';
import { findEstimate } from '#domains/selling/shipping/ui/find-estimate.ts';
import { type Market, marketFacts } from '#markets/market.ts';
import { formatMoneyIn } from '../model/price-summary.ts';

export interface DeliveryMethodProps {
  readonly market: Market;
  /** As it is typed now. */
  readonly postcode: string;
  /** Decimal; 0 is free. */
  readonly price: number;
}

/** How it is sent, when it would come to the postcode as it is typed, and what that costs. */
export function DeliveryMethod({ market, postcode, price }: DeliveryMethodProps) {
  const [known, setKnown] = useState<{ readonly postcode: string; readonly words: string } | null>(null);
  const asked = postcode.trim();
  useEffect(() => {
    if (!isPostcode(market, asked)) return;
    let isStale = false;
    void findEstimate(market, asked).then((dates) => {
      if (!isStale) setKnown({ postcode: asked, words: dates ? formatDeliveryWindow(dates, marketFacts(market).locale) : 'No result' });
    });
    return () => {
      isStale = true;
    };
  }, [market, asked]);
  return (
    <div className="co-method">
      <b>Standard delivery</b>
      <span className="quiet" role="status">
        {known?.postcode === asked ? known.words : ''}
      </span>
      <b className="num">{price === 0 ? 'Free' : formatMoneyIn(market, price)}</b>
    </div>
  );
}
